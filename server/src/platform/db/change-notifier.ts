import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './schema.ts'

/** Notifies the processes that share a database of changes at once. Delivery is not guaranteed. */
export interface ChangeNotifier {
  tell: (ids: string[]) => Promise<void>
  /**
   * Calls back whenever an id is notified, or a notification may have been missed; returns the function that
   * unsubscribes.
   */
  listen: (id: string, told: () => void) => () => void
  /** Returns whether notifications are being received now. */
  isHearing: () => boolean
  close: () => Promise<void>
}

const CHANNEL = 'scinav_changed'
const KEEP_ALIVE_INTERVAL_MS = 10_000
const RESPONSE_TIMEOUT_MS = 8_000
const RECONNECT_DELAYS_MS = { first: 250, longest: 10_000 }

interface NotifierLog {
  warn: (message: string) => void
}

interface NotifierOptions {
  db: Db
  url: string
  log: NotifierLog
}

/** Creates a notifier on PostgreSQL's LISTEN and NOTIFY. It connects at the first subscription. */
export function createPostgresNotifier({ db, url, log }: NotifierOptions): ChangeNotifier {
  const listeners = new Map<string, Set<() => void>>()
  const line = createListener(url, log, {
    heard(id) {
      for (const told of listeners.get(id) ?? []) told()
    },
    // Notifications sent meanwhile have been missed.
    changed() {
      for (const all of listeners.values()) for (const told of all) told()
    },
  })
  return {
    async tell(ids) {
      // Called after the commit of the change and by itself: NOTIFY within that transaction would make other commits
      // wait.
      if (ids.length > 0)
        await sql`select pg_notify(${CHANNEL}, id) from unnest(${ids}::text[]) as told (id)`.execute(db)
    },
    listen(id, told) {
      line.open()
      const all = listeners.get(id) ?? new Set()
      listeners.set(id, all.add(told))
      return () => {
        all.delete(told)
        if (all.size === 0 && listeners.get(id) === all) listeners.delete(id)
      }
    },
    isHearing: line.isOpen,
    close: line.close,
  }
}

interface ListenHandlers {
  heard: (id: string) => void
  /** Called when the connection is established or lost. */
  changed: () => void
}

/** Creates a listening connection that reconnects whenever it is lost. */
function createListener(url: string, log: NotifierLog, { heard, changed }: ListenHandlers) {
  let client: pg.Client | null = null
  let state: 'shut' | 'opening' | 'open' | 'closed' = 'shut'
  let timer: NodeJS.Timeout | undefined
  let pause_ms = RECONNECT_DELAYS_MS.first

  async function connect(): Promise<void> {
    const own = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    })
    client = own
    own.on('notification', ({ payload = '' }) => heard(payload))
    own.on('error', () => lost(own))
    own.on('end', () => lost(own))
    try {
      await own.connect()
      await own.query(`listen ${CHANNEL}`)
      if (client !== own) return
      state = 'open'
      pause_ms = RECONNECT_DELAYS_MS.first
      changed()
      lookAlive(own)
    } catch {
      lost(own)
    }
  }

  function lost(own: pg.Client): void {
    if (client !== own) return
    client = null
    clearTimeout(timer)
    own.end().catch(() => {})
    if (state === 'closed') return
    const wasOpen = state === 'open'
    state = 'opening'
    if (wasOpen) {
      log.warn('the connection for notices was lost: runs of others are looked at more often')
      changed()
    }
    timer = setTimeout(() => void connect(), pause_ms).unref()
    pause_ms = Math.min(pause_ms * 2, RECONNECT_DELAYS_MS.longest)
  }

  /** Without this check, a connection that breaks without notice would be listened to forever. */
  function lookAlive(own: pg.Client): void {
    timer = setTimeout(async () => {
      const late = setTimeout(() => lost(own), RESPONSE_TIMEOUT_MS).unref()
      await own.query('select 1').catch(() => lost(own))
      clearTimeout(late)
      if (client === own) lookAlive(own)
    }, KEEP_ALIVE_INTERVAL_MS).unref()
  }

  return {
    isOpen: () => state === 'open',
    open(): void {
      if (state !== 'shut') return
      state = 'opening'
      void connect()
    },
    async close(): Promise<void> {
      state = 'closed'
      clearTimeout(timer)
      const own = client
      client = null
      await own?.end().catch(() => {})
    },
  }
}
