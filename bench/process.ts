import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../scripts/free-port.mjs'
import { SERVER_FLAGS } from '../scripts/node24.mjs'

/** A server in its own process, with its output discarded. */
export interface MeasuredServer {
  url: string
  process: ChildProcess
  stop: () => Promise<void>
}

const START_TIMEOUT_MS = 300_000

/** Starts a server file on a free port, passed as `PORT`, and waits until it responds to `/healthz`. */
export async function startMeasured(
  file: string,
  env: Record<string, string> = {},
  flags: string[] = [],
): Promise<MeasuredServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [...SERVER_FLAGS, ...flags, localPath(file)], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = `http://localhost:${port}`
  try {
    await waitForHealth(`${url}/healthz`)
  } catch (error) {
    await waitForExit(child)
    throw error
  }
  return { url, process: child, stop: () => waitForExit(child) }
}

/** Returns the path of a file relative to this one. */
export const localPath = (file: string) => fileURLToPath(new URL(file, import.meta.url))

async function waitForHealth(url: string): Promise<void> {
  for (const late = Date.now() + START_TIMEOUT_MS; Date.now() < late; ) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url} does not answer`)
}

function waitForExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

interface Load {
  clients: number
  seconds: number
  cookie?: string
}

interface LoadResult {
  total: number
  average: number
  p99: number
  non2xx: number
  errors: number
}

/** The result of one round of load. */
export interface Round {
  /** Requests per second. */
  rate: number
  /** In milliseconds. */
  p99: number
  /** Microseconds of the server's processor time per request; NaN on systems other than Linux. */
  cpu: number
}

/**
 * Requests one address for some time, from a process of its own.
 *
 * @throws when a response was not a success
 */
export async function measureLoad(server: MeasuredServer, path: string, load: Load): Promise<Round> {
  const { clients, seconds, cookie = '' } = load
  const before = cpuSeconds(server.process)
  const args = [localPath('./load.ts'), server.url + path, cookie, String(clients), String(seconds)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { total, average, p99, non2xx, errors }: LoadResult = JSON.parse(stdout)
  if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} refusals, ${errors} errors`)
  return { rate: average, p99, cpu: ((cpuSeconds(server.process) - before) / total) * 1e6 }
}

const TICKS_PER_SECOND = 100

/** Returns the processor time of a process's living children in seconds; PostgreSQL has one for each connection. */
export function childCpuSeconds(parent: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentPid(name) === parent)
  return own.reduce((sum, pid) => sum + cpuSeconds({ pid: Number(pid) }), 0)
}

function parentPid(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    // The process has just ended.
    return Number.NaN
  }
}

/** Returns the processor time of a process in seconds; NaN on systems other than Linux. */
export function cpuSeconds({ pid }: Pick<ChildProcess, 'pid'>): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
