import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../context/context.ts'
import type { PersonalData } from '../context/personal-data.ts'
import { latestPlausible } from '../foundation/clock.ts'
import { AppError } from '../foundation/errors.ts'
import { isOrphan, LEASE_MS, leaseUntil, releaseLease, takeLease } from '../foundation/lease.ts'
import * as claims from './idempotency.store.ts'

/** How often the lease of a claim is extended within its term. */
const EXTENSIONS_PER_LEASE = 3
const REPLY_TTL_MS = 24 * 60 * 60_000
/** Number of polls in which a call waits for another one with its key, about five seconds in all. */
const MAX_POLLS = 15
const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 500

/** Returns the bounds of the creation of replies that are still valid; a later time was written by a wrong clock. */
const replyWindow = (now: Date) => ({
  since: new Date(now.getTime() - REPLY_TTL_MS).toISOString(),
  until: latestPlausible(now, REPLY_TTL_MS),
})

interface IdempotentCall {
  key: string
  /** Method and path. */
  call: string
  input: object
}

/**
 * Runs a write at most once per key and person within 24 hours; later calls receive the first result.
 *
 * The key is claimed in a statement of its own before the work begins, so that no transaction is open while the work
 * touches files. The work stores its reply in the transaction of its last write (`transactReply`): when the process
 * dies, either both are stored and a later call receives the reply, or neither, and a later call takes over the claim
 * and runs. Work without such a transaction stores its reply afterwards; when the process dies between the two, it runs
 * again.
 *
 * @throws AppError `request.key_reused` when the key was used for another request; `request.in_progress` when another
 *   call with the key takes longer than this one waits.
 */
export async function runOnce(
  ctx: Context,
  attempt: IdempotentCall,
  work: (ctx: Context) => Promise<unknown>,
): Promise<unknown> {
  const lease = takeLease(ctx.newId())
  const extending = setInterval(() => extendClaim(ctx, lease), LEASE_MS / EXTENSIONS_PER_LEASE).unref()
  try {
    const earlier = await claimOrReply(ctx, attempt, lease)
    if (earlier) return earlier.reply
    return await runAndStore(ctx, lease, work)
  } finally {
    clearInterval(extending)
    releaseLease(lease)
  }
}

/** Runs the work and stores its reply; work that throws releases the key. */
async function runAndStore(ctx: Context, lease: string, work: (ctx: Context) => Promise<unknown>) {
  const settle: NonNullable<Context['settle']> = async (db, reply) => {
    // A call that was blocked for longer than its lease must not write in parallel with the call that took over.
    if (!(await claims.storeReply(db, lease, JSON.stringify(reply))))
      throw new AppError('request.in_progress')
  }
  try {
    const result = await work({ ...ctx, settle })
    await claims.storeReply(ctx.db, lease, JSON.stringify(result))
    return result
  } catch (error) {
    await claims.releaseKey(ctx.db, lease)
    throw error
  }
}

/**
 * Claims the key and returns null, or returns the reply of the call that had it, waiting while that is in progress.
 *
 * @throws AppError as `runOnce`.
 */
async function claimOrReply(
  ctx: Context,
  { key, call, input }: IdempotentCall,
  lease: string,
): Promise<{ reply: unknown } | null> {
  const request_hash = createHash('sha256')
    .update(`${call}\n${JSON.stringify(input)}`)
    .digest('hex')
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    if (poll > 0) await wait(Math.min(FIRST_PAUSE_MS * 2 ** (poll - 1), MAX_PAUSE_MS))
    const outcome = await tryClaim(ctx, { key, request_hash, lease })
    if (outcome === 'claimed') return null
    if (outcome !== 'in progress') return outcome
  }
  throw new AppError('request.in_progress', { retry_after: LEASE_MS / 1_000 })
}

/**
 * Claims the key if it is free or its holder is gone; returns the reply if the call with this key has ended.
 *
 * @throws AppError `request.key_reused`.
 */
async function tryClaim(
  ctx: Context,
  request: { key: string; request_hash: string; lease: string },
): Promise<'claimed' | 'in progress' | { reply: unknown }> {
  const now = ctx.now()
  const user_id = ctx.actor.id
  const claim = { ...request, user_id, lease_until: leaseUntil(now), created_at: now.toISOString() }
  await claims.removeClaimOutside(ctx.db, user_id, request.key, replyWindow(now))
  const existing = await claims.findClaim(ctx.db, user_id, request.key)
  if (!existing) return (await claims.claimKey(ctx.db, claim)) ? 'claimed' : 'in progress'
  if (existing.request_hash !== request.request_hash) throw new AppError('request.key_reused')
  if (existing.lease === null) return { reply: JSON.parse(existing.reply) }
  const isAlone = ctx.config.DATABASE_URL === undefined
  if (!isOrphan(existing, now, isAlone)) return 'in progress'
  return (await claims.takeOverClaim(ctx.db, existing.lease, claim)) ? 'claimed' : 'in progress'
}

function extendClaim(ctx: Context, lease: string): void {
  claims.extendLease(ctx.db, lease, leaseUntil(ctx.now())).catch((error) => {
    ctx.log.warn({ err: error }, 'the lease of a key could not be extended')
  })
}

/** Deletes replies after 24 hours. */
export const replyData: PersonalData = {
  purge: (ctx) => claims.removeClaimsBefore(ctx.db, replyWindow(ctx.now()).since),
}
