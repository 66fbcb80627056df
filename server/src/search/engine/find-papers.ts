import type { SearchRequest, Wanted } from '@scinav/search'
import { idsBySeqs, type PaperRecord, recordsBySeqs } from '../../library/papers/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import { invalid } from '../../platform/foundation/errors.ts'
import { lastSeq } from './searchable.store.ts'

type Sort = NonNullable<SearchRequest['sort']>

export interface PlainSearch extends Wanted {
  sort?: Sort
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
  const { seqs, total } = await plainSearch(ctx, search)
  const ids = await idsBySeqs(ctx, seqs)
  return { ids: seqs.flatMap((seq) => ids.get(seq) ?? []), total }
}

/**
 * The number of the last paper that a search can find now: what comes after it is new. What was written but
 * is not searchable yet comes later.
 */
export async function lastSearchable(ctx: BaseContext): Promise<number> {
  const { change } = (await ctx.library.current()).state()
  return lastSeq(ctx.db, change)
}

const FIRST_HITS = 500
/** The list of hits is held in memory, and what is made of it is one text. */
const MOST_HITS = 100_000

/**
 * Numbers of all papers that a search finds, best first.
 *
 * @throws AppError `input.invalid` where they are more than one answer can hold.
 */
export async function hitNumbers(
  ctx: BaseContext,
  wanted: Omit<PlainSearch, 'from' | 'size'>,
): Promise<number[]> {
  const { seqs, total } = await plainSearch(ctx, { ...wanted, from: 0, size: FIRST_HITS })
  if (total > MOST_HITS) throw invalid('query', `共 ${total} 篇，一次最多处理 ${MOST_HITS} 篇，请缩小范围`)
  return total <= seqs.length ? seqs : (await plainSearch(ctx, { ...wanted, from: 0, size: total })).seqs
}

async function plainSearch(
  ctx: BaseContext,
  search: PlainSearch,
): Promise<{ seqs: number[]; total: number }> {
  const { hits, total } = await (await ctx.library.current()).search(search)
  return { seqs: hits.map(({ seq }) => seq), total }
}

/** Rows of one statement: a few milliseconds. */
const PART = 500

/** Where nothing has what is written, the search screen shows what a likely correction finds. */
async function correctedNumbers(
  ctx: BaseContext,
  wanted: Omit<PlainSearch, 'from' | 'size'>,
): Promise<number[]> {
  const index = await ctx.library.current()
  const { understood } = await index.search({ ...wanted, size: 0, fallback: true, correct: true })
  return understood.instead === null ? [] : hitNumbers(ctx, { ...wanted, query: understood.instead })
}

/** Records of everything a search finds and its screen shows, as it stood when it was asked, best first. */
export async function* findRecords(
  ctx: BaseContext,
  wanted: Omit<PlainSearch, 'from' | 'size'>,
): AsyncGenerator<PaperRecord[]> {
  const written = await hitNumbers(ctx, wanted)
  const seqs = written.length > 0 ? written : await correctedNumbers(ctx, wanted)
  for (let from = 0; from < seqs.length; from += PART) {
    const part = seqs.slice(from, from + PART)
    const rows = new Map((await recordsBySeqs(ctx, part)).map((row) => [Number(row.seq), row]))
    yield part.flatMap((seq) => rows.get(seq) ?? [])
    await breath()
  }
}
