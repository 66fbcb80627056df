import { type api, type OutputOf, type ParsedInputOf, readWork } from '@scinav/contract'
import { type PaperRecord, streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { searchPapers } from '../engine/index.ts'

type Interests = typeof api.papers.interests

const SAMPLE_SIZE = 500

/**
 * Returns the terms that are characteristic of the best 500 hits of a query, or of given papers, compared with the
 * whole library. For a query, counts and years are those of all hits. Growth is the number of papers per year in the
 * last three years divided by that in the five years before.
 */
export async function findRelatedInterests(
  ctx: Context,
  { paper_id_list, ...wanted }: ParsedInputOf<Interests>,
): Promise<OutputOf<Interests>> {
  const listed = paper_id_list.length > 0
  const { ids } = listed
    ? { ids: paper_id_list }
    : await searchPapers(ctx, { ...wanted, from: 0, size: SAMPLE_SIZE })
  const index = await ctx.library.current()
  return index.interests(collectWorks(streamRecordsByIds(ctx, ids)), {
    search: listed ? null : wanted,
    this_year: ctx.now().getUTCFullYear(),
  })
}

async function* collectWorks(parts: AsyncIterable<PaperRecord[]>) {
  for await (const part of parts) for (const { record } of part) yield readWork(record)
}
