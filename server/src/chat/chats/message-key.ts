import { createHash } from 'node:crypto'
import type { api, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { latestPlausible } from '../../platform/foundation/clock.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as records from './record.store.ts'

/** A message as the client sends it. */
export type MessageInput = ParsedInputOf<typeof api.chat.send>

/** How long a repeated message is recognized by its key. */
const IDEMPOTENCY_KEY_TTL_MS = 24 * 60 * 60_000

/** Returns the columns of the client's idempotency key; by the hash a repeated message is told from another one. */
export function idempotencyKey(ctx: Context, input: MessageInput) {
  const { key } = ctx.stream
  if (key === undefined) return { idempotency_key: null, request_hash: null }
  return {
    idempotency_key: key,
    request_hash: createHash('sha256').update(JSON.stringify(input)).digest('hex'),
  }
}

/**
 * Returns the record that the idempotency key has created; undefined without a key or when it is new.
 *
 * @throws AppError `request.key_reused` when the key was used for another request.
 */
export async function findRecordByKey(
  ctx: Context,
  input: MessageInput,
): Promise<records.RecordRow | undefined> {
  const { idempotency_key, request_hash } = idempotencyKey(ctx, input)
  if (idempotency_key === null) return undefined
  const since = new Date(ctx.now().getTime() - IDEMPOTENCY_KEY_TTL_MS).toISOString()
  const row = await records.findByKey(ctx.db, {
    user_id: ctx.actor.id,
    key: idempotency_key,
    since,
    until: latestPlausible(ctx.now(), IDEMPOTENCY_KEY_TTL_MS),
  })
  if (row && row.request_hash !== request_hash) throw new AppError('request.key_reused')
  return row
}
