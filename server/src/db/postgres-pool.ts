import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseAway } from '../foundation/errors.ts'
import { type Connected, type Patience, watchLine } from './line-watch.ts'

const POOL_SIZE = 10
const CONNECT_MS = 10_000
const ALIVE_MS = 5_000

/** What PostgreSQL shall do for its part: a process that is cut off must not hold its locks for hours. */
const FOR_OUR_PART =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4; set tcp_user_timeout = 30000'

/** Waits for a new connection for so long; for one of the pool that is in use it waits as long as that takes. */
class PatientClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(config as pg.ClientConfig), connectionTimeoutMillis: CONNECT_MS })
  }
}

/**
 * Connections to PostgreSQL that notice within seconds that it cannot be reached, or that a line is cut, also without a
 * word. Counts (int8) arrive as numbers, as they do from SQLite.
 *
 * @throws DatabaseAway, from whatever is asked by then; what is asked later connects anew.
 */
export function postgresPool(url: string, patience?: Patience): PostgresPool {
  const types = { getTypeParser: postgresTypeParser } as pg.CustomTypesConfig
  const alive = { keepAlive: true, keepAliveInitialDelayMillis: ALIVE_MS }
  const onConnect = async (client: pg.ClientBase) => {
    // A pooler may know none of it.
    await client.query(FOR_OUR_PART).catch(() => {})
  }
  const pool = new pg.Pool({
    ...{ connectionString: url, max: POOL_SIZE, types, ...alive },
    ...{ Client: PatientClient, onConnect },
  })
  // A connection that breaks fails the query that uses it; unheard, these events would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const line = watchLine(url, patience)
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch(away)
      const watched = known.get(client) ?? watchedClient(client, line)
      known.set(client, watched)
      return watched
    },
    async end() {
      line.stop()
      await pool.end()
    },
  }
}

function watchedClient(client: Connected, line: ReturnType<typeof watchLine>): PostgresPoolClient {
  const query = (text: string, values: unknown[]) =>
    line.during(client, () => client.query(text, values)).catch(away)
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

/** Refusals of PostgreSQL that say that it ends or begins, or that the connection is lost. */
const ENDING = /^(?:08...|57P0[1235])$/
/** What the driver says of a connection that is gone. */
const GONE = /^(?:Connection terminated|Client (?:was closed|has encountered)|timeout expired)/
/** Faults of the system under way: ECONNREFUSED and its like. */
const SYSTEM = /^E[A-Z_]{4,}$/

/** @throws the error, as DatabaseAway where it says that the database cannot be reached. */
function away(error: unknown): never {
  const { code, message } = error as { code?: unknown; message?: string }
  const named = typeof code === 'string' ? code : ''
  if (ENDING.test(named) || SYSTEM.test(named) || (named === '' && GONE.test(message ?? '')))
    throw new DatabaseAway(named, { cause: error })
  throw error
}

const INT8 = 20

function postgresTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}
