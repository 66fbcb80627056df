// Reports by a model in the three depths, the comparison of two models and the reader's comparison table, for the
// pictures of `npm run screens`.

import type { BrowserContext, Page } from '@playwright/test'
import { RESEARCH_DEPTHS, type ResearchDepth } from '@scinav/contract'
import type { RunningServer } from '../../e2e/support/server.ts'
import type { ScriptedRequest } from '../../server/src/testing/scripted-model-server.ts'
import { type ScriptedReply, say } from '../../server/src/testing/scripted-replies.ts'
import {
  parseOffered,
  parseWorks,
  scriptedResearchModel,
} from '../../server/src/testing/scripted-research.ts'
import type { ScreenSpec } from './screens.ts'

const headers = { 'x-login-type': 'front' }
const QUESTION = '训练深层神经网络有哪些方法，各有什么局限？'
const DEPTHS = ['brief', 'standard', 'thorough'] as const satisfies readonly ResearchDepth[]

/** Ids of the runs by their depth, and of the papers that are compared. */
export type ModelResearchScene = Record<ResearchDepth, string> & { paper_ids: string[] }

const STEPS = [
  ['神经网络的训练方法', '神经网络 训练', 'training neural networks'],
  ['残差连接', '残差网络', 'deep residual learning'],
  ['正则化', '随机失活 过拟合', 'dropout overfitting'],
  ['归一化', '批归一化', 'batch normalization'],
  ['优化算法', '随机梯度下降', 'stochastic optimization'],
  ['循环网络的训练', '循环神经网络', 'recurrent neural network'],
  ['预训练', '预训练 语言模型', 'pre-training'],
  ['局限与批评', '深度学习 局限', 'adversarial examples'],
] as const

/** Returns the scripted model's reply to a request of these runs, of a reader's table or of a comparison. */
export function modelResearchReply(request: ScriptedRequest): ScriptedReply | null {
  const messages = request.body.messages ?? []
  const system = String(messages[0]?.content ?? '')
  if (system.startsWith('Choose from numbered sentences')) return say(aspectChoice(messages.at(-1)?.content))
  if (!JSON.stringify(messages).includes(QUESTION)) return null
  return scriptedResearchModel({
    plan: ({ system }) => {
      const most = Number(/steps: \d+ to (\d+)/.exec(system)?.[1] ?? 4)
      const steps = STEPS.slice(0, most).map(([title, ...queries]) => ({
        title,
        goal: `关于${title}，文献报告了什么`,
        queries,
      }))
      return JSON.stringify({ kind: 'method', steps })
    },
    synthesis: ({ text, system }) =>
      synthesisReply(text, Number(/2 to (\d+) sections/.exec(system)?.[1] ?? 3)),
    section: ({ text }) =>
      parseOffered(text)
        .map(({ id, quote }) =>
          /\p{Script=Han}/u.test(quote)
            ? `${quote.replace(/[。.]$/, '')}[${id}]。`
            : `这项研究讨论了深层神经网络的训练[${id}]。`,
        )
        .join(''),
  })(request)
}

function synthesisReply(text: string, sections: number): string {
  const works = parseWorks(text)
  const [one = '', other = '', third = ''] = works
  const rows = works.slice(0, 6).map((id, at) => ({
    label: STEPS[at % STEPS.length]?.[0],
    cells: [
      `在深层网络上训练 [${id}.1]`,
      at % 2 === 0 ? `收敛更快 [${id}.1]` : '',
      `只在图像数据上验证 [${id}.1]`,
    ],
  }))
  const share = Math.max(1, Math.floor(works.length / sections))
  return JSON.stringify({
    table: { label: '方法', dimensions: ['做法', '报告的收益', '局限'], rows },
    agreements: [{ point: '更深的网络需要专门的训练方法', works: [one, other] }],
    disagreements: [
      {
        ...{ point: '归一化是否可以代替随机失活', why: '数据集的大小不同' },
        sides: [
          { view: '可以代替', works: [one] },
          { view: '不能代替', works: [third || other] },
        ],
      },
    ],
    gaps: ['小样本上的训练还缺少系统比较'],
    outline: Array.from({ length: sections }, (_, at) => ({
      title: STEPS[at % STEPS.length]?.[0],
      purpose: `说明${STEPS[at % STEPS.length]?.[0]}`,
      works: works.slice(at * share, (at + 1) * share),
    })),
  })
}

/** Chooses the first sentences of a text for the aspects of the reader's table. */
function aspectChoice(list: unknown): string {
  const count = String(list).split('\n').length
  const names = ['problem', 'method', 'data', 'result', 'limitation']
  const chosen = names.map((name, at) => [
    name,
    { ids: at < count ? [at + 1] : [], summary: `第 ${at + 1} 句说明了这一方面` },
  ])
  return JSON.stringify(Object.fromEntries(chosen))
}

