import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAIN_MODULE } from '../../server/src/testing/main-module.ts'
import { STEP_TIMEOUT_MS } from '../../server/src/testing/timeouts.ts'

/** The product as in production: its own process on a free port with an empty folder. */
export interface RunningServer {
  url: string
  folder: string
  /** Returns the newest code sent to an address, read from the outbox. */
  codeFor: (target: string) => Promise<string>
  /** Shuts the process down and removes its folder. */
  stop: () => Promise<void>
  /** Kills the process, like a crash; its folder stays. */
  kill: () => Promise<void>
}

/**
 * Returns a server for processes started and stopped elsewhere, behind one address; this folder is all that is known of
 * theirs.
 */
export const externalServer = (url: string, folder: string): RunningServer => ({
  ...{ url, folder },
  codeFor: (target) => waitForCode(join(folder, 'outbox'), target),
  stop: async () => {},
  kill: async () => {},
})

/**
 * Starts a server.
 *
 * @param folder of a stopped server, whose data the new one continues to use
 */
export async function startServer(
  env: Record<string, string> = {},
  folder = mkdtempSync(join(tmpdir(), 'scinav-e2e-')),
): Promise<RunningServer> {
  const settings = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '100', ...env }
  const child = spawn(process.execPath, [MAIN_MODULE], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await waitForUrl(child)
  return {
    url,
    folder,
    codeFor: (target) => waitForCode(join(folder, 'outbox'), target),
    stop: async () => {
      await endProcess(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
    kill: () => endProcess(child, 'SIGKILL'),
  }
}

function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const late = setTimeout(() => reject(new Error(`the server did not start: ${printed}`)), STEP_TIMEOUT_MS)
    const read = (chunk: Buffer) => {
      printed += chunk
      const url = /已启动：(\S+)/.exec(printed)?.[1]
      if (!url) return
      clearTimeout(late)
      child.stdout?.off('data', read).resume()
      resolve(url)
    }
    child.stdout?.on('data', read)
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${printed}`)))
  })
}

function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.on('exit', () => resolve())
    child.kill(signal)
  })
}

/** Waits for the newest code for an address in the outbox folder. */
export async function waitForCode(outbox: string, target: string): Promise<string> {
  for (const late = Date.now() + STEP_TIMEOUT_MS; Date.now() < late; ) {
    const code = readOutbox(outbox).findLast((message) => message.to === target)?.code
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code came for ${target}`)
}

function readOutbox(outbox: string): { to: string; code?: string }[] {
  try {
    const names = readdirSync(outbox).sort()
    return names.map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')))
  } catch {
    return []
  }
}
