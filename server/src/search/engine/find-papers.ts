import type { SearchCriteria, SearchRequest } from '@scinav/search'
import { findIdsBySeqs, findRecordsBySeqs, type PaperRecord } from '../../library/papers/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { findLastSeq } from './searchable.store.ts'

type SearchSort = NonNullable<SearchRequest['sort']>

export interface PlainSearch extends SearchCriteria {
  sort?: SearchSort
  /** Only papers that arrived after the one with this number. */
  after_seq?: number
  from: number
  size: number
}

/** A search for services: ids of a range of hits, and how many there are. Looser hits do not count. */
export async function searchPapers(
  ctx: BaseContext,
  search: PlainSearch,
): Promise<{ ids: string[]; total: number }> {
  const { seqs, total } = await runPlainSearch(ctx, search)
  const ids = await findIdsBySeqs(ctx, seqs)
  return { ids: seqs.flatMap((seq) => ids.get(seq) ?? []), total }
}

/**
 * The number of the last paper that a search can find now: what comes after it is new. What was written but
 * is not searchable yet comes later.
 */
export async function findLastSearchableSeq(ctx: BaseContext): Promise<number> {
  const { change } = (await ctx.library.current()).state()
  return findLastSeq(ctx.db, change)
}

const FIRST_BATCH_SIZE = 500
/** The list of hits is held in memory, and what is made of it is one text. */
const MAX_HITS = 100_000

/**
 * Numbers of all papers that a search finds, best first.
 *
 * @throws AppError `input.invalid` where they are more than one answer can hold.
 */
export async function findHitSeqs(
  ctx: BaseContext,
  wanted: Omit<PlainSearch, 'from' | 'size'>,
): Promise<number[]> {
  const { seqs, total } = await runPlainSearch(ctx, { ...wanted, from: 0, size: FIRST_BATCH_SIZE })
  if (total > MAX_HITS) throw invalidInput('query', `共 ${total} 篇，一次最多处理 ${MAX_HITS} 篇，请缩小范围`)
  return total <= seqs.length ? seqs : (await runPlainSearch(ctx, { ...wanted, from: 0, size: total })).seqs
}

async function runPlainSearch(
  ctx: BaseContext,
  search: PlainSearch,
): Promise<{ seqs: number[]; total: number }> {
  const { hits, total } = await (await ctx.library.current()).search(search)
  return { seqs: hits.map(({ seq }) => seq), total }
}

/** Rows of one statement: a few milliseconds. */
const BATCH_SIZE = 500

/** Where nothing has what is written, the search screen shows what a likely correction finds. */
async function findCorrectedSeqs(
  ctx: BaseContext,
  wanted: Omit<PlainSearch, 'from' | 'size'>,
): Promise<number[]> {
  const index = await ctx.library.current()
  const { understood } = await index.search({ ...wanted, size: 0, fallback: true, correct: true })
  return understood.instead === null ? [] : findHitSeqs(ctx, { ...wanted, query: understood.instead })
}

/** Records of everything a search finds and its screen shows, as it stood when it was asked, best first. */
export async function* findRecords(
  ctx: BaseContext,
  wanted: Omit<PlainSearch, 'from' | 'size'>,
): AsyncGenerator<PaperRecord[]> {
  const written = await findHitSeqs(ctx, wanted)
  const seqs = written.length > 0 ? written : await findCorrectedSeqs(ctx, wanted)
  for (let from = 0; from < seqs.length; from += BATCH_SIZE) {
    const part = seqs.slice(from, from + BATCH_SIZE)
    const rows = new Map((await findRecordsBySeqs(ctx, part)).map((row) => [Number(row.seq), row]))
    yield part.flatMap((seq) => rows.get(seq) ?? [])
    await yieldToEventLoop()
  }
}
