import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyPostgres } from './fresh-database.ts'
import { MAIN_MODULE } from './main-module.ts'
import { newFolder } from './new-folder.ts'
import { PASSWORD } from './password.ts'

/** A server that runs as its own process. */
export interface RealServer {
  url: string
  process: ChildProcess
  /** Resolves with the exit code, or the signal that ended the process. */
  ended: Promise<number | string | null>
}

/** Where a server has its data; without an address its database lies in the folder. */
export type ServerSettings = Record<'DATA_DIR' | 'DATABASE_URL', string>

/** Returns settings of a server without data, on the kind of database under test. */
export async function newServerSettings(): Promise<ServerSettings> {
  const onPostgres = process.env.TEST_DATABASE === 'postgres'
  return { DATA_DIR: newFolder(), DATABASE_URL: onPostgres ? await emptyPostgres() : '' }
}

/**
 * Starts the server as its own process, from this build or another; resolves when it is ready.
 *
 * @throws Error with its output when it ends before.
 */
export function startRealServer(env: Record<string, string>, main = MAIN_MODULE): Promise<RealServer> {
  return spawnServer(env, main).ready
}

/** Starts the server as its own process; `ready` resolves or rejects as `startRealServer` does. */
export function spawnServer(
  env: Record<string, string>,
  main = MAIN_MODULE,
): Pick<RealServer, 'process' | 'ended'> & { ready: Promise<RealServer> } {
  const settings = { PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '1000', ...env }
  const flags = ['--disable-warning=ExperimentalWarning', main]
  const child = spawn(process.execPath, flags, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | string | null>((resolve) =>
    child.on('exit', (code, signal) => resolve(signal ?? code)),
  )
  const ready = new Promise<RealServer>((resolve, reject) => {
    let printed = ''
    const read = (chunk: Buffer) => {
      printed += chunk
      const url = /已启动：(\S+)/.exec(printed)?.[1]
      if (url) resolve({ url, process: child, ended })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('close', (code) => reject(Object.assign(new Error(printed), { code })))
  })
  return { process: child, ended, ready }
}

/** Makes a call with a session cookie; returns null for a broken connection. */
export async function postJson(
  server: RealServer,
  path: string,
  body: object,
  cookie = '',
): Promise<Response | null> {
  const headers = { 'content-type': 'application/json', 'x-login-type': 'front', cookie }
  return fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
    () => null,
  )
}

/** Registers a user with the code from the outbox in `DATA_DIR`; returns the session cookie. */
export async function registerPerson(server: RealServer, data_dir: string): Promise<string> {
  const target = 'drill@example.edu.cn'
  await postJson(server, '/api/register/send_msg', { target, scene: 'register' })
  const code = await codeFromOutbox(join(data_dir, 'outbox'))
  const person = { account: 'drill', password: PASSWORD, nick_name: '演练', target, code, agree: true }
  const response = await postJson(server, '/api/register/register_user', person)
  const [cookie = ''] = (response?.headers.get('set-cookie') ?? '').split(';')
  if (!cookie) throw new Error(`not registered: ${await response?.text()}`)
  return cookie
}

async function codeFromOutbox(outbox: string): Promise<string> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    try {
      const [file = ''] = readdirSync(outbox)
      return JSON.parse(readFileSync(join(outbox, file), 'utf8')).code
    } catch {
      // The file does not exist yet, or is only half written.
    }
  }
}
