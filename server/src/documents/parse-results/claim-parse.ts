// Which parse a process runs next, and how a run ends without a result. `parse-run.ts` has what a run writes.

import { inCorners } from '@scinav/contract/quoted'
import { documentFault } from '@scinav/documents'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { isFresh } from '../../platform/foundation/clock.ts'
import { isLeaseHolderGone, type LeaseStore } from '../../platform/foundation/lease.ts'
import { notify } from '../../platform/notices/index.ts'
import * as activation from './activation.store.ts'
import * as parses from './parse.store.ts'

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

/** The lease to take, and what tells living processes from dead ones. Times are ISO 8601 in UTC. */
interface ClaimOptions {
  lease: string
  leased_until: string
  /** The latest plausible end of a lease. */
  longest_lease: string
  /** Leases of this process. */
  own_leases: string[]
}

/**
 * Claims the next parse: one whose process has died, or else the next one of the owner whose turn it is. Returns null
 * when there is none. An orphan with `MAX_ATTEMPTS` attempts fails with `crashed`.
 */
export async function claimParse(ctx: ClaimContext, claim: ClaimOptions): Promise<parses.ParseRow | null> {
  // Parses left by a dead process of this machine are taken over without waiting for their lease to expire.
  const gone_leases = (await parses.listLeases(ctx.db)).filter((lease) => isLeaseHolderGone(lease, false))
  const query = { ...claim, gone_leases, now: ctx.now().toISOString() }
  const listDueOrphans = async (ctx: ClaimContext) =>
    (await parses.findOrphans(ctx.db, query)).filter((orphan) => !isBackingOff(orphan, ctx.now()))
  // Most polls find nothing, and need no transaction for that.
  if (!(await parses.hasQueued(ctx.db)) && (await listDueOrphans(ctx)).length === 0) return null
  return transact(ctx, async (ctx) => {
    for (const orphan of await listDueOrphans(ctx)) {
      if (orphan.attempts < MAX_ATTEMPTS) return startParse(ctx, orphan, claim)
      await failParse(ctx, orphan, documentFault('crashed'))
    }
    return claimNextQueued(ctx, claim)
  })
}

async function claimNextQueued(ctx: ClaimContext, claim: ClaimOptions): Promise<parses.ParseRow | null> {
  const [turn] = await parses.listTurns(ctx.db)
  const parse = turn && (await parses.findFirstQueued(ctx.db, turn.owner_id))
  if (!parse) return null
  await parses.recordTurn(ctx.db, parse.owner_id)
  return startParse(ctx, parse, claim)
}

/** Marks a parse as begun under the lease, and returns it. */
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
  await activation.updateProgress(ctx.db, parse.id, { state: 'parsing', progress: 0, updated_at: now })
  return { ...parse, ...change }
}

/** Why a parse failed: the kind of an `UnreadableDocument` and its sentence for the owner. */
interface ParseFault {
  kind: string
  message: string
}

/**
 * Records that a parse failed. Documents with an older version keep it, along with the error, and drop the file that
 * was to replace theirs.
 */
async function failParse(
  ctx: ClaimContext,
  parse: Pick<parses.ParseRow, 'id' | 'owner_id'>,
  { kind, message }: ParseFault,
): Promise<void> {
  const updated_at = ctx.now().toISOString()
  const released = { leased_by: null, leased_until: null, updated_at }
  await parses.update(ctx.db, parse.id, { state: 'failed', error_kind: kind, error: message, ...released })
  await activation.updateProgress(ctx.db, parse.id, { state: 'failed', progress: 0, updated_at })
  const waiting = await activation.listWaitingDocuments(ctx.db, parse.id)
  // Background work without an owner shows no error and causes no notice.
  const isBackground = parse.owner_id === ''
  if (!isBackground) await notifyOfFailure(ctx, parse.owner_id, waiting)
  const ids = waiting.map(({ id }) => id)
  await activation.updateDocuments(ctx.db, ids, {
    next_parse_id: null,
    ...(isBackground ? {} : { error: message }),
    updated_at,
  })
}

/**
 * Notifies users of files that could not be parsed. Identical files of several users share a parse: each creator hears
 * of their own files only. Whoever requested the parse for files of others (`owner_id`) hears of those they may read.
 */
async function notifyOfFailure(
  ctx: ClaimContext,
  owner_id: string,
  waiting: activation.DocumentRow[],
): Promise<void> {
  const failed = waiting.filter(({ deleted_at }) => deleted_at === null)
  const documentsByUser = Map.groupBy(failed, ({ creator_id }) => creator_id)
  if (!documentsByUser.has(owner_id)) {
    const ids = failed.map(({ id }) => id)
    const readable = new Set(await activation.filterReadable(ctx.db, owner_id, ids))
    documentsByUser.set(
      owner_id,
      failed.filter(({ id }) => readable.has(id)),
    )
  }
  for (const [user_id, documents] of documentsByUser) {
    const [first] = documents
    if (!first) continue
    const name = inCorners(first.title || first.name)
    await notify(ctx, {
      user_ids: [user_id],
      kind: 'document',
      text: failureText(name, documents.length > 1 ? `等 ${documents.length} 个文件` : ''),
      route: '/knowledgeBase',
      // A file that was tried again is not told of twice.
      join: (unread) => (unread.startsWith(name) ? unread : failureText(name, '等多个文件')),
    })
  }
}

const failureText = (name: string, others: string): string =>
  `${name}${others}没有解析成功，可以在知识库里查看原因`

/** Records the failure of the parse that a run holds; a run that has lost its parse changes nothing. */
export async function failLeasedParse(ctx: ClaimContext, lease: string, fault: ParseFault): Promise<void> {
  const parse = await parses.findByLease(ctx.db, lease)
  if (parse) await failParse(ctx, parse, fault)
}

/** Returns the lease store for running parses. */
export const parseLeases = (ctx: ClaimContext): LeaseStore => ({
  held: (leases) => parses.findHeldLeases(ctx.db, leases),
  extend: (leases, until) => parses.extendLeases(ctx.db, leases, until),
})

/** Returns parses to the front of their owners' queues; the attempt does not count. */
export async function requeueParses(ctx: ClaimContext, leases: string[]): Promise<void> {
  for (const lease of leases)
    await transact(ctx, async (ctx) => {
      const parse = await parses.findByLease(ctx.db, lease)
      if (!parse) return
      await parses.update(ctx.db, parse.id, {
        state: 'queued',
        stage: 'read',
        done: 0,
        total: 0,
        leased_by: null,
        leased_until: null,
        attempts: Math.max(0, parse.attempts - 1),
      })
      const updated_at = ctx.now().toISOString()
      await activation.updateProgress(ctx.db, parse.id, { state: 'queued', progress: 0, updated_at })
    })
}

/** Expires the leases of all running parses, see `expireLeases`. */
export const releaseParses = (ctx: ClaimContext): Promise<void> => parses.expireLeases(ctx.db)
