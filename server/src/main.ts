import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assemble } from './assemble.ts'
import { openBase } from './base.ts'
import { readConfig } from './config.ts'
import type { BaseContext } from './context.ts'
import { describeFault } from './fault.ts'
import { watchInbox } from './import/inbox.service.ts'
import { loadStarterLibrary } from './import/starter.service.ts'
import { createLogger, standardOutput } from './logger.ts'
import { serveLogin } from './pages/login.ts'
import { serveWeb } from './pages/web.ts'
import { issueSetupToken } from './user/register.service.ts'

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))
const SHUTDOWN_MS = 10_000

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLogger(config.LOG_LEVEL, standardOutput())
  const { base, kind, close } = await openBase(config, log)
  const web = existsSync(join(WEB_ROOT, 'index.html')) ? [serveWeb(WEB_ROOT)] : []
  const { app, runner } = await assemble({ base, kind, pages: [serveLogin(base), ...web] })
  await app.listen({ port: config.PORT, host: config.HOST })
  runner.start()
  await prepareLibrary(base)
  stopOnSignals(async () => {
    await Promise.all([app.close(), runner.stop(SHUTDOWN_MS / 2)])
    await close()
  })
  const [address] = app.addresses()
  await greet(base, typeof address === 'object' ? address.port : config.PORT)
}

/** The starter library is there at the first search; the index goes on in the background. */
async function prepareLibrary(base: BaseContext): Promise<void> {
  await loadStarterLibrary(base)
  // What fails here is in the log, and is tried again at the next search.
  base.library.current().catch(() => {})
  watchInbox(base)
}

async function greet(base: BaseContext, port: number): Promise<void> {
  const { config } = base
  const url = config.PUBLIC_URL ?? `http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${port}`
  const token = await issueSetupToken(base)
  const setup = token
    ? `\n  还没有管理员：在本机注册的第一个账号就是管理员；\n  从其他机器注册请打开 ${url}/#/register?setup=${token}`
    : ''
  process.stdout.write(`\n  科学导航已启动：${url}${setup}\n\n`)
}

/** The first signal closes in order, within 10 s; a second one, or the end of that time, ends at once. */
function stopOnSignals(close: () => Promise<void>): void {
  let closing = false
  const stop = async () => {
    if (closing) process.exit(1)
    closing = true
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    await close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function refuse(error: unknown): never {
  process.stderr.write(`${describeFault(error)}\n`)
  process.exit(1)
}

start().catch(refuse)
