import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as manuscripts from './manuscript.store.ts'

type Citing = typeof api.citing

const MAX_MANUSCRIPTS = 50

/** Returns the manuscripts of the actor, last changed first. */
export const listManuscripts = (ctx: Context): Promise<OutputOf<Citing['manuscripts']>> =>
  manuscripts.listByUser(ctx.db, ctx.actor.id)

/**
 * Returns a manuscript of the actor.
 *
 * @throws AppError `manuscript.not_found`, also for a manuscript of another user.
 */
export async function openManuscript(
  ctx: Context,
  { id }: ParsedInputOf<Citing['manuscript']>,
): Promise<OutputOf<Citing['manuscript']>> {
  const row = await manuscripts.find(ctx.db, ctx.actor.id, id)
  if (!row) throw new AppError('manuscript.not_found')
  const { user_id: _, ...manuscript } = row
  return manuscript
}

/**
 * Saves the current state of a manuscript, under a new id when none is given.
 *
 * @throws AppError `manuscript.not_found`; `manuscript.too_many` beyond `MAX_MANUSCRIPTS`.
 */
export function saveManuscript(
  ctx: Context,
  { id, title, state }: ParsedInputOf<Citing['saveManuscript']>,
): Promise<OutputOf<Citing['saveManuscript']>> {
  return transact(ctx, async (ctx) => {
    const updated_at = ctx.now().toISOString()
    const user_id = ctx.actor.id
    if (id) {
      if (!(await manuscripts.update(ctx.db, user_id, id, { title, state, updated_at })))
        throw new AppError('manuscript.not_found')
      return { id }
    }
    if ((await manuscripts.count(ctx.db, user_id)) >= MAX_MANUSCRIPTS)
      throw new AppError('manuscript.too_many')
    const newId = ctx.newId()
    await manuscripts.insert(ctx.db, { id: newId, user_id, title, state, created_at: updated_at, updated_at })
    return { id: newId }
  })
}

/**
 * Deletes a manuscript of the actor.
 *
 * @throws AppError `manuscript.not_found`, also for a manuscript of another user.
 */
export async function removeManuscript(
  ctx: Context,
  { id }: ParsedInputOf<Citing['removeManuscript']>,
): Promise<null> {
  if (!(await manuscripts.remove(ctx.db, ctx.actor.id, id))) throw new AppError('manuscript.not_found')
  return null
}
