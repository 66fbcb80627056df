// Which parse a process runs next, and how a parse returns to the queue. `parse-run.ts` has what a run writes, and
// `fail-parse.ts` how it fails.

import { documentFault } from '@scinav/documents'
import { transact } from '../../platform/context/context.ts'
import { isFresh } from '../../platform/foundation/clock.ts'
import { isLeaseHolderGone, type LeaseStore } from '../../platform/foundation/lease.ts'
import * as activation from './activation.store.ts'
import { type ClaimContext, failParse } from './fail-parse.ts'
import * as parses from './parse.store.ts'
import * as heldParses from './parse-lease.store.ts'
import * as parseQueue from './parse-queue.store.ts'

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

/** Returns whether a parse has been started too recently to be started again. */
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
  const gone_leases = (await heldParses.listLeases(ctx.db)).filter((lease) => isLeaseHolderGone(lease, false))
  const query = { ...claim, gone_leases, now: ctx.now().toISOString() }
  const listDueOrphans = async (ctx: ClaimContext) =>
    (await heldParses.findOrphans(ctx.db, query)).filter((orphan) => !isBackingOff(orphan, ctx.now()))
  // Most polls find nothing, and need no transaction for that.
  if (!(await parseQueue.hasQueued(ctx.db)) && (await listDueOrphans(ctx)).length === 0) return null
  return transact(ctx, async (ctx) => {
    for (const orphan of await listDueOrphans(ctx)) {
      if (orphan.attempts < MAX_ATTEMPTS) return startParse(ctx, orphan, claim)
      await failParse(ctx, orphan, documentFault('crashed'))
    }
    return claimNextQueued(ctx, claim)
  })
}

/** Claims the next parse of the owner whose turn it is; null when none is queued. */
async function claimNextQueued(ctx: ClaimContext, claim: ClaimOptions): Promise<parses.ParseRow | null> {
  const [turn] = await parseQueue.listTurns(ctx.db)
  const parse = turn && (await parseQueue.findFirstQueued(ctx.db, turn.owner_id))
  if (!parse) return null
  await parseQueue.recordTurn(ctx.db, parse.owner_id)
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

/** Returns the lease store for running parses. */
export const parseLeases = (ctx: ClaimContext): LeaseStore => ({
  held: (leases) => heldParses.findHeldLeases(ctx.db, leases),
  extend: (leases, until) => heldParses.extendLeases(ctx.db, leases, until),
})

/** Returns parses to the front of their owners' queues; the attempt does not count. */
export async function requeueParses(ctx: ClaimContext, leases: string[]): Promise<void> {
  for (const lease of leases)
    await transact(ctx, async (ctx) => {
      const parse = await heldParses.findByLease(ctx.db, lease)
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
export const releaseParses = (ctx: ClaimContext): Promise<void> => heldParses.expireLeases(ctx.db)
