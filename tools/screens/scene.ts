// Users, papers and activity for the pictures of `npm run screens`.
import type { BrowserContext } from '@playwright/test'
import { PASSWORD, register } from '../../e2e/support/people.ts'
import type { RunningServer } from '../../e2e/support/server.ts'

const headers = { 'x-login-type': 'front' }

/** The search shown in the pictures. */
export const QUERY = '深度学习'

/** The operator, and a user with a name and an organization of the maximum length of the contract. */
export const OPERATOR = { account: 'linzhiyuan', nick_name: '林知远' }
/** A user with the longest names that are permitted. */
export const LONG_NAMED_PERSON = {
  account: 'long-account.name_of-32-letters1',
  nick_name: '欧阳·阿卜杜热西提·买买提江·克里斯托弗·亚历山大·冯·洪堡（访问学者）博士',
  organization:
    '中国科学院大学资源与环境学院与国家青藏高原科学数据中心联合培养基地高寒生态系统与全球变化研究所野外观测与遥感数据同化实验室第三课题组',
}

/** Historical scholars, so that the list of users has more than one page. */
const SCHOLARS =
  '沈括 祖冲之 张衡 郭守敬 徐光启 李时珍 宋应星 蔡伦 毕昇 贾思勰 秦九韶 杨辉 朱世杰 刘徽 一行 苏颂 郦道元 裴秀 王祯 宋慈 孙思邈 葛洪 李善兰 徐寿 华蘅芳 詹天佑 方以智 梅文鼎'.split(
    ' ',
  )

/**
 * Papers as a library has them sooner or later: a very long title with formulas, a thesis, an English one, a broken
 * one.
 */
const RIS = `TY  - JOUR
TI  - 面向高压富氢化合物 LaH<sub>10</sub> 与 YH<sub>9</sub> 近室温超导转变温度 $T_c \\approx 250$ K 的可解释深度学习预测：结合第一性原理电声耦合常数 $\\lambda$、主动学习与不确定度量化的多尺度框架及其在三元氢化物高通量筛选中的应用
AU  - 沈括
AU  - 祖冲之
AU  - 张衡
AU  - 郭守敬
AU  - 徐光启
AU  - 李时珍
AU  - 宋应星
AU  - 贾思勰
PY  - 2026
JO  - 计算材料与数据
VL  - 12
IS  - 3
SP  - 201
EP  - 224
KW  - 深度学习
KW  - 超导
KW  - 主动学习
AB  - 提出一种把第一性原理计算与深度学习结合起来的框架，用少量标注数据预测三元氢化物的超导转变温度，并给出每个预测的不确定度。样例文献，仅用于截图。
ER  - 

TY  - THES
TI  - 基于深度学习的遥感影像变化检测研究
AU  - 裴秀
PY  - 2025
PB  - 示例大学
KW  - 深度学习
KW  - 遥感
ER  - 

TY  - JOUR
TI  - Where to put the next rain gauge: deep learning with honest uncertainty in sparse networks
AU  - Qin, Jiushao
AU  - Yang, Hui
PY  - 2025
JO  - Example Journal of Hydrology
LA  - en
KW  - deep learning
AB  - Sparse gauges leave most of a mountain basin unobserved. We train an ensemble that says how sure it is, and show that placing the next gauge where it is least sure halves the error of daily totals. A sample record, for pictures only.
ER  - 

TY  - JOUR
AU  - 王祯
PY  - 2024
ER  - 
`

/** Ids of the items that the pictures show. */
export interface LibraryScene {
  paper_id: string
  dataset_id: string
  subscription_id: string
}

type ApiCall = <Data>(path: string, data?: object, method?: 'GET' | 'POST' | 'PUT') => Promise<Data>

/** Returns a function that calls the API as the user of the context. */
function createApiCall({ request }: BrowserContext, { url }: RunningServer): ApiCall {
  return async (path, data, method = data ? 'POST' : 'GET') => {
    const response = await request.fetch(url + path, { method, headers, ...(data && { data }) })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()).data
  }
}

/** Logs the context in under an account name. */
export async function logIn(context: BrowserContext, server: RunningServer, name: string): Promise<void> {
  await createApiCall(context, server)('/api/session', { account: name, password: PASSWORD })
}

