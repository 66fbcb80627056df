import pg from 'pg'

/** What the driver has, and does not tell in its types. */
export type WatchedClient = pg.ClientBase & {
  processID?: number
  connection?: { stream?: { bytesRead?: number; destroy?: () => void } }
}

/** Backends that are at work; `away` where PostgreSQL is not reached, `untold` where it cannot say. */
export type BackendStatus = ReadonlySet<number> | 'away' | 'untold'

/** Breaks a connection off, whatever it is at: what is asked of it fails. */
export function destroyConnection({ connection }: WatchedClient): void {
  connection?.stream?.destroy?.()
}

interface BackendActivity {
  own: number
  working: number[]
}

/** Which of some connections PostgreSQL works for. Numbers are a pooler's own where one is between: then nothing is told. */
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

/** Whether PostgreSQL itself refused, with a code of five signs: it is there, unless it is just beginning or ending. */
const isServerRefusal = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^(?!57P)[0-9A-Z]{5}$/.test(code)
}
