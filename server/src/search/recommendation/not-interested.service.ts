import type { api, ParsedInputOf } from '@scinav/contract'
import { requirePapers } from '../../library/papers/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import * as unwanted from './not-interested.store.ts'

/** Excludes a paper from the caller's recommendations, or includes it again. */
export async function setNotInterested(
  ctx: Context,
  { paper_id, undo }: ParsedInputOf<typeof api.papers.notInterested>,
) {
  return transact(ctx, async (ctx) => {
    await requirePapers(ctx, [paper_id])
    if (undo) await unwanted.remove(ctx.db, ctx.actor.id, paper_id)
    else await unwanted.add(ctx.db, ctx.actor.id, paper_id, ctx.now().toISOString())
    return null
  })
}
