import { onTestFinished } from 'vitest'
import { sleep } from './drill-client.ts'
import { newFolder } from './new-folder.ts'
import { newServerSettings, type RealServer, startRealServer } from './real-server.ts'

/**
 * Starts processes that share a database and a data folder, each with its own index; they stop at the end of the test.
 *
 * @param settings returns the place of their data; by default there are none yet.
 */
export async function startServerCluster(more: Record<string, string> = {}, settings = newServerSettings) {
  const { DATA_DIR, DATABASE_URL } = await settings()
  const shared = { ...more, DATA_DIR, DATABASE_URL }
  const running: RealServer[] = []
  onTestFinished(async () => {
    for (const { process } of running) process.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
  })
  return {
    DATA_DIR,
    DATABASE_URL,
    /** @param main start file of another build. */
    start: async (ROLE: 'web' | 'worker', env: Record<string, string> = {}, main?: string) => {
      const server = await startRealServer({ ...shared, ROLE, INDEX_DIR: newFolder(), ...env }, main)
      running.push(server)
      return server
    },
  }
}

/** Error codes of connections that were not accepted, or closed before a response. */
const REFUSED_CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

type Send = (server: RealServer) => Promise<Response>

/** Sends a request; returns null when the process does not accept it, or asks to try again because it is overloaded. */
async function trySend(server: RealServer, send: Send): Promise<{ status: number; message: string } | null> {
  try {
    const response = await send(server)
    const { data, message } = await response.json()
    return data?.problem === 'server.busy' ? null : { status: response.status, message }
  } catch (error) {
    const { code = '' } = (error as { cause?: { code?: string } }).cause ?? {}
    if (!REFUSED_CONNECTION_CODES.has(code)) throw error
    return null
  }
}

/**
 * Sends a repeatable request like a load balancer: to one process after another until one answers it.
 *
 * @param servers read again at each attempt, since the list changes.
 */
async function requestAnyServer(servers: () => RealServer[], send: Send) {
  for (;;) {
    for (const server of servers()) {
      const answer = await trySend(server, send)
      if (answer) return answer
    }
    await sleep(20)
  }
}

const LANE_COUNT = 3
const KEY_COUNT = 100

/**
 * Creates writers that save settings through any available process until stopped, and record acknowledged and rejected
 * writes.
 */
export function createWriters(servers: () => RealServer[], cookie: string) {
  const wanted = new Map<string, number>()
  const refused: string[] = []
  let acknowledged = 0
  let isOver = false
  async function lane(number: number): Promise<void> {
    for (let count = 0; !isOver; count += 1) {
      const key = `lane${number}-${count % KEY_COUNT}`
      const headers = { 'content-type': 'application/json', 'x-login-type': 'front', cookie }
      const sent = { method: 'POST', headers, body: JSON.stringify({ key, type: 'drill', value: count }) }
      const { status, message } = await requestAnyServer(servers, ({ url }) =>
        fetch(`${url}/api/user_setting/save`, sent),
      )
      if (status === 200) {
        acknowledged += 1
        wanted.set(key, count)
      } else refused.push(`${status} ${message}`)
    }
  }
  const all = Promise.all(Array.from({ length: LANE_COUNT }, (_, number) => lane(number)))
  return {
    wanted,
    refused,
    acknowledged: () => acknowledged,
    async stop(): Promise<void> {
      isOver = true
      await all
    },
  }
}

/** Returns acknowledged settings that are missing or have an older value than the last acknowledged one. */
export async function findLostSettings(
  ask: (path: string) => Promise<unknown>,
  wanted: ReadonlyMap<string, number>,
): Promise<string[]> {
  const faults: string[] = []
  for (const [key, value] of wanted) {
    const there = await ask(`/api/user_setting/get/${key}/drill`)
    if (typeof there !== 'number' || there < value) faults.push(`${key}: ${there} instead of ${value}`)
  }
  return faults
}

/** Logs minimum, median and maximum of durations; no test depends on them. */
export function logTimes(of: string, ms: number[]): void {
  const sorted = ms.map(Math.round).toSorted((a, b) => a - b)
  console.info(
    `${of}: ${sorted.length} times, ms ${sorted[0]}, ${sorted[sorted.length >> 1]}, ${sorted.at(-1)}`,
  )
}
