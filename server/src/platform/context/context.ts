import type { PassageEngine, SearchEngine } from '@scinav/search'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { ChangeNotifier } from '../db/change-notifier.ts'
import type { Db } from '../db/schema.ts'
import { AppError } from '../foundation/errors.ts'
import { createSemaphore, type Semaphore } from '../foundation/semaphore.ts'
import type { Providers } from '../providers/providers.ts'
import type { WorkUses } from './work-uses.ts'

/** What every piece of work may use. Time and ids come from here, so that tests can set them. */
export interface BaseContext {
  db: Db
  config: Config
  log: Logger
  providers: Providers
  /** The search index of the papers. */
  library: LibraryIndex
  /** The search index of the passages of people's files. */
  passages: PassageIndex
  /**
   * Runs an import in its own thread; when absent, imports run in the current one. `path` is the local path of its
   * file.
   */
  importInWorker?: (import_id: string, watch: ImportWatch, path?: string) => Promise<void>
  /** Loads what a reader has done with papers; injected by `assemble.ts`. */
  loadReaderState?: (db: Db, user_id: string, paper_ids: string[]) => Promise<ReaderState>
  /** The works that people hold, cite or annotated, by feature; injected by `assemble.ts`. */
  workUses?: readonly WorkUses[]
  /** Runs after somebody has become an operator of the installation; injected by `assemble.ts`. */
  onAdminCreated?: (ctx: BaseContext) => Promise<void>
  /**
   * Checks that an account may be deleted; injected by `assemble.ts`.
   *
   * @throws AppError of what has to be done before.
   */
  requireAccountMayLeave?: (ctx: Pick<BaseContext, 'db'>, user_id: string) => Promise<void>
  /** Notifies other processes at once of changes; absent when no other process can share the database. */
  notices?: ChangeNotifier
  now: () => Date
  /** Creates an id; ids sort by creation time. */
  newId: () => string
}

/** The papers a reader has viewed, and by paper id the reader's own datasets that hold it. */
export interface ReaderState {
  viewed: ReadonlySet<string>
  dataset_ids: ReadonlyMap<string, string[]>
}

/** A search engine whose index follows the database. */
export interface FollowingIndex<Engine> {
  /** Returns the engine. The first call opens the index and resolves when it has caught up with the database. */
  current: () => Promise<Engine>
  /** Indexes what was written since the last update; resolves when it is searchable. */
  catchUp: () => Promise<void>
  /** Rebuilds the index from the database; `report` receives the progress, 0–1. */
  rebuild: (report: (progress: number) => Promise<void>) => Promise<void>
  /** Returns which part of the records is indexed, 0–1, while the index is built from nothing; otherwise null. */
  buildProgress: () => number | null
  close: () => Promise<void>
}

/** The index of the papers of the library. */
export type LibraryIndex = FollowingIndex<SearchEngine>
/** The index of the passages of files. */
export type PassageIndex = FollowingIndex<PassageEngine>

/** Progress reports and cancellation of an import. */
export interface ImportWatch {
  signal: AbortSignal
  /** Reports progress, 0–1, and a sentence in Chinese. */
  report: (progress: number, note: string) => Promise<void>
}

/** Where a request comes from. */
export interface Client {
  ip: string
  /** The IPv4 address, or the /64 of an IPv6 address: the unit that rate limits count. */
  network: string
  user_agent: string
  /** Whether the request comes from this very machine, with no proxy in between. */
  is_local: boolean
}

/** Sets or clears the session cookie of the browser. */
export interface SessionCookie {
  set: (token: string, expires: Date) => void
  clear: () => void
}

/** The position from which a stream resumes, and the signal that ends it. */
export interface StreamPosition {
  /** `seq` of the last event the reader has received; 0 at the start. */
  after: number
  signal: AbortSignal
  /** The `Idempotency-Key` under which the stream was begun. */
  key?: string
}

/** What a service may use when nobody needs to be logged in. */
export interface PublicContext extends BaseContext {
  client: Client
  cookie: SessionCookie
  stream: StreamPosition
  actor: Actor | null
  /** `performance.now()` at the arrival of the request; absent for work that no request began. */
  arrived_at?: number
}

/** A logged-in person. */
export interface Actor {
  id: string
  is_admin: boolean
  organization: string | null
  session_id: string
}

/** What a service may use on behalf of a logged-in person. */
export interface Context extends PublicContext {
  actor: Actor
  /** Stores the reply of a call with an `Idempotency-Key`, in the transaction of its last write. */
  settle?: (db: Db, reply: unknown) => Promise<void>
}

/** Returns a context for work on behalf of nobody: it may read the library, but nothing that belongs to a person. */
export const anonymousContext = (ctx: BaseContext, signal: AbortSignal): Context =>
  contextForActor(ctx, { id: '', is_admin: false, organization: null, session_id: '' }, signal)

/** Returns a context for work on behalf of a person after the reply, with the rights they have now. */
export const contextForActor = (ctx: BaseContext, actor: Actor, signal: AbortSignal): Context => ({
  ...ctx,
  actor,
  client: { ip: '', network: '', user_agent: '', is_local: false },
  cookie: { set: () => {}, clear: () => {} },
  stream: { after: 0, signal },
})

/** SQLSTATEs of a serialization failure and of a deadlock. */
const RETRYABLE_CODES = new Set(['40001', '40P01'])
/** SQLite's result code of a file that another connection has locked. */
const SQLITE_BUSY = 5
/**
 * Attempts, the first included, in which only other processes can have conflicted: no other transaction of this process
 * was running.
 */
