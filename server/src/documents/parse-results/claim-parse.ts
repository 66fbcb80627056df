import { inCorners } from '@scinav/contract/quoted'
import { documentFault } from '@scinav/documents'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { isFresh } from '../../platform/foundation/clock.ts'
import { isLeaseHolderGone, type LeaseStore } from '../../platform/foundation/lease.ts'
import { notify } from '../../platform/notices/index.ts'
import * as documents from './activation.store.ts'
import * as leaseStore from './lease.store.ts'
import * as parses from './parse.store.ts'
import * as queue from './queue.store.ts'

type ClaimContext = Pick<BaseContext, 'db' | 'now' | 'newId'>

/**
 * Bounds how often a parse is started, so that a file which crashes its process is not retried forever. It is
 * generous because a server that is killed often is no fault of the file.
 */
const MAX_ATTEMPTS = 10

/**
 * Delay before a parse is started again, in milliseconds, by the number of attempts. Meanwhile other parses run, so
 * that a file that crashes every process does not hold them back.
 */
const RETRY_DELAYS_MS = [0, 0, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000, 30_000]

const isBackingOff = ({ attempts, progress_at }: parses.ParseRow, now: Date): boolean =>
  isFresh(Date.parse(progress_at), now.getTime(), RETRY_DELAYS_MS[attempts] ?? 0)

interface ClaimOptions {
  lease: string
  leased_until: string
  longest_lease: string
  /** Leases of this process. */
  own: string[]
}

/**
 * Claims the next parse: one whose process has died, or else the next one of the owner whose turn it is. Returns null
 * when there is none. An orphan with `MAX_ATTEMPTS` attempts fails with `crashed`.
 */
export async function claimParse(ctx: ClaimContext, claim: ClaimOptions): Promise<parses.ParseRow | null> {
  // Parses left by a dead process of this machine are taken over without waiting for their lease to expire.
  const gone = (await leaseStore.listLeases(ctx.db)).filter((lease) => isLeaseHolderGone(lease, false))
  const look = { ...claim, gone, now: ctx.now().toISOString() }
  const due = async (ctx: ClaimContext) =>
    (await leaseStore.findOrphans(ctx.db, look)).filter((orphan) => !isBackingOff(orphan, ctx.now()))
  if (!(await queue.hasQueued(ctx.db)) && (await due(ctx)).length === 0) return null
  return transact(ctx, async (ctx) => {
    for (const orphan of await due(ctx)) {
      if (orphan.attempts < MAX_ATTEMPTS) return startParse(ctx, orphan, claim)
      const { kind, message } = documentFault('crashed')
      await failParse(ctx, orphan, { kind, message })
    }
    return claimNext(ctx, claim)
  })
}

async function claimNext(ctx: ClaimContext, claim: ClaimOptions): Promise<parses.ParseRow | null> {
  const [turn] = await queue.listTurns(ctx.db)
  const parse = turn && (await queue.findFirst(ctx.db, turn.owner_id))
  if (!parse) return null
  await queue.recordTurn(ctx.db, parse.owner_id)
  return startParse(ctx, parse, claim)
}

async function startParse(
  ctx: ClaimContext,
  parse: parses.ParseRow,
  { lease, leased_until }: ClaimOptions,
): Promise<parses.ParseRow> {
  const now = ctx.now().toISOString()
  const change = {
    state: 'parsing' as const,
    stage: 'read',
    done: 0,
    total: 0,
    leased_by: lease,
    leased_until,
    attempts: parse.attempts + 1,
    progress_at: now,
    updated_at: now,
  }
  await parses.update(ctx.db, parse.id, change)
  await documents.updateProgress(ctx.db, parse.id, { state: 'parsing', progress: 0, updated_at: now })
  return { ...parse, ...change }
}

/**
 * Notifies people of files that could not be parsed. Identical files of several people share a parse: each creator
 * hears of their own files only. Whoever requested the parse for files of others hears of those they may read.
 * Background work without an owner causes no notice.
 */
async function notifyOfFailure(
  ctx: ClaimContext,
  owner_id: string,
  waiting: Awaited<ReturnType<typeof documents.listWaitingFor>>,
): Promise<void> {
  if (owner_id === '') return
  const failed = waiting.filter(({ deleted_at }) => deleted_at === null)
  const byPerson = Map.groupBy(failed, ({ creator_id }) => creator_id)
  if (!byPerson.has(owner_id)) {
    const ids = failed.map(({ id }) => id)
    const readable = new Set(await documents.filterReadable(ctx.db, owner_id, ids))
    byPerson.set(
      owner_id,
      failed.filter(({ id }) => readable.has(id)),
    )
  }
  for (const [user_id, own] of byPerson) {
    const [first] = own
    if (!first) continue
    const others = own.length > 1 ? `等 ${own.length} 个文件` : ''
    await notify(ctx, {
      user_ids: [user_id],
      kind: 'document',
      text: `${inCorners(first.title || first.name)}${others}没有解析成功，可以在知识库里查看原因`,
      route: '/knowledgeBase',
    })
  }
}

/**
 * Records that a parse failed. Documents with an older version keep it, along with the error, and drop the file that
 * was to replace theirs.
 */
async function failParse(
  ctx: ClaimContext,
  parse: Pick<parses.ParseRow, 'id' | 'owner_id'>,
  { kind, message }: { kind: string; message: string },
): Promise<void> {
  const updated_at = ctx.now().toISOString()
  const ended = { leased_by: null, leased_until: null, updated_at }
  await parses.update(ctx.db, parse.id, { state: 'failed', error_kind: kind, error: message, ...ended })
  await documents.updateProgress(ctx.db, parse.id, { state: 'failed', progress: 0, updated_at })
  const waiting = await documents.listWaitingFor(ctx.db, parse.id)
  await notifyOfFailure(ctx, parse.owner_id, waiting)
  const ids = waiting.map(({ id }) => id)
  await documents.update(ctx.db, ids, {
    next_parse_id: null,
    // Background work without an owner shows no error.
    ...(parse.owner_id === '' ? {} : { error: message }),
    updated_at,
  })
}

/** Records the failure of the parse that a run holds; a run that has lost its parse changes nothing. */
export async function failLeasedParse(
  ctx: ClaimContext,
  lease: string,
  fault: { kind: string; message: string },
): Promise<void> {
  const parse = await leaseStore.findByLease(ctx.db, lease)
  if (parse) await failParse(ctx, parse, fault)
}

/** Returns the lease store for running parses. */
export const parseLeases = (ctx: ClaimContext): LeaseStore => ({
  held: (leases) => leaseStore.findHeld(ctx.db, leases),
  extend: (leases, until) => leaseStore.extendLeases(ctx.db, leases, until),
})

/** Returns parses to the front of their owners' queues; the attempt does not count. */
export async function requeueParses(ctx: ClaimContext, leases: string[]): Promise<void> {
  for (const lease of leases)
    await transact(ctx, async (ctx) => {
      const parse = await leaseStore.findByLease(ctx.db, lease)
      if (!parse) return
      const back = { state: 'queued', stage: 'read', done: 0, total: 0 } as const
      const attempts = Math.max(0, parse.attempts - 1)
      await parses.update(ctx.db, parse.id, { ...back, leased_by: null, leased_until: null, attempts })
      const updated_at = ctx.now().toISOString()
      await documents.updateProgress(ctx.db, parse.id, { state: 'queued', progress: 0, updated_at })
    })
}

/** Expires the leases of all running parses, see `releaseAll`. */
export const releaseParses = (ctx: ClaimContext): Promise<void> => leaseStore.releaseAll(ctx.db)
