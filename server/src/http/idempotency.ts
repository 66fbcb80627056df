import { createHash } from 'node:crypto'
import { type Context, transact } from '../context/context.ts'
import type { Db } from '../db/schema.ts'
import { latest } from '../foundation/clock.ts'
import { AppError } from '../foundation/errors.ts'

const KEPT_MS = 24 * 60 * 60_000

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
export function once(
  ctx: Context,
  attempt: Attempt,
  work: (ctx: Context) => Promise<unknown>,
): Promise<unknown> {
  const hash = createHash('sha256')
    .update(`${attempt.call}\n${JSON.stringify(attempt.input)}`)
    .digest('hex')
  return transact(ctx, async (ctx) => {
    const known = await find(ctx, attempt.key)
    if (known && known.request_hash !== hash) throw new AppError('request.key_reused')
    if (known) return JSON.parse(known.reply)
    await insert(ctx.db, {
      user_id: ctx.actor.id,
      key: attempt.key,
      request_hash: hash,
      created_at: ctx.now().toISOString(),
    })
    const result = await work(ctx)
    await keep(ctx.db, ctx.actor.id, attempt.key, JSON.stringify(result))
    return result
  })
}

async function find(ctx: Context, key: string) {
  const oldest = new Date(ctx.now().getTime() - KEPT_MS).toISOString()
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', ctx.actor.id)
    .where('key', '=', key)
    .where(({ or, eb }) =>
      or([eb('created_at', '<', oldest), eb('created_at', '>', latest(ctx.now(), KEPT_MS))]),
    )
    .execute()
  return ctx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('user_id', '=', ctx.actor.id)
    .where('key', '=', key)
    .executeTakeFirst()
}

async function insert(
  db: Db,
  row: { user_id: string; key: string; request_hash: string; created_at: string },
) {
  await db
    .insertInto('idempotency_keys')
    .values({ ...row, reply: 'null' })
    .execute()
}

async function keep(db: Db, user_id: string, key: string, reply: string) {
  await db
    .updateTable('idempotency_keys')
    .set({ reply })
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .execute()
}
