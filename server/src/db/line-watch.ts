import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** How long a query may say nothing before its connection is looked at; how long the look takes; how often. */
const PATIENCE = { silent_ms: 5_000, answer_ms: 8_000, look_ms: 1_000 }

export type Patience = typeof PATIENCE

/** What the driver has, and does not tell in its types. */
export type Connected = pg.PoolClient & {
  processID?: number
  connection?: { stream?: { bytesRead?: number } }
}

interface Asked {
  client: Connected
  since: number
  /** What had come by then. */
  bytes: number
  /** It has been seen that nobody works on the answer; unless it is on its way, the line is cut. */
  isSuspect: boolean
}

const bytesOf = ({ connection }: Connected): number => connection?.stream?.bytesRead ?? 0

/**
 * Notices a line to PostgreSQL that is cut without a word: the system would wait a quarter of an hour for it, and a limit
 * for queries would end long ones. A query that has been silent for seconds is asked after by another connection: where
 * that gets no answer, or PostgreSQL knows nothing of the query, its connection is ended, and the query fails.
 */
export function watchLine(url: string, { silent_ms, answer_ms, look_ms }: Patience = PATIENCE) {
  const waiting = new Set<Asked>()
  let isLooking = false

  async function look(): Promise<void> {
    if (isLooking) return
    const silent = [...waiting].filter((one) => isSilent(one, silent_ms))
    if (silent.length === 0) return
    isLooking = true
    const line = await lookAt(url, silent, answer_ms)
    // Where this thread was held, and not the line, what has come meanwhile is read first.
    await wait(look_ms, undefined, { ref: false })
    isLooking = false
    for (const one of silent)
      if (waiting.has(one) && bytesOf(one.client) === one.bytes && isCut(one, line))
        one.client.end().catch(() => {})
  }

  const timer = setInterval(() => void look(), look_ms).unref()
  return {
    /** Watches a query until it is answered. */
    async during<T>(client: Connected, query: () => Promise<T>): Promise<T> {
      const one = { client, since: performance.now(), bytes: bytesOf(client), isSuspect: false }
      waiting.add(one)
      try {
        return await query()
      } finally {
        waiting.delete(one)
      }
    },
    stop: () => clearInterval(timer),
  }
}

/** Whether nothing has come for so long; what has come is noted. */
function isSilent(one: Asked, silent_ms: number): boolean {
  const bytes = bytesOf(one.client)
  const now = performance.now()
  if (bytes !== one.bytes) Object.assign(one, { bytes, since: now, isSuspect: false })
  return now - one.since >= silent_ms
}

/** Backends that are at work; `away` where PostgreSQL is not reached, `untold` where it cannot say. */
type Line = ReadonlySet<number> | 'away' | 'untold'

/** Twice in a row, for the answer may be on its way. */
function isCut(one: Asked, line: Line): boolean {
  if (typeof line === 'string') return line === 'away'
  const isAtWork = line.has(one.client.processID ?? 0)
  const isCertain = one.isSuspect && !isAtWork
  one.isSuspect = !isAtWork
  return isCertain
}

interface Seen {
  own: number
  working: number[]
}

/** Numbers are a pooler's own where one is between: then nothing can be said of single connections. */
async function lookAt(url: string, silent: Asked[], answer_ms: number): Promise<Line> {
  const limits = { connectionTimeoutMillis: answer_ms, query_timeout: answer_ms }
  const client = new pg.Client({ connectionString: url, ...limits }) as pg.Client &
    Pick<Connected, 'processID'>
  client.on('error', () => {})
  try {
    await client.connect()
    const numbers = silent.map((one) => one.client.processID ?? 0)
    const { rows } = await client.query<Seen>(
      `select pg_backend_pid() as own, array(
         select pid from pg_stat_activity
         where pid = any($1) and state is distinct from 'idle' and state not like 'idle in%'
       ) as working`,
      [numbers],
    )
    return rows[0] && rows[0].own === client.processID ? new Set(rows[0].working) : 'untold'
  } catch (error) {
    return saidBy(error) ? 'untold' : 'away'
  } finally {
    client.end().catch(() => {})
  }
}

/** Whether PostgreSQL itself refused, with a code of five signs: it is there, unless it is just beginning or ending. */
const saidBy = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^(?!57P)[0-9A-Z]{5}$/.test(code)
}
