import { createHash } from 'node:crypto'
import { type Context, transact } from '../context/context.ts'
import type { PersonalData } from '../context/personal-data.ts'
import { latest } from '../foundation/clock.ts'
import { AppError } from '../foundation/errors.ts'
import * as replies from './idempotency.store.ts'

const STORED_MS = 24 * 60 * 60_000

const stored = (now: Date) => ({
  since: new Date(now.getTime() - STORED_MS).toISOString(),
  until: latest(now, STORED_MS),
})

interface Attempt {
  key: string
  /** Method and path. */
  call: string
  input: object
}

/**
 * Runs a write at most once per key and person within 24 hours; later calls get the first result.
 *
 * The key is taken in the same transaction as the work, so a crash leaves either both or neither,
 * and ten calls at once wait for one another instead of running.
 *
 * @throws AppError `request.key_reused` when the key was used for something else.
 */
export async function once(
  ctx: Context,
  attempt: Attempt,
  work: (ctx: Context) => Promise<unknown>,
): Promise<unknown> {
  const hash = createHash('sha256')
    .update(`${attempt.call}\n${JSON.stringify(attempt.input)}`)
    .digest('hex')
  let later: (() => Promise<unknown>)[] = []
  const reply = await transact(ctx, async (ctx) => {
    later = []
    const user_id = ctx.actor.id
    const now = ctx.now()
    await replies.removeOutside(ctx.db, user_id, attempt.key, stored(now))
    const known = await replies.find(ctx.db, user_id, attempt.key)
    if (known && known.request_hash !== hash) throw new AppError('request.key_reused')
    if (known) return JSON.parse(known.reply)
    const created_at = now.toISOString()
    await replies.insert(ctx.db, { user_id, key: attempt.key, request_hash: hash, created_at })
    const result = await work({ ...ctx, afterCommit: (then) => later.push(then) })
    await replies.update(ctx.db, user_id, attempt.key, JSON.stringify(result))
    return result
  })
  for (const then of later) await then()
  return reply
}

/** Replies go after 24 hours. */
export const replyData: PersonalData = {
  purge: (ctx) => replies.removeBefore(ctx.db, stored(ctx.now()).since),
}