/** Runs the same research in every depth as the user of the context, and waits for the reports. */
export async function createModelResearch(
  { request }: BrowserContext,
  { url }: RunningServer,
): Promise<ModelResearchScene> {
  const call = async <Data>(path: string, data?: object): Promise<Data> => {
    const options = { method: data ? 'POST' : 'GET', headers, ...(data && { data }) }
    const answer = await request.fetch(url + path, options)
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()).data
  }
  const run = async (depth: ResearchDepth): Promise<string> => {
    const data = { question: QUESTION, depth, auto_accept_plan: true }
    const { run_id } = await call<{ run_id: string }>('/api/deep_research/run', data)
    for (let tries = 0; tries < 600; tries += 1) {
      const { state } = await call<{ state: string }>(`/api/deep_research/run/${run_id}`)
      if (state.startsWith('completed')) return run_id
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    throw new Error(`the ${depth} research did not end`)
  }
  const found = await call<{ list: { id: string }[] }>('/api/paper/search', {
    query: 'deep learning',
    facets: false,
  })
  const [brief = '', standard = '', thorough = ''] = await Promise.all(DEPTHS.map(run))
  return { brief, standard, thorough, paper_ids: found.list.slice(0, 5).map(({ id }) => id) }
}

/** Returns the screens of the runs and of the reader's table, as their user sees them. */
export function modelResearchScreens(scene: ModelResearchScene): Record<string, ScreenSpec> {
  const report = (depth: ResearchDepth, act?: ScreenSpec['act']): ScreenSpec => ({
    address: `/#/deepResearch?run_id=${scene[depth]}`,
    act: async (page) => {
      await page.getByRole('button', { name: '导出报告' }).waitFor()
      await act?.(page)
    },
  })
  const [first = '', ...others] = scene.paper_ids
  const compared = new URLSearchParams([
    ['paper_id', first],
    ['compare', '1'],
    ...others.map((id) => ['paper_id_list', id]),
  ])
  return {
    'model-start': {
      address: `/#/deepResearch?question=${encodeURIComponent(QUESTION)}`,
      act: (page) => page.getByText(budgetPart('standard')).waitFor(),
    },
    'model-start-thorough': {
      address: `/#/deepResearch?question=${encodeURIComponent(QUESTION)}`,
      act: async (page) => {
        await page.getByRole('radio', { name: '深入' }).check({ force: true })
        await page.getByText(budgetPart('thorough')).waitFor()
      },
    },
    'model-brief': report('brief'),
    'model-standard': report('standard'),
    'model-thorough': report('thorough'),
    'model-thorough-table': report('thorough', (page) => showSection(page, /比较/)),
    'model-thorough-differences': report('thorough', (page) => showSection(page, /一致与分歧/)),
    'model-thorough-limits': report('thorough', (page) => showSection(page, /未覆盖/)),
    'model-thorough-process': { address: `/#/deepResearch?run_id=${scene.thorough}&view=research` },
    'model-reader-table': {
      address: `/#/readDetailMore?${compared}`,
      act: (page) => page.getByRole('region', { name: '对照表' }).waitFor(),
    },
  }
}

const budgetPart = (depth: ResearchDepth) => new RegExp(`最多调用模型 ${RESEARCH_DEPTHS[depth].calls} 次`)

async function showSection(page: Page, name: RegExp): Promise<void> {
  const heading = page.getByRole('article').getByRole('heading', { name }).first()
  await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await page.mouse.wheel(0, -120)
}

/** Returns the screens of the comparison of two models, as the operator sees them; the second one is there only for them. */
export function modelComparisonScreens({ url }: RunningServer, base_url: string): Record<string, ScreenSpec> {
  const models = `${url}/api/admin/models`
  let id = ''
  const screen = (act: ScreenSpec['act']): ScreenSpec => ({
    address: '/#/home?panel=models&tab=compare',
    before: async ({ request }) => {
      const name = '脚本模型（长上下文，校内部署）'
      const place = { base_url, model: 'scripted-long', api_key: 'sk-scripted-key-0043', inside: true }
      const added = await request.post(models, { headers, data: { name, ...place } })
      id = (await added.json()).data.id
    },
    act: async (page) => {
      const question = page.getByRole('dialog').getByLabel('问题', { exact: true })
      await question.fill('深度学习在图像识别里有哪些代表性的做法？')
      await page.getByRole('button', { name: '对比', exact: true }).click()
      await page.getByRole('region', { name: '依据' }).waitFor()
      await act?.(page)
    },
    after: ({ request }) => request.delete(`${models}/${id}`, { headers }),
  })
  return {
    'model-compared': screen(undefined),
    'model-compared-end': screen((page) =>
      page.getByRole('region', { name: '依据' }).scrollIntoViewIfNeeded(),
    ),
  }
}
