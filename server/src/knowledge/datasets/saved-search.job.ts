import { z } from 'zod'
import { findPaperTitles } from '../../library/papers/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { Job } from '../../platform/jobs/index.ts'
import { findLastSearchableSeq, searchPapers } from '../../search/engine/index.ts'
import { touchDataset } from './folder.service.ts'
import { addPaperDocuments } from './paper-documents.service.ts'
import * as searches from './saved-search.store.ts'

/** Papers found, and added to a knowledge base in one transaction. */
const BATCH_SIZE = 500

type DueSearch = Awaited<ReturnType<typeof searches.listAll>>[number]

/**
 * Adds to a knowledge base the papers that its search finds among those that arrived since the last run, newest
 * first, up to its limit. Papers that users have removed are not added again. A search that fails, for example because
 * the query takes too long, is recorded and does not stop the others.
 *
 * @throws the reason of `signal`.
 */
export async function runSavedSearch(ctx: BaseContext, due: DueSearch, signal: AbortSignal): Promise<void> {
  const lastSeq = await findLastSearchableSeq(ctx)
  // `most` is the limit of the knowledge base; nothing is added when it has as many documents.
  const room = due.most - (await searches.countDocuments(ctx.db, due.dataset_id))
  const checked_at = ctx.now().toISOString()
  try {
    for (let from = 0; from < room; from += BATCH_SIZE) {
      signal.throwIfAborted()
      const size = Math.min(BATCH_SIZE, room - from)
      const search = { query: due.query, sort: 'date' as const, after_seq: due.seen_seq, from, size }
      const { ids } = await searchPapers(ctx, search)
      if (ids.length === 0 || !(await addFoundPapers(ctx, due, ids)) || ids.length < size) break
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Without `seen_seq`, the next run examines the same papers again.
    await searches.recordRun(ctx.db, due, { checked_at, error: error.message })
    return
  }
  await searches.recordRun(ctx.db, due, { checked_at, error: null, seen_seq: lastSeq })
}

/** Adds found papers; returns false when the search has been changed or removed meanwhile. */
function addFoundPapers(ctx: BaseContext, due: DueSearch, ids: string[]): Promise<boolean> {
  return transact(ctx, async (ctx) => {
    const current = await searches.find(ctx.db, due.dataset_id)
    if (current?.updated_at !== due.updated_at) return false
    const target = { dataset_id: due.dataset_id, creator_id: due.owner_id }
    const removed = new Set(await searches.findBinnedPapers(ctx.db, due.dataset_id, ids))
    const newIds = ids.filter((id) => !removed.has(id))
    const added = await addPaperDocuments(ctx, target, await findPaperTitles(ctx, newIds))
    if (added.length > 0) await touchDataset(ctx, due.dataset_id)
    await searches.countAdded(ctx.db, due, added.length)
    return true
  })
}

/** Updates the knowledge bases that are filled by a search; each is committed before the next begins. */
export const runSavedSearches: Job<z.ZodObject> = {
  name: 'datasets.saved_search',
  title: '按检索式更新知识库',
  payload: z.object({}),
  attempts: 3,
  run: async (ctx) => {
    const due = await searches.listAll(ctx.db)
    for (const [index, each] of due.entries()) {
      ctx.job.signal.throwIfAborted()
      await runSavedSearch(ctx, each, ctx.job.signal)
      await ctx.job.report((index + 1) / due.length, `${index + 1} / ${due.length} 个知识库`)
    }
  },
}
