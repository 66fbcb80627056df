import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './schema.ts'

/**
 * Notifies the processes that share a database of changes at once. Delivery is not guaranteed, so receivers also poll,
 * more often while `isConnected` returns false.
 */
export interface ChangeNotifier {
  /** Notifies all processes, including this one, that something with these ids has changed. */
  notify: (ids: string[]) => Promise<void>
  /**
   * Calls back whenever an id is notified, or a notification may have been missed; returns the function that
   * unsubscribes.
   */
  subscribe: (id: string, callback: () => void) => () => void
  /** Returns whether notifications are being received now. */
  isConnected: () => boolean
  close: () => Promise<void>
}

/** The channel of PostgreSQL on which all processes listen. */
const CHANNEL = 'scinav_changed'
const KEEP_ALIVE_INTERVAL_MS = 10_000
const RESPONSE_TIMEOUT_MS = 8_000
/** Pause before the first attempt to connect again; it doubles up to the longest one. */
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
  const subscribers = new Map<string, Set<() => void>>()
  const listener = createListener(url, log, {
    received(id) {
      for (const callback of subscribers.get(id) ?? []) callback()
    },
    // Notifications sent while there was no connection have been missed.
    connectionChanged() {
      for (const callbacks of subscribers.values()) for (const callback of callbacks) callback()
    },
  })
  return {
    async notify(ids) {
      // Called after the commit of the change and by itself: NOTIFY within that transaction would make other commits
      // wait.
      if (ids.length > 0)
        await sql`select pg_notify(${CHANNEL}, id) from unnest(${ids}::text[]) as changed (id)`.execute(db)
    },
    subscribe(id, callback) {
      listener.open()
      const callbacks = subscribers.get(id) ?? new Set()
      subscribers.set(id, callbacks.add(callback))
      return () => {
        callbacks.delete(callback)
        if (callbacks.size === 0 && subscribers.get(id) === callbacks) subscribers.delete(id)
      }
    },
    isConnected: listener.isOpen,
    close: listener.close,
  }
}

interface ListenHandlers {
  received: (id: string) => void
  /** Called when the connection is established or lost. */
  connectionChanged: () => void
}

const createConnection = (url: string): pg.Client =>
  new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: RESPONSE_TIMEOUT_MS })

/** Creates a listening connection, which is opened at `open` and connects again whenever it is lost. */
function createListener(url: string, log: NotifierLog, handlers: ListenHandlers) {
  let client: pg.Client | null = null
  /** `unused` until the first subscription. */
  let state: 'unused' | 'opening' | 'open' | 'closed' = 'unused'
  /** The next keep-alive of an open connection, or the next attempt to connect. */
  let timer: NodeJS.Timeout | undefined
  let reconnectDelayMs = RECONNECT_DELAYS_MS.first

  /** Connects and listens; after a failure, connects again later. */
  async function connect(): Promise<void> {
    const connection = createConnection(url)
    client = connection
    connection.on('notification', ({ payload = '' }) => handlers.received(payload))
    connection.on('error', () => reconnectAfter(connection))
    connection.on('end', () => reconnectAfter(connection))
    try {
      await connection.connect()
      await connection.query(`listen ${CHANNEL}`)
      // Closed or given up meanwhile.
      if (client !== connection) return
      state = 'open'
      reconnectDelayMs = RECONNECT_DELAYS_MS.first
      handlers.connectionChanged()
      scheduleKeepAlive(connection)
    } catch {
      reconnectAfter(connection)
    }
  }

  /** Drops a connection and schedules the next one; does nothing for one that has been dropped before. */
  function reconnectAfter(connection: pg.Client): void {
    if (client !== connection) return
    client = null
    clearTimeout(timer)
    connection.end().catch(() => {})
    if (state === 'closed') return
    const wasOpen = state === 'open'
    state = 'opening'
    if (wasOpen) {
      log.warn('the connection for notices was lost: runs of others are looked at more often')
      handlers.connectionChanged()
    }
    timer = setTimeout(() => void connect(), reconnectDelayMs).unref()
    reconnectDelayMs = Math.min(reconnectDelayMs * 2, RECONNECT_DELAYS_MS.longest)
  }

  /** Checks the connection repeatedly: one that breaks without notice would be listened to forever. */
  function scheduleKeepAlive(connection: pg.Client): void {
    timer = setTimeout(async () => {
      const responseTimer = setTimeout(() => reconnectAfter(connection), RESPONSE_TIMEOUT_MS).unref()
      await connection.query('select 1').catch(() => reconnectAfter(connection))
      clearTimeout(responseTimer)
      if (client === connection) scheduleKeepAlive(connection)
    }, KEEP_ALIVE_INTERVAL_MS).unref()
  }

  return {
    isOpen: () => state === 'open',
    open(): void {
      if (state !== 'unused') return
      state = 'opening'
      void connect()
    },
    async close(): Promise<void> {
      state = 'closed'
      clearTimeout(timer)
      const connection = client
      client = null
      await connection?.end().catch(() => {})
    },
  }
}