/** Fills a fresh installation; the context stays logged in as the operator. */
export async function createLibraryScene(
  context: BrowserContext,
  server: RunningServer,
): Promise<LibraryScene> {
  await registerPeople(context, server)
  const ask = createApiCall(context, server)
  await waitUntil(async () => (await findPaperIds(ask, QUERY)).length >= 8)
  const subscription_id = await addSubscriptions(ask)
  await importPapers(context, server, ask)
  return { subscription_id, ...(await simulateActivity(ask)) }
}

async function registerPeople(context: BrowserContext, server: RunningServer): Promise<void> {
  const ask = createApiCall(context, server)
  await register(context, server, OPERATOR)
  await register(context, server, LONG_NAMED_PERSON)
  const { nick_name, organization } = LONG_NAMED_PERSON
  await ask('/api/user/profile', { nick_name, organization, subject_codes: [] }, 'PUT')
  for (const [index, name] of SCHOLARS.entries())
    await register(context, server, { account: `scholar${index + 1}`, nick_name: name })
  await logIn(context, server, OPERATOR.account)
  const found = await ask<{ list: { id: string }[] }>('/api/admin/users?keyword=scholar27')
  await ask('/api/admin/users', { user_id: found.list[0]?.id, status: 'disabled' }, 'PUT')
}

/** Creates subscriptions before papers are imported, so that there are new papers. */
async function addSubscriptions(ask: ApiCall): Promise<string> {
  const list = [
    { kind: 'topic', value: '深度学习', notify: 'weekly' },
    { kind: 'query', value: 'TI:(变化检测 OR 遥感)', name: '遥感变化检测', notify: 'daily' },
    { kind: 'author', value: '祖冲之' },
    { kind: 'journal', value: 'Nature' },
  ]
  const made = await ask<{ id: string }[]>('/api/user/prefer/saveTopicPrefer', { list })
  return made[0]?.id ?? ''
}

async function importPapers(context: BrowserContext, server: RunningServer, ask: ApiCall): Promise<void> {
  const data = Buffer.from(RIS)
  const { id } = await ask<{ id: string }>('/api/upload', { name: '课题组文献.ris', size: data.length })
  const type = { 'content-type': 'application/octet-stream' }
  await context.request.put(`${server.url}/api/upload/${id}?offset=0`, {
    headers: { ...headers, ...type },
    data,
  })
  await ask('/api/admin/import', { upload_ids: [id] })
  await waitUntil(async () => (await findPaperIds(ask, '"富氢化合物"')).length > 0)
  const csv = 'title,issn,category,value,top\n计算材料与数据,,,来源,\n计算机学报,0254-4164,,来源,\n'
  await ask('/api/admin/ranks', { list: 'CSSCI', year: 2025, csv })
}

/** Creates lists, searches, views and preferences of an active user. */
async function simulateActivity(ask: ApiCall): Promise<Omit<LibraryScene, 'subscription_id'>> {
  const papers = await findPaperIds(ask, QUERY)
  const [long] = await findPaperIds(ask, '"富氢化合物"')
  const list = await ask<{ id: string }>('/api/project_dataset/create', { name: '博士课题' })
  const folder = (name: string, parent_id: string | null) =>
    ask<{ id: string }>(`/api/dataset/${list.id}/folder`, { name, parent_id })
  const reviews = await folder('综述', null)
  const methods = await folder('方法', null)
  await folder('图神经网络', methods.id)
  const keep = (paper_id_list: (string | undefined)[], folder_id: string | null) =>
    ask('/api/dataset/paper/sync_batch_2_folder', {
      paper_id_list,
      targets: [{ dataset_id: list.id, folder_id }],
    })
  await keep([...papers.slice(0, 6), long], null)
  await keep(papers.slice(0, 2), reviews.id)
  for (const query of ['高温超导', 'TI:(气候变化) AND PY>=2015', '因果推断'])
    await ask('/api/search_log/add', { query, total: (await findPaperIds(ask, query)).length })
  for (const paper_id of papers.slice(1, 4)) await ask('/api/user/log/logViewPaper', { paper_id })
  const preferences = { subject_codes: ['0812', '0805'], keywords: ['深度学习'], journals: [], authors: [] }
  await ask('/api/user/prefer/saveRecoPrefer', preferences)
  return { paper_id: papers[0] ?? '', dataset_id: list.id }
}

async function findPaperIds(ask: ApiCall, query: string): Promise<string[]> {
  const { list } = await ask<{ list: { id: string }[] }>('/api/paper/search', { query, facets: false })
  return list.map(({ id }) => id)
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the library was not filled in time')
}
