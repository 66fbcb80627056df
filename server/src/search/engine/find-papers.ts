import type { SearchCriteria, SearchRequest } from '@scinav/search'
import { findIdsBySeqs, findRecordsBySeqs, type PaperRecord } from '../../library/papers/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { findLastSeq } from './papers.store.ts'

type SearchSort = NonNullable<SearchRequest['sort']>

/** Number of hits read by the first search; only a search with more hits is repeated for all of them. */
const FIRST_BATCH_SIZE = 500
/** Maximum number of hits; all of them are held in memory, and the export made from them is one text. */
const MAX_HITS = 100_000
/** Rows per statement; one statement takes a few milliseconds. */
const BATCH_SIZE = 500

/** A search without facets or highlights: criteria, order, and the range of hits to return. */
export interface PlainSearch extends SearchCriteria {
  sort?: SearchSort
  /** Restricts the search to papers with a greater sequence number than this one. */
  after_seq?: number
  /** Number of hits to skip, and the maximum number to return. */
  from: number
  size: number
}

/**
 * Searches the library on behalf of other services and returns the ids of one range of hits with the total. Partial
 * matches do not count.
 */
export async function searchPapers(
  ctx: BaseContext,
  search: PlainSearch,
): Promise<{ ids: string[]; total: number }> {
  const { seqs, total } = await runPlainSearch(ctx, search)
  const ids = await findIdsBySeqs(ctx, seqs)
  return { ids: seqs.flatMap((seq) => ids.get(seq) ?? []), total }
}

/**
 * Returns the sequence number of the last paper that a search can find now; papers with a greater number are new.
 * Papers that are written but not yet searchable get reported later.
 */
export async function findLastSearchableSeq(ctx: BaseContext): Promise<number> {
  const { change } = (await ctx.library.current()).state()
  return findLastSeq(ctx.db, change)
}

/**
 * Returns the sequence numbers of all papers that match a search, best first.
 *
 * @throws AppError `input.invalid` when there are more than `MAX_HITS`.
 */
export async function findHitSeqs(
  ctx: BaseContext,
  search: Omit<PlainSearch, 'from' | 'size'>,
): Promise<number[]> {
  const { seqs, total } = await runPlainSearch(ctx, { ...search, from: 0, size: FIRST_BATCH_SIZE })
  if (total > MAX_HITS) throw invalidInput('query', `共 ${total} 篇，一次最多处理 ${MAX_HITS} 篇，请缩小范围`)
  return total <= seqs.length ? seqs : (await runPlainSearch(ctx, { ...search, from: 0, size: total })).seqs
}

async function runPlainSearch(
  ctx: BaseContext,
  search: PlainSearch,
): Promise<{ seqs: number[]; total: number }> {
  const { hits, total } = await (await ctx.library.current()).search(search)
  return { seqs: hits.map(({ seq }) => seq), total }
}

/** Returns the hits of the likely correction when nothing matches the query as written, as the search screen does. */
async function findCorrectedSeqs(
  ctx: BaseContext,
  search: Omit<PlainSearch, 'from' | 'size'>,
): Promise<number[]> {
  const index = await ctx.library.current()
  const { understood } = await index.search({ ...search, size: 0, fallback: true, correct: true })
  return understood.instead === null ? [] : findHitSeqs(ctx, { ...search, query: understood.instead })
}

/**
 * Yields the records of all papers that the search screen would show for a search, in batches, best first. The set of
 * hits is fixed when the iteration begins; papers deleted since are left out.
 *
 * @throws AppError as `findHitSeqs`.
 */
export async function* findRecords(
  ctx: BaseContext,
  search: Omit<PlainSearch, 'from' | 'size'>,
): AsyncGenerator<PaperRecord[]> {
  const hitSeqs = await findHitSeqs(ctx, search)
  const seqs = hitSeqs.length > 0 ? hitSeqs : await findCorrectedSeqs(ctx, search)
  for (let from = 0; from < seqs.length; from += BATCH_SIZE) {
    const batch = seqs.slice(from, from + BATCH_SIZE)
    const rows = new Map((await findRecordsBySeqs(ctx, batch)).map((row) => [Number(row.seq), row]))
    yield batch.flatMap((seq) => rows.get(seq) ?? [])
    await yieldToEventLoop()
  }
}
