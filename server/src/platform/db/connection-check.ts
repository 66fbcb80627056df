import pg from 'pg'

/** Properties that the driver has and its types do not declare. */
export type WatchedClient = pg.ClientBase & {
  processID?: number
  connection?: { stream?: { bytesRead?: number; destroy?: () => void } }
}

/**
 * Process ids of backends that are executing; `away` when PostgreSQL cannot be reached, `untold` when it cannot tell.
 */
export type BackendStatus = ReadonlySet<number> | 'away' | 'untold'

/** Breaks a connection off in any state; its running query fails. */
export function destroyConnection({ connection }: WatchedClient): void {
  connection?.stream?.destroy?.()
}

interface BackendActivity {
  own: number
  working: number[]
}

/**
 * Returns which of some connections have a backend that is executing. A pooler between reports process ids of its own;
 * then the result is `untold`.
 */
export async function checkBackends(
  url: string,
  silent: WatchedClient[],
  answer_ms: number,
): Promise<BackendStatus> {
  const limits = { connectionTimeoutMillis: answer_ms, query_timeout: answer_ms }
  const client = new pg.Client({ connectionString: url, ...limits }) as pg.Client &
    Pick<WatchedClient, 'processID'>
  client.on('error', () => {})
  try {
    await client.connect()
    const numbers = silent.map(({ processID }) => processID ?? 0)
    const { rows } = await client.query<BackendActivity>(
      `select pg_backend_pid() as own, array(
         select pid from pg_stat_activity
         where pid = any($1) and state is distinct from 'idle' and state not like 'idle in%'
       ) as working`,
      [numbers],
    )
    return rows[0] && rows[0].own === client.processID ? new Set(rows[0].working) : 'untold'
  } catch (error) {
    return isServerRefusal(error) ? 'untold' : 'away'
  } finally {
    client.end().catch(() => {})
  }
}

/**
 * Returns whether PostgreSQL itself refused, with an SQLSTATE of five characters: it is reachable, unless it is just
 * starting or shutting down.
 */
const isServerRefusal = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^(?!57P)[0-9A-Z]{5}$/.test(code)
}
