import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import * as positions from './position.store.ts'
import { type Readable, requireReadable, targetId } from './text/readable.ts'

type Reading = typeof api.reading
type Position = OutputOf<Reading['position']>

/** Returns the caller's reading position in a target that they may read; null before the first time. */
export async function findPosition(
  ctx: Pick<Context, 'db' | 'actor'>,
  readable: Pick<Readable, 'target'>,
): Promise<Position> {
  const row = await positions.find(ctx.db, ctx.actor.id, targetId(readable))
  return row ? { ...JSON.parse(row.position), updated_at: row.updated_at } : null
}

/**
 * Returns the caller's reading position in a target; null before the first time.
 *
 * @throws AppError as `requireReadable`.
 */
export async function getPosition(
  ctx: Context,
  input: ParsedInputOf<Reading['position']>,
): Promise<Position> {
  return findPosition(ctx, await requireReadable(ctx, input))
}

/**
 * Stores the caller's reading position in a target.
 *
 * @throws AppError as `requireReadable`.
 */
export async function savePosition(ctx: Context, input: ParsedInputOf<Reading['savePosition']>) {
  const readable = await requireReadable(ctx, input)
  const updated_at = ctx.now().toISOString()
  const position = JSON.stringify(input.position)
  await positions.save(ctx.db, { user_id: ctx.actor.id, target_id: targetId(readable), position, updated_at })
  return null
}