const MAX_TRIES_AMONG_PROCESSES = 8
/** Retries in all. Pauses grow to `MAX_PAUSE_MS`, so these take about 25 seconds. */
const MAX_RETRIES = 40
/** Half of the first pause. */
const BASE_PAUSE_MS = 20
const MAX_PAUSE_MS = 640

/**
 * Runs `work` so that all of its writes happen, or none.
 *
 * Name the callback's parameter `ctx` too: it then hides the outer one, and nothing inside can reach past the
 * transaction (on SQLite that would wait for itself forever). Calls nest: an inner `transact` joins the outer one.
 *
 * On PostgreSQL `work` runs again after a serialization failure or a deadlock, so it must do nothing but read and
 * write. A transaction that met a conflict takes the turn of this process: no other one begins, and it retries once
 * those that have begun have ended. However many come at once, one after another succeeds.
 *
 * @throws whatever `work` throws, after rolling back; AppError `server.busy` after `MAX_TRIES_AMONG_PROCESSES` conflicts
 *   with other processes or `MAX_RETRIES` in all, or when another program holds the SQLite file.
 */
export async function transact<C extends { db: Db }, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  const group = transactionGroup(ctx.db)
  const once = async () => {
    group.running += 1
    try {
      return await ctx.db
        .transaction()
        .setIsolationLevel('serializable')
        .execute((db) => work({ ...ctx, db }))
    } finally {
      group.running -= 1
      if (group.running === 0) group.notifyIdle()
    }
  }
  await waitForRetries(group)
  try {
    return await once()
  } catch (error) {
    requireRetryable(error)
  }
  const endTurn = await group.takeTurn()
  try {
    return await retryTransaction(once, group)
  } finally {
    endTurn()
  }
}

/**
 * Runs `work` like `transact`, and stores its result as the reply of a call with an `Idempotency-Key`. Use it for the
 * last write of a call that creates something and whose reply is that result.
 */
export function transactReply<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  return transact(ctx, async (ctx) => {
    const reply = await work(ctx)
    await ctx.settle?.(ctx.db, reply)
    return reply
  })
}

/**
 * Retries until no conflict occurs: first after the transactions of this process, then after growing pauses for those
 * of other processes.
 *
 * @throws as `transact`.
 */
async function retryTransaction<T>(once: () => Promise<T>, group: TransactionGroup): Promise<T> {
  let tries_among_processes = 1
  for (let retry = 1; ; retry += 1) {
    await (retry === 1 ? waitForOthers(group) : pauseBeforeRetry(retry))
    try {
      return await once()
    } catch (error) {
      requireRetryable(error)
      if (group.running === 0) tries_among_processes += 1
      if (tries_among_processes === MAX_TRIES_AMONG_PROCESSES || retry === MAX_RETRIES)
        throw new AppError('server.busy')
    }
  }
}

/** The transactions of one process on one database. */
interface TransactionGroup {
  /** How many have begun and not ended. */
  running: number
  /** Acquires the turn of a transaction that retries; while it is held, no other transaction begins. */
  takeTurn: Semaphore
  /** Tells the holder of the turn that no transaction is running any more. */
  notifyIdle: () => void
}

const transactionGroups = new WeakMap<Db, TransactionGroup>()

/** Returns the group of a database handle, creating it at first. */
function transactionGroup(db: Db): TransactionGroup {
  const group = transactionGroups.get(db) ?? {
    running: 0,
    takeTurn: createSemaphore(1),
    notifyIdle: () => {},
  }
  transactionGroups.set(db, group)
  return group
}

/** Resolves when no transaction of this process is being retried. */
async function waitForRetries({ takeTurn }: TransactionGroup): Promise<void> {
  const endTurn = await takeTurn()
  endTurn()
}

/**
 * Returns when the transaction may be retried.
 *
 * @throws the error itself when a retry does not help; AppError `server.busy` when another program holds the file.
 */
function requireRetryable(error: unknown): void {
  const kind = conflictKind(error)
  if (kind === 'held') throw new AppError('server.busy')
  if (!kind) throw error
}

/**
 * Classifies a conflict. `rival`: a retry helps. `held`: another program had the SQLite file for longer than the driver
 * waits. Null for any other error.
 */
function conflictKind(error: unknown): 'rival' | 'held' | null {
  const { code, errcode } = error as { code?: string; errcode?: number }
  if (errcode === SQLITE_BUSY) return 'held'
  return RETRYABLE_CODES.has(String(code)) ? 'rival' : null
}

/** Resolves when the running transactions have ended, or after a short pause, so that a long one does not block it. */
async function waitForOthers(group: TransactionGroup): Promise<void> {
  if (group.running === 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  group.notifyIdle = resolve
  await Promise.race([promise, pauseBeforeRetry(1)])
}

/**
 * Waits for a time that doubles with every retry (from 1) up to a bound, with jitter (× 0.5–1.5), so that rivals do not
 * meet again.
 */
function pauseBeforeRetry(retry: number): Promise<void> {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
  const jitter = 0.5 + random / 256
  const pause_ms = Math.min(BASE_PAUSE_MS * 2 ** retry, MAX_PAUSE_MS) * jitter
  return new Promise((resolve) => setTimeout(resolve, pause_ms))
}
