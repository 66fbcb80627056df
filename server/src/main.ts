// The entry point of the server: opens the installation, serves, and stops in order.
import { flushCompileCache } from 'node:module'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { loadReferenceModel } from '@scinav/formats'
import type { Logger } from 'pino'
import { issueSetupToken } from './account/user/index.ts'
import { loadLanguageData } from './answers/index.ts'
import { assemble } from './assemble.ts'
import { ensureStarterDatasets } from './knowledge/datasets/index.ts'
import { hasPassages } from './knowledge/passages/index.ts'
import { loadStarterLibrary, watchInbox } from './library/import/index.ts'
import { createImportRunner } from './library/import/worker/import-in-worker.ts'
import { openBase } from './open-base.ts'
import { serveLogin } from './pages/login.ts'
import { serveWeb } from './pages/web.ts'
import { type Config, leaveMs, readConfig } from './platform/config/config.ts'
import type { BaseContext } from './platform/context/context.ts'
import { isReachableByOthers } from './platform/foundation/addresses.ts'
import { describeFault } from './platform/foundation/fault.ts'
import { createLogger, createStandardOutput } from './platform/foundation/logger.ts'

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** How long running requests may continue after a request to stop, ms; they are then cut off. */
const REQUEST_DRAIN_MS = 10_000
/** How long running jobs may continue after a request to stop, ms; they are then handed back to the queue. */
const JOB_DRAIN_MS = 5_000
/** Upper bound of an orderly shutdown, ms. A process that has not closed by then, even on a slow machine, hangs. */
const HANG_TIMEOUT_MS = 5 * 60_000

/** Whether the process has been asked to stop; what is still starting then fails on what has been closed. */
let isStopping = false

/** Opens the installation and listens; the library is loaded after that. A stop may come at any time. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLogger(config.LOG_LEVEL, createStandardOutput(), processIdentity(config))
  const shutdown = stopOnSignals(log)
  const { base, kind, close } = await openBase(config, log, { importsInWorker: createImportRunner })
  shutdown.add(close)
  // The library's index opens in its threads while the rest is assembled. A failure is in the log and is tried again
  // at the next search.
  const opening = base.library.current().catch(() => {})
  const { app, runner } = await assemble({ base, kind, pages: [serveLogin(base), serveWeb(base, WEB_ROOT)] })
  shutdown.add(async () => {
    const cut_ms = leaveMs(config) + REQUEST_DRAIN_MS
    const cutTimer = setTimeout(() => app.server.closeAllConnections(), cut_ms)
    await Promise.all([app.close(), runner.stop(JOB_DRAIN_MS)])
    clearTimeout(cutTimer)
  })
  await app.listen({ port: config.PORT, host: config.HOST })
  if (config.ROLE !== 'web') runner.start()
  const preparing = prepareLibrary(base, opening)
  // What is being stored when the process is stopped is stored to its end.
  shutdown.add(() => preparing.catch(() => {}))
  await preparing
  // Node stores the cache of compiled modules at an orderly end only; after a kill all would be compiled again.
  flushCompileCache()
  const [address] = app.addresses()
  await printWelcome(base, typeof address === 'object' ? address.port : config.PORT)
}

/**
 * Returns the fields that identify this process in log lines; null on SQLite, where only one process writes the log.
 */
const processIdentity = ({ DATABASE_URL, ROLE }: Config) =>
  DATABASE_URL ? { host: hostname(), pid: process.pid, role: ROLE } : null

/**
 * Loads the starter library before the first search, and in the background what questions and references need.
 *
 * @param opening resolves when the library's index is open or could not be opened; the background work begins then,
 *   so that it does not delay the first search.
 */
async function prepareLibrary(base: BaseContext, opening: Promise<unknown>): Promise<void> {
  await loadStarterLibrary(base)
  await ensureStarterDatasets(base)
  // A failure here is repeated, and reported, by the first question or reference, which then loads what is missing.
  loadLanguageData(base, opening).catch(() => {})
  opening.then(loadReferenceModel).catch(() => {})
  if (base.config.ROLE !== 'worker') await preparePassages(base)
  if (base.config.ROLE !== 'web') watchInbox(base)
}

/** Pause before the next look for a first file, ms. */
const PASSAGE_POLL_MS = 1_000

/** Starts the passage index once the first file has passages; until then it takes no memory. */
async function preparePassages(base: BaseContext): Promise<void> {
  if (await hasPassages(base)) base.passages.current().catch(() => {})
  else setTimeout(() => preparePassages(base).catch(() => {}), PASSAGE_POLL_MS).unref()
}

/** Prints the address of the product and, while there is no administrator, how to register one. */
async function printWelcome(base: BaseContext, port: number): Promise<void> {
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

/**
 * Stops on the first signal, however slow the machine is, and exits at once on the second. `add` adds what is to be
 * closed then, before what was added earlier.
 */
function stopOnSignals(log: Logger): { add: (close: () => Promise<void>) => void } {
  const closes: (() => Promise<void>)[] = []
  const stop = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => {
      log.fatal('the server was asked to stop and hangs')
      process.exit(1)
    }, HANG_TIMEOUT_MS).unref()
    for (const close of closes.toReversed()) await close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return { add: (close) => void closes.push(close) }
}

function exitWithFault(error: unknown): void {
  if (isStopping) return
  process.stderr.write(`${describeFault(error)}\n`)
  process.exit(1)
}

start().catch(exitWithFault)
