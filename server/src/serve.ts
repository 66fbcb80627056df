// What the entry point loads once the threads have been started: the assembled server, and what it does when it listens.
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadReferenceModel } from '@scinav/formats'
import { loadDictionary } from '@scinav/search'
import { issueSetupToken } from './account/user/index.ts'
import { loadLanguageData } from './answers/index.ts'
import { assemble } from './assemble.ts'
import { ensureStarterDatasets } from './knowledge/datasets/index.ts'
import { hasPassages } from './knowledge/passages/index.ts'
import { loadStarterLibrary, watchInbox } from './library/import/index.ts'
import { serveLogin } from './pages/login.ts'
import { serveWeb } from './pages/web.ts'
import type { BaseContext } from './platform/context/context.ts'
import { isReachableByOthers } from './platform/foundation/addresses.ts'
import { isForegroundQuiet } from './platform/foundation/foreground.ts'

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Assembles the server with all its pages. */
export const assembleServer = (base: BaseContext, kind: 'sqlite' | 'postgres') =>
  assemble({ base, kind, pages: [serveLogin(base), serveWeb(base, WEB_ROOT)] })

/**
 * Loads the starter library before the first search, and in the background, once people can search, what questions and
 * references need.
 *
 * @param opening resolves when the library's index is open or could not be opened.
 */
export async function prepareLibrary(base: BaseContext, opening: Promise<unknown>): Promise<void> {
  // In pieces: a search whose words are translated needs it, and reads what is missing at once.
  loadDictionary().catch(() => {})
  await loadStarterLibrary(base)
  await ensureStarterDatasets(base)
  // A failure here is repeated, and reported, by the first question or reference, which then loads what is missing.
  const begin = opening.then(() => waitForPause(base))
  loadLanguageData(base, begin)
    .then(loadReferenceModel)
    .catch(() => {})
  if (base.config.ROLE !== 'worker') await preparePassages(base)
  if (base.config.ROLE !== 'web') watchInbox(base)
}

/** Pause before the background work begins, and between looks whether somebody searches, ms. */
const PAUSE_MS = 2_000
/** How many looks are taken; then the work begins, although people search all the time. */
const MAX_LOOKS = 5

/** Resolves when a while after the start nobody searches. */
async function waitForPause({ config }: BaseContext): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    await wait(PAUSE_MS, undefined, { ref: false })
    if (isForegroundQuiet(config)) return
  }
}

/** Pause before the next look for a first file, ms. */
const PASSAGE_POLL_MS = 1_000

/** Starts the passage index once the first file has passages; until then it takes no memory. */
async function preparePassages(base: BaseContext): Promise<void> {
  if (await hasPassages(base)) base.passages.current().catch(() => {})
  else setTimeout(() => preparePassages(base).catch(() => {}), PASSAGE_POLL_MS).unref()
}

/** Prints the address of the product and, while there is no administrator, how to register one. */
export async function printWelcome(base: BaseContext, port: number): Promise<void> {
  const { config } = base
  const url = config.PUBLIC_URL ?? `http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${port}`
  if (config.ROLE === 'worker') return void process.stdout.write(`\n  科学导航的后台任务已启动：${url}\n\n`)
  const token = await issueSetupToken(base)
  const page = `${url}/#/register?setup=${token}`
  const instructions = isReachableByOthers(config)
    ? `请打开 ${page} 注册第一个管理员`
    : `在本机注册的第一个账号就是管理员；\n  从其他机器注册请打开 ${page}`
  const setup = token ? `\n  还没有管理员：${instructions}` : ''
  process.stdout.write(`\n  科学导航已启动：${url}${setup}\n\n`)
}
