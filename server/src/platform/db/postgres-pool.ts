import { withoutNul } from '@scinav/contract'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { AppError, DatabaseUnavailable } from '../foundation/errors.ts'
import { destroyConnection } from './connection-check.ts'
import { CONNECTION_TIMEOUTS, type ConnectionTimeouts, watchConnections } from './connection-watch.ts'

/** Connections per process; PostgreSQL admits 100 in all unless configured otherwise. */
const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_DELAY_MS = 5_000

/**
 * Session settings for PostgreSQL's side: a process that is cut off must not hold its locks for hours, and a
 * transaction that is idle for a minute is ended together with its connection. The idle time and the interval of the
 * keep-alive are in seconds, the timeouts in milliseconds.
 */
const SESSION_SETTINGS = [
  'set tcp_keepalives_idle = 10',
  'set tcp_keepalives_interval = 5',
  'set tcp_keepalives_count = 4',
  'set tcp_user_timeout = 30000',
  'set idle_in_transaction_session_timeout = 60000',
].join('; ')

/** This program's code of a query that was not even sent, because PostgreSQL is known to be away. */
const AWAY_CODE = 'AWAY'
/** SQLSTATE of a write in a read-only session: a failover is under way. */
const READ_ONLY_CODE = '25006'
/** SQLSTATEs of a server that is starting or shutting down, is read-only, or whose connection is lost. */
const UNAVAILABLE_CODE = /^(?:08...|57P0[1235]|25006)$/
/** Messages of the driver for a lost connection. */
const CONNECTION_LOST = /^(?:Connection terminated|Client (?:was closed|has encountered)|timeout expired)/
/** Error codes of the operating system, such as ECONNREFUSED. */
const SYSTEM_ERROR_CODE = /^E[A-Z_]{4,}$/
/** The pool's message when all connections stayed in use for too long. */
const POOL_EXHAUSTED = 'timeout exceeded when trying to connect'
/** PostgreSQL's number of the type bigint, of which counts are. */
const INT8_OID = 20

type ConnectionWatch = ReturnType<typeof watchConnections>

/**
 * Creates a client class with its own connection timeout, because the pool's also covers waiting for connections in
 * use.
 */
const createClientClass = (watch: ConnectionWatch) =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(config as pg.ClientConfig), connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = watch.during(this, () => super.connect())
      if (!callback) return connected
      // Like the driver, which passes no error on success.
      connected.then(() => callback(undefined as unknown as Error), callback)
      return undefined
    }
  }

/**
 * Creates a pool of PostgreSQL connections that detect within seconds when the server cannot be reached or a connection
 * breaks, even without notice. Counts (int8) arrive as numbers, as they do from SQLite.
 *
 * @throws DatabaseUnavailable from every query running by then; later queries connect anew. AppError `server.busy` when
 *   all connections stay in use.
 */
export function createPostgresPool(
  url: string,
  timeouts: ConnectionTimeouts = CONNECTION_TIMEOUTS,
): PostgresPool {
  const types = { getTypeParser: postgresTypeParser } as pg.CustomTypesConfig
  const onConnect = async (client: pg.ClientBase) => {
    // A pooler may not know these settings.
    await watch.during(client, () => client.query(SESSION_SETTINGS)).catch(() => {})
  }
  const watch = watchConnections(url, timeouts)
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    connectionTimeoutMillis: timeouts.acquire_ms,
    Client: createClientClass(watch),
    onConnect,
  })
  // A connection that breaks fails the query that uses it; without a handler these events would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const watchedClients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const writable = trackWritableSessions(timeouts.evict_ms)
  return {
    options: pool.options,
    async connect() {
      const client = await acquireUsableClient(pool, watch, writable)
      const watched = watchedClients.get(client) ?? watchedClient(client, watch, writable)
      watchedClients.set(client, watched)
      return watched
    },
    async end() {
      watch.stop()
      await pool.end()
    },
  }
}

/**
 * Returns a usable connection, pooled or new. Pooled ones that are not usable are closed on the way.
 *
 * @throws as `createPostgresPool`.
 */
async function acquireUsableClient(
  pool: pg.Pool,
  watch: ConnectionWatch,
  writable: WritableSessions,
): Promise<pg.PoolClient> {
  for (;;) {
    if (watch.isAway()) throw new DatabaseUnavailable(AWAY_CODE, {})
    const began = performance.now()
    const client = await pool.connect().catch((error) => {
      // An attempt that began before the network recovered is repeated.
      if (watch.hasAnsweredSince(began)) return null
      return throwAsUnavailable(error)
    })
    if (!client) continue
    const isCurrent = writable.isCurrent(client)
    if (isCurrent && (await watch.isUsable(client))) return client
    // A session of an earlier generation works, so it may close in an orderly way.
    if (isCurrent) destroyConnection(client)
    client.release(true)
  }
}

/** Wraps a pooled connection: its queries are watched, and their errors are classified. */
function watchedClient(
  client: pg.PoolClient,
  watch: ConnectionWatch,
  writable: WritableSessions,
): PostgresPoolClient {
  const query = (text: string, values: unknown[]) =>
    watch
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
 * Tracks sessions that may have begun while the database was read-only: such a session stays read-only when a failover
 * is over. A session that refuses a write is closed, and so are all older ones when they are next used; at most once
 * per `evict_ms`, for as long as the database is read-only.
 */
function trackWritableSessions(evict_ms: number) {
  const generations = new WeakMap<pg.PoolClient, number>()
  let generation = 0
  let evicted_at = Number.NEGATIVE_INFINITY
  return {
    /** Returns whether a session belongs to the current generation; a new session is added to it. */
    isCurrent(client: pg.PoolClient): boolean {
      const clientGeneration = generations.get(client) ?? generation
      generations.set(client, clientGeneration)
      return clientGeneration === generation
    },
    /** Closes a session that refused a write when it is released, and begins a new generation. */
    evict(client: pg.PoolClient): void {
      generations.set(client, Number.NEGATIVE_INFINITY)
      if (performance.now() - evicted_at < evict_ms) return
      evicted_at = performance.now()
      generation += 1
    },
  }
}

/** Removes NUL, which PostgreSQL refuses in text, whatever its origin: a person, a model, an external service. */
const stripNulText = (value: unknown) => (typeof value === 'string' ? withoutNul(value) : value)

/**
 * Classifies an error of the driver and throws it.
 *
 * @throws DatabaseUnavailable when the error means that the database cannot be reached; AppError `server.busy` when the
 *   pool is exhausted; otherwise the error itself.
 */
function throwAsUnavailable(error: unknown): never {
  const { code, message } = error as { code?: unknown; message?: string }
  if (message === POOL_EXHAUSTED) throw new AppError('server.busy')
  const name = typeof code === 'string' ? code : ''
  if (
    UNAVAILABLE_CODE.test(name) ||
    SYSTEM_ERROR_CODE.test(name) ||
    (name === '' && CONNECTION_LOST.test(message ?? ''))
  )
    throw new DatabaseUnavailable(name, { cause: error })
  throw error
}

/** Returns the function that converts the text of a column of a type. */
function postgresTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8_OID) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}
