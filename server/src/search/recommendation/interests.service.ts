import { type api, type OutputOf, type ParsedInputOf, readWork } from '@scinav/contract'
import { type PaperRecord, streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { searchPapers } from '../engine/index.ts'

type Interests = typeof api.papers.interests

/** Number of hits from which the terms are taken. */
const SAMPLE_SIZE = 500

/**
 * Returns the terms that are characteristic of the best 500 hits of a query, or of given papers, compared with the
 * whole library. For a query, counts and years are those of all hits. Growth is the number of papers per year in the
 * last three years divided by that in the five years before.
 */
export async function findRelatedInterests(
  ctx: Context,
  { paper_id_list, ...search }: ParsedInputOf<Interests>,
): Promise<OutputOf<Interests>> {
  const arePapersGiven = paper_id_list.length > 0
  const ids = arePapersGiven
    ? paper_id_list
    : (await searchPapers(ctx, { ...search, from: 0, size: SAMPLE_SIZE })).ids
  const index = await ctx.library.current()
  return index.interests(collectWorks(streamRecordsByIds(ctx, ids)), {
    search: arePapersGiven ? null : search,
    this_year: ctx.now().getUTCFullYear(),
  })
}

async function* collectWorks(batches: AsyncIterable<PaperRecord[]>) {
  for await (const batch of batches) for (const { record } of batch) yield readWork(record)
}
