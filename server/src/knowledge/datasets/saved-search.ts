import { paperTitles } from '../../library/papers/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { lastSearchable, searchPapers } from '../../search/engine/index.ts'
import { touch } from './folder.service.ts'
import { addPaperDocuments } from './keep.service.ts'
import * as searches from './saved-search.store.ts'

/** Papers that are put into a knowledge base in one transaction. */
const PART = 500

type Due = Awaited<ReturnType<typeof searches.all>>[number]

/**
 * Puts the papers into a knowledge base that its search finds among those that came since the last look, the newest
 * first, as far as there is room. Papers that somebody has taken out do not come back.
 */
export async function look(ctx: BaseContext, due: Due, signal: AbortSignal): Promise<void> {
  const upTo = await lastSearchable(ctx)
  const room = due.most - (await searches.countDocuments(ctx.db, due.dataset_id))
  const checked_at = ctx.now().toISOString()
  try {
    for (let from = 0; from < room; from += PART) {
      signal.throwIfAborted()
      const size = Math.min(PART, room - from)
      const wanted = { query: due.query, sort: 'date' as const, after_seq: due.seen_seq, from, size }
      const { ids } = await searchPapers(ctx, wanted)
      if (ids.length === 0 || !(await put(ctx, due, ids)) || ids.length < size) break
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await searches.looked(ctx.db, due, { checked_at, error: error.message })
    return
  }
  await searches.looked(ctx.db, due, { checked_at, error: null, seen_seq: upTo })
}

/** Answers false where the search was changed or ended meanwhile. */
function put(ctx: BaseContext, due: Due, ids: string[]): Promise<boolean> {
  return transact(ctx, async (ctx) => {
    const now = await searches.find(ctx.db, due.dataset_id)
    if (now?.updated_at !== due.updated_at) return false
    const where = { dataset_id: due.dataset_id, creator_id: due.owner_id }
    const takenOut = new Set(await searches.takenOut(ctx.db, due.dataset_id, ids))
    const wanted = ids.filter((id) => !takenOut.has(id))
    const added = await addPaperDocuments(ctx, where, await paperTitles(ctx, wanted))
    if (added.length > 0) await touch(ctx, due.dataset_id)
    await searches.countAdded(ctx.db, due, added.length)
    return true
  })
}
