import pg from 'pg'

/** Properties that the driver has and its types do not declare. */
export type WatchedClient = pg.ClientBase & {
  processID?: number
  connection?: { stream?: { bytesRead?: number; destroy?: () => void } }
}

/**
 * Process ids of backends that are executing; `unreachable` when PostgreSQL gave no answer, `unknown` when its answer
 * tells nothing about backends.
 */
export type BackendStatus = ReadonlySet<number> | 'unreachable' | 'unknown'

/** Breaks a connection off in any state; its running query fails. */
export function destroyConnection({ connection }: WatchedClient): void {
  connection?.stream?.destroy?.()
}

interface BackendActivity {
  /** The process id of the backend that answers. */
  own: number
  /** Those of the requested backends that are executing. */
  working: number[]
}

/**
 * Returns which of some connections have a backend that is executing. A pooler between reports process ids of its own;
 * then the result is `unknown`.
 */
export async function checkBackends(
  url: string,
  clients: WatchedClient[],
  timeout_ms: number,
): Promise<BackendStatus> {
  const limits = { connectionTimeoutMillis: timeout_ms, query_timeout: timeout_ms }
  const client = new pg.Client({ connectionString: url, ...limits }) as pg.Client &
    Pick<WatchedClient, 'processID'>
  client.on('error', () => {})
  try {
    await client.connect()
    const pids = clients.map(({ processID }) => processID ?? 0)
    const { rows } = await client.query<BackendActivity>(
      `select pg_backend_pid() as own, array(
         select pid from pg_stat_activity
         where pid = any($1) and state is distinct from 'idle' and state not like 'idle in%'
       ) as working`,
      [pids],
    )
    // A pooler answers with the process id of another backend than the one it announced.
    return rows[0] && rows[0].own === client.processID ? new Set(rows[0].working) : 'unknown'
  } catch (error) {
    return isServerRefusal(error) ? 'unknown' : 'unreachable'
  } finally {
    client.end().catch(() => {})
  }
}

/** An SQLSTATE of five characters, except those of a server that is just starting or shutting down (57P01 …). */
const REFUSAL_CODE = /^(?!57P)[0-9A-Z]{5}$/

/** Returns whether PostgreSQL itself refused, which shows that it is reachable. */
const isServerRefusal = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && REFUSAL_CODE.test(code)
}
