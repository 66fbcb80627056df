// The screens for `npm run screens`.
import type { Page } from '@playwright/test'
import { type LibraryScene, QUERY } from './scene.ts'

/** A screen to capture. */
export interface ScreenSpec {
  address: string
  /** Actions before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
  /** Actions before the screen is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Actions after the picture has been taken. */
  after?: (page: Page) => Promise<unknown>
}

/** Screens without log-in. */
export const publicScreens: Record<string, ScreenSpec> = {
  login: { address: '/login' },
  forgot: { address: '/login#forgot' },
  register: { address: '/#/register' },
  agreement: { address: '/agreement' },
  offline: { address: '/offline.html' },
  'no-login': { address: '/#/noLoginError' },
}

/** Screens of the account and the operator. */
export const accountScreens: Record<string, ScreenSpec> = {
  profile: { address: '/#/home?panel=settings' },
  security: { address: '/#/home?panel=settings&tab=security' },
  appearance: { address: '/#/home?panel=settings&tab=appearance' },
  users: { address: '/#/home?panel=users' },
  jobs: { address: '/#/home?panel=jobs' },
  palette: { address: '/#/home', act: (page) => page.keyboard.press('Control+k') },
  error: { address: '/#/error?err_code=404' },
}

/** Screens of applications, prompts, models and MCP servers. */
export const toolScreens: Record<string, ScreenSpec> = {
  applications: { address: '/#/aiApplications' },
  application: { address: '/#/aiApplications?open=literature_review' },
  prompts: { address: '/#/aiApplications?panel=prompts&tab=ready' },
  'out-agent': { address: '/#/outAgent' },
  models: { address: '/#/home?panel=models' },
  mcp: { address: '/#/home?panel=mcp' },
  tokens: { address: '/#/home?panel=settings&tab=tools' },
}

/** A text on papers of the starter library, with claims it lacks and a reference list of its own. */
const ESSAY = `# 引言
MapReduce simplified data processing on large clusters in many companies. We propose another scheme.
长短期记忆网络（Long Short-Term Memory）缓解了梯度消失问题，此后用于语音和翻译。人工神经元的逻辑演算说明神经活动可以用命题逻辑描述。冰岛的火山每十年喷发一次。注意力机制首先用于机器翻译[1]。

参考文献
[1] Miller A. Riddles of the northern coast[J]. Folklore, 1999.`

async function citeEssay(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: '文稿' }).fill(ESSAY)
  await page.getByRole('button', { name: '开始配引文' }).click()
  await page.getByRole('button', { name: /^采纳全部「强」/ }).click()
  await page.getByRole('button', { name: / 强$/ }).first().click()
}

/** One correct reference, two that differ, two that the library lacks, one that cannot be parsed. */
const REFERENCE_LIST = `[1] Dean J, Ghemawat S. MapReduce: Simplified Data Processing on Large Clusters[C]. OSDI, 2004: 137-150.
[2] Hochreiter S, Schmidhuber J. Long Short-Term Memory[J]. Neural Computation, 1999, 9(8): 1735-1780.
[3] LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2015, 521: 436-444.
[4] Hoare C A R. Quicksort[J]. The Computer Journal, 1963.
[5] Miller A. Riddles of the northern coast and of those who told them[J]. Folklore, 1999, 12(3): 45-67.
[6] 同上，第 45 页`

async function checkList(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: '参考文献清单' }).fill(REFERENCE_LIST)
  await page.getByRole('button', { name: '开始核对' }).click()
  await page.getByText(/^共 \d+ 条/).waitFor()
  await page.getByText('正在核对').waitFor({ state: 'hidden' })
}

/** Screens that find references for a text and check a reference list. */
export const citationScreens: Record<string, ScreenSpec> = {
  citation: { address: '/#/aiCitation' },
  'citation-result': { address: '/#/aiCitation', act: citeEssay },
  'citation-list': { address: '/#/aiCitation?mode=check' },
  'citation-check': { address: '/#/aiCitation?mode=check', act: checkList },
}

/** Screens with a name and an organization of the maximum length of the contract. */
export const longNameScreens: Record<string, ScreenSpec> = {
  'long-home': { address: '/#/home' },
}

/** Returns the screens of the library, using the content of the scene. */
export function libraryScreens({
  paper_id,
  dataset_id,
  subscription_id,
}: LibraryScene): Record<string, ScreenSpec> {
  const results = `/#/home/searchResult?q=${encodeURIComponent(QUERY)}`
  return {
    home: { address: '/#/home' },
    results: { address: results },
    facets: { address: `${results}&language=zh`, act: openFacets },
    nothing: { address: `/#/home/searchResult?q=${encodeURIComponent('查无此文 量子')}&language=ja` },
    paper: { address: `${results}&paper=${paper_id}` },
    cite: { address: `${results}&paper=${paper_id}`, act: openReferences },
    history: { address: '/#/home/searchHistory' },
    subscribe: { address: '/#/subscribe' },
    subscription: { address: `/#/subscribe/searchResult?id=${subscription_id}` },
    lists: { address: `/#/knowledgeBase?dataset_id=${dataset_id}` },
    databases: { address: '/#/resources' },
    journals: { address: '/#/resources?view=journals' },
    import: { address: '/#/home?panel=import' },
    ranks: { address: '/#/home?panel=ranks' },
  }
}

/** Opens the filters, which are a column in wide windows and behind a button in others. */
async function openFacets(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^筛选/ })
  if (await button.isVisible()) await button.click()
}

async function openReferences(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: '文献' }).getByRole('button', { name: '引用' }).click()
  await page.getByRole('list', { name: '参考文献' }).waitFor()
}
