// A checked manuscript and a batch of theses for the pictures of `npm run screens`.
import type { BrowserContext, Page } from '@playwright/test'
import type { RunningServer } from '../../e2e/support/server.ts'
import { STEP_TIMEOUT_MS } from '../../server/src/testing/timeouts.ts'
import type { ScreenSpec } from './screens.ts'

/** Text between the cited paragraphs, which has nothing to correct. */
const QUIET_PARAGRAPHS = Array.from(
  { length: 14 },
  (_, at) =>
    `本节第 ${at + 1} 段记录实验的环境与步骤，每一步都写明所用的数据、参数和重复的次数，以便他人重做。`,
)

/** A review of works of the starter library: some entries differ from their records, some are unknown or uncited. */
const MANUSCRIPT = [
  '# 大规模数据上的神经网络训练综述',
  '## 1 引言',
  '大规模数据的处理依赖分布式的计算框架，MapReduce 在数千台机器上简化了这类任务[1]。排序是其中的基本操作，快速排序至今仍被广泛使用[2]。误差反向传播使多层网络得以训练[4]，长短期记忆网络缓解了序列任务中的梯度消失[3]。',
  '深度学习在图像与语音任务上取得了进展[5]，随机失活可以减轻过拟合[6,7]，也有人报告了海岸民谣里的谜语如何传播[8]。近来的工作见文献[12]。',
  '## 2 数据与方法',
  ...QUIET_PARAGRAPHS,
  '## 3 讨论',
  '网络搜索引擎的排序方法也可用于文献检索[9]，这与上文的结论一致[3]。',
  '## 参考文献',
  '[1] Dean J, Ghemawat S. MapReduce: Simplified Data Processing on Large Clusters[C]. OSDI, 2003: 137-150.',
  '[2] Hoare C A R. Quicksort[J]. The Computer Journal, 1962, 5(1): 10-16.',
  '[3] Hochreiter S, Schmidhuber J. Long Short-Term Memory[J]. Neural Computation, 1999, 9(8): 1735-1790.',
  '[4] Rumelhart D E, Hinton G E, Williams R J. Learning representations by back-propagating errors[J]. Nature, 1986, 323: 533-536.',
  '[5] LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2015, 521: 436-444.',
  '[6] Srivastava N, Hinton G, Krizhevsky A, et al. Dropout: A Simple Way to Prevent Neural Networks from Overfitting[J]. Journal of Machine Learning Research, 2014, 15: 1929-1958.',
  '[7] SRIVASTAVA N, HINTON G, KRIZHEVSKY A, et al. Dropout: a simple way to prevent neural networks from overfitting[J]. Journal of Machine Learning Research, 2014, 15: 1929-1958.',
  '[8] Miller A. Riddles of the northern coast and of those who told them[J]. Folklore, 1999, 12(3): 45-67.',
  '[9] Brin S, Page L. The anatomy of a large-scale hypertextual Web search engine[J]. Computer Networks and ISDN Systems, 1998, 30: 107-117.',
  '[10] Ghemawat S, Gobioff H, Leung S T. The Google file system[C]. SOSP, 2003: 29-43.',
].join('\n\n')

/** Ids of what was checked. */
export interface ManuscriptScene {
  check_id: string
}

/** Checks the manuscript as the user of the context. */
export async function createManuscriptScene(
  context: BrowserContext,
  { url }: RunningServer,
): Promise<ManuscriptScene> {
  const page = await context.newPage()
  await page.goto(`${url}/#/aiCitation?mode=manuscript`)
  await page.getByLabel('要上传的文件').setInputFiles({
    name: '大规模数据上的神经网络训练综述.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(MANUSCRIPT),
  })
  await page.getByRole('button', { name: '开始核对' }).click()
  await page.waitForURL(/check_id=/)
  await page.getByRole('region', { name: '核对结果' }).waitFor({ timeout: STEP_TIMEOUT_MS })
  await page.getByRole('button', { name: '停止' }).waitFor({ state: 'hidden', timeout: STEP_TIMEOUT_MS })
  const { searchParams } = new URL(page.url().replace('/#', ''))
  await page.close()
  return { check_id: searchParams.get('check_id') ?? '' }
}

/** Returns the screens of the tab 稿件核对. */
export function manuscriptScreens({ check_id }: ManuscriptScene): Record<string, ScreenSpec> {
  const address = `/#/aiCitation?mode=manuscript&check_id=${check_id}`
  return {
    'manuscript-start': { address: '/#/aiCitation?mode=manuscript' },
    'manuscript-check': { address },
    'manuscript-finding': { address, act: openFinding },
  }
}

/** Opens the finding on the year of an entry. */
const openFinding = (page: Page) =>
  page
    .getByRole('region', { name: '核对结果' })
    .getByText(/2003.*2004/)
    .click()
