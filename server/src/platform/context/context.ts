import type { PassageEngine, SearchEngine } from '@scinav/search'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { createMutex, type Lock } from '../db/mutex.ts'
import type { Db } from '../db/schema.ts'
import type { ChangeNotifier } from '../foundation/change-notifier.ts'
import { AppError } from '../foundation/errors.ts'
import type { Providers } from '../providers/providers.ts'

/** What every piece of work may use. Time and ids come from here, so that tests can set them. */
export interface BaseContext {
  db: Db
  config: Config
  log: Logger
  providers: Providers
  /** The search index of the papers. */
  library: LibraryIndex
  /** The search index of what people's files say. */
  passages: PassageIndex
  /** Runs an import in a thread of its own; where there is none, imports run in this one. `path`: where its file is lent. */
  importInWorker?: (import_id: string, watch: ImportWatch, path?: string) => Promise<void>
  /** What a reader has done with papers; put on them by those who know. */
  readerMarks?: (db: Db, user_id: string, paper_ids: string[]) => Promise<ReaderState>
  /** What else begins when somebody has come to operate the installation. */
  operatorMade?: (ctx: BaseContext) => Promise<void>
  /** What stands in the way of the end of an account; throws it as an AppError. */
  accountLeaving?: (ctx: Pick<BaseContext, 'db'>, user_id: string) => Promise<void>
  /** How other processes hear at once of what has changed; absent where there can be none. */
  notices?: ChangeNotifier
  now: () => Date
  /** A new id; sorts by creation time. */
  newId: () => string
}

/** Papers that a reader has looked at, and by paper the reader's own datasets that hold it. */
export interface ReaderState {
  viewed: ReadonlySet<string>
  dataset_ids: ReadonlyMap<string, string[]>
}

/** How services reach a search engine that follows the database. */
export interface FollowingIndex<Engine> {
  /** The engine; waits a moment at the start, until it has what the database has. */
  current: () => Promise<Engine>
  /** Brings in what was written since; resolves when it is searchable. */
  catchUp: () => Promise<void>
  /** Builds everything again from the database; `report` gets 0–1. */
  rebuild: (report: (progress: number) => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

export type LibraryIndex = FollowingIndex<SearchEngine>
export type PassageIndex = FollowingIndex<PassageEngine>

/** How whoever waits for an import hears of it, and can stop it. */
export interface ImportWatch {
  signal: AbortSignal
  /** 0–1, with a sentence. */
  report: (progress: number, note: string) => Promise<void>
}

/** Where a request comes from. */
export interface Client {
  ip: string
  /** The address, or the /64 that it belongs to: what throttles count. */
  network: string
  user_agent: string
  /** From this very machine, with no proxy in between. */
  is_local: boolean
}

/** How a service gives the browser a session, or takes it away. */
export interface SessionCookie {
  set: (token: string, expires: Date) => void
  clear: () => void
}

/** Where a stream goes on, and when it has to stop. */
export interface StreamPosition {
  /** The last event the reader has seen; 0 at the start. */
  after: number
  signal: AbortSignal
  /** The `Idempotency-Key` under which a stream was begun. */
  key?: string
}

/** What a service may use when nobody needs to be logged in. */
export interface PublicContext extends BaseContext {
  client: Client
  cookie: SessionCookie
  stream: StreamPosition
  actor: Actor | null
  /** When the request came, as `performance.now()` says it; absent where there was none. */
  arrived_at?: number
}

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

/** Work that is done for nobody: it may read the library, and nothing that is anybody's. */
export const anonymousContext = (ctx: BaseContext, signal: AbortSignal): Context =>
  contextForActor(ctx, { id: '', is_admin: false, organization: null, session_id: '' }, signal)

/** Work after the reply that is done for somebody, with the rights that they have now. */
export const contextForActor = (ctx: BaseContext, actor: Actor, signal: AbortSignal): Context => ({
  ...ctx,
  actor,
  client: { ip: '', network: '', user_agent: '', is_local: false },
  cookie: { set: () => {}, clear: () => {} },
  stream: { after: 0, signal },
})

const RETRYABLE_CODES = new Set(['40001', '40P01'])
const SQLITE_BUSY = 5
/** Against rivals of other processes; those of this one let each other through. */
const MAX_TRIES_AMONG_PROCESSES = 8
const MAX_TRIES = 40
const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 640

/**
 * Runs `work` so that all of its writes happen, or none.
 *
 * Name the callback's parameter `ctx` too: it then hides the outer one, and nothing inside can reach
 * past the transaction (on SQLite that would wait for itself for ever). Calls nest: an inner
 * `transact` joins the outer one. On PostgreSQL `work` runs again after a serialisation conflict or
 * a deadlock, so it must not do anything but read and write.
 *
 * Who has met a rival tries again while nobody else of this process begins, and as soon as those that have begun have
 * ended: however many come at once, one after another gets through.
 *
 * @throws whatever `work` throws, after rolling back; AppError `server.busy` after eight conflicts.
 */
export async function transact<C extends { db: Db }, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  const crowd = transactionGroup(ctx.db)
  const once = async () => {
    crowd.running += 1
    try {
      return await ctx.db
        .transaction()
        .setIsolationLevel('serializable')
        .execute((db) => work({ ...ctx, db }))
    } finally {
      crowd.running -= 1
      if (crowd.running === 0) crowd.noneRuns()
    }
  }
  ;(await crowd.turn())()
  try {
    return await once()
  } catch (error) {
    requireRetryable(error)
  }
  const end = await crowd.turn()
  try {
    return await retryTransaction(once, crowd)
  } finally {
    end()
  }
}

/**
 * Runs `work` like `transact`, and stores what it returns as the reply of a call with an `Idempotency-Key`: for the last
 * write of a call that creates something, with a result that is the call's reply.
 */
export function transactReply<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  return transact(ctx, async (ctx) => {
    const reply = await work(ctx)
    await ctx.settle?.(ctx.db, reply)
    return reply
  })
}

