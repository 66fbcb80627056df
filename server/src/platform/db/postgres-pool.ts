import { withoutNul } from '@scinav/contract'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { AppError, DatabaseUnavailable } from '../foundation/errors.ts'
import { destroyConnection } from './connection-check.ts'
import { CONNECTION_TIMEOUTS, type ConnectionTimeouts, watchConnections } from './connection-watch.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_DELAY_MS = 5_000

/**
 * What PostgreSQL shall do for its part: a process that is cut off must not hold its locks for hours, and a transaction
 * in which nothing is asked for a minute is ended with its connection.
 */
const SESSION_SETTINGS =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4; set tcp_user_timeout = 30000; set idle_in_transaction_session_timeout = 60000'

type ConnectionWatch = ReturnType<typeof watchConnections>

/** Waits for a new connection for so long, whatever the pool says of those that are in use. */
const createClientClass = (line: ConnectionWatch) =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(config as pg.ClientConfig), connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = line.during(this, () => super.connect())
      if (!callback) return connected
      // As the driver does: without a fault it hands over none.
      connected.then(() => callback(undefined as unknown as Error), callback)
      return undefined
    }
  }

/**
 * Connections to PostgreSQL that notice within seconds that it cannot be reached, or that a line is cut, also without a
 * word. Counts (int8) arrive as numbers, as they do from SQLite.
 *
 * @throws DatabaseAway, from whatever is asked by then; what is asked later connects anew. AppError `server.busy` where
 * all connections stay in use.
 */
export function createPostgresPool(
  url: string,
  patience: ConnectionTimeouts = CONNECTION_TIMEOUTS,
): PostgresPool {
  const types = { getTypeParser: postgresTypeParser } as pg.CustomTypesConfig
  const alive = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS }
  const onConnect = async (client: pg.ClientBase) => {
    // A pooler may know none of it.
    await line.during(client, () => client.query(SESSION_SETTINGS)).catch(() => {})
  }
  const line = watchConnections(url, patience)
  const pool = new pg.Pool({
    ...{ connectionString: url, max: POOL_SIZE, types, ...alive },
    connectionTimeoutMillis: patience.acquire_ms,
    ...{ Client: createClientClass(line), onConnect },
  })
  // A connection that breaks fails the query that uses it; unheard, these events would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const writable = trackWritableSessions(patience.evict_ms)
  return {
    options: pool.options,
    async connect() {
      const client = await acquireUsableClient(pool, line, writable)
      const watched = known.get(client) ?? watchedClient(client, line, writable)
      known.set(client, watched)
      return watched
    },
    async end() {
      line.stop()
      await pool.end()
    },
  }
}

/** A connection that is there, of the pool or a new one. */
async function acquireUsableClient(
  pool: pg.Pool,
  line: ConnectionWatch,
  writable: WritableSessions,
): Promise<pg.PoolClient> {
  for (;;) {
    if (line.isAway()) throw new DatabaseUnavailable('AWAY', {})
    const began = performance.now()
    const client = await pool.connect().catch((error) => {
      // Who began to connect before the line was mended begins anew.
      if (line.hasAnsweredSince(began)) return null
      return throwAsUnavailable(error)
    })
    if (!client) continue
    const isCurrent = writable.isCurrent(client)
    if (isCurrent && (await line.isGood(client))) return client
    if (!isCurrent) {
      client.release(true)
      continue
    }
    destroyConnection(client)
    client.release(true)
  }
}

function watchedClient(
  client: pg.PoolClient,
  line: ConnectionWatch,
  writable: WritableSessions,
): PostgresPoolClient {
  const query = (text: string, values: unknown[]) =>
    line
      .during(client, () => client.query(text, values.map(stripNulText)))
      .catch((error) => {
        if ((error as { code?: unknown }).code === READ_ONLY_CODE) writable.evict(client)
        return throwAsUnavailable(error)
      })
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || !writable.isCurrent(client)),
  }
}

type WritableSessions = ReturnType<typeof trackWritableSessions>

/**
 * Tells sessions that are of use from those that may have begun while the database was read-only: such a session stays
 * so when a failover is over. One that refuses a write is closed, and so are all that began before it did, when they
 * are next used; that at most once in `evict_ms`, as long as the database is read-only.
 */
function trackWritableSessions(evict_ms: number) {
  const generations = new WeakMap<pg.PoolClient, number>()
  let generation = 0
  let evicted_at = Number.NEGATIVE_INFINITY
  return {
    /** Takes a session that was not seen before for one of the current generation. */
    isCurrent(client: pg.PoolClient): boolean {
      const own = generations.get(client) ?? generation
      generations.set(client, own)
      return own === generation
    },
    evict(client: pg.PoolClient): void {
      generations.set(client, Number.NEGATIVE_INFINITY)
      if (performance.now() - evicted_at < evict_ms) return
      evicted_at = performance.now()
      generation += 1
    },
  }
}

/** PostgreSQL refuses a text with NUL, whoever wrote it: a person, a model, a service outside. */
const stripNulText = (value: unknown) => (typeof value === 'string' ? withoutNul(value) : value)

/** Writing in a session that may only read: a failover is under way. */
const READ_ONLY_CODE = '25006'
/** Refusals of PostgreSQL that say that it ends or begins, only reads, or that the connection is lost. */
const UNAVAILABLE_CODE = /^(?:08...|57P0[1235]|25006)$/
/** What the driver says of a connection that is gone. */
const CONNECTION_LOST = /^(?:Connection terminated|Client (?:was closed|has encountered)|timeout expired)/
/** Faults of the system under way: ECONNREFUSED and its like. */
const SYSTEM_ERROR_CODE = /^E[A-Z_]{4,}$/

/** What the pool says when all connections stayed in use for too long. */
const POOL_EXHAUSTED = 'timeout exceeded when trying to connect'

/** @throws the error, as DatabaseAway where it says that the database cannot be reached. */
function throwAsUnavailable(error: unknown): never {
  const { code, message } = error as { code?: unknown; message?: string }
  if (message === POOL_EXHAUSTED) throw new AppError('server.busy')
  const named = typeof code === 'string' ? code : ''
  if (
    UNAVAILABLE_CODE.test(named) ||
    SYSTEM_ERROR_CODE.test(named) ||
    (named === '' && CONNECTION_LOST.test(message ?? ''))
  )
    throw new DatabaseUnavailable(named, { cause: error })
  throw error
}

const INT8_OID = 20

function postgresTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8_OID) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}
