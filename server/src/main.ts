// The entry point of the server: opens the installation, serves, and stops in order.
import { flushCompileCache } from 'node:module'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { createImportRunner } from './library/import/worker/import-in-worker.ts'
import { openBase } from './open-base.ts'
import { type Config, leaveMs, readConfig } from './platform/config/config.ts'
import { describeFault } from './platform/foundation/fault.ts'
import { createLogger, createStandardOutput } from './platform/foundation/logger.ts'

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
  // The threads of the library's index start and open it while the main thread loads the other modules. A failure is in
  // the log and is tried again at the next search.
  const opening = base.library.current().catch(() => {})
  const { assembleServer, prepareLibrary, printWelcome } = await import('./serve.ts')
  const { app, runner } = await assembleServer(base, kind)
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