/** Tries until no rival comes between: at first waits for those of this process, then for those of others. */
async function retryTransaction<T>(once: () => Promise<T>, crowd: TransactionGroup): Promise<T> {
  for (let [attempt, alone] = [1, 1]; ; attempt += 1) {
    await (attempt === 1 ? waitForOthers(crowd) : pauseBeforeRetry(attempt))
    try {
      return await once()
    } catch (error) {
      requireRetryable(error)
      if (crowd.running === 0) alone += 1
      if (alone === MAX_TRIES_AMONG_PROCESSES || attempt === MAX_TRIES) throw new AppError('server.busy')
    }
  }
}

/** Transactions of one process on one database. */
interface TransactionGroup {
  /** How many have begun and not ended. */
  running: number
  /** Nobody begins while somebody has it. */
  turn: Lock
  /** Tells whoever has the turn that none runs any more. */
  noneRuns: () => void
}

const transactionGroups = new WeakMap<Db, TransactionGroup>()

function transactionGroup(db: Db): TransactionGroup {
  const crowd = transactionGroups.get(db) ?? { running: 0, turn: createMutex(), noneRuns: () => {} }
  transactionGroups.set(db, crowd)
  return crowd
}

/** @throws what trying again does not help; AppError `server.busy` where another program holds the file. */
function requireRetryable(error: unknown): void {
  const kind = conflictKind(error)
  if (kind === 'held') throw new AppError('server.busy')
  if (!kind) throw error
}

/** `rival`: trying again helps. `held`: another program had the SQLite file for longer than the driver waits. */
function conflictKind(error: unknown): 'rival' | 'held' | null {
  const { code, errcode } = error as { code?: string; errcode?: number }
  if (errcode === SQLITE_BUSY) return 'held'
  return RETRYABLE_CODES.has(String(code)) ? 'rival' : null
}

/** Resolves when those that have begun have ended; one that takes long is not waited for to its end. */
async function waitForOthers(crowd: TransactionGroup): Promise<void> {
  if (crowd.running === 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  crowd.noneRuns = resolve
  await Promise.race([promise, pauseBeforeRetry(1)])
}

/** Grows with every attempt and differs between rivals, so that they do not meet again. */
function pauseBeforeRetry(attempt: number): Promise<void> {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
  const milliseconds = Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS) * (0.5 + random / 256)
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
