import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type EngineRequest, FACETS, type Sort } from '@scinav/search'
import type { BaseContext, Context } from '../context.ts'
import { invalid } from '../errors.ts'
import type { WrittenPage } from '../replies.ts'
import { knownTerms } from './bilingual.service.ts'
import { correct } from './correction.ts'
import * as feed from './feed.store.ts'
import { highlightsOf, type Marks, marksOf } from './highlights.ts'
import { hitText } from './hit-text.ts'
import { type KeptPaper, paperOf, papersBySeqs } from './paper.service.ts'
import { rankedIn, rankTable } from './rank-table.service.ts'
import { facetsOf } from './search-answer.ts'
import { searchInputDefaults } from './search-defaults.ts'
import { ENOUGH, filtersOf, understand, type Wanted } from './search-request.ts'

type Search = typeof api.papers.search

type Found = OutputOf<Search>
type Hit = Found['list'][number]

/** Searches the library for a screen: one page of papers with their highlights, all facets, and what was understood. */
export async function search(ctx: Context, input: ParsedInputOf<Search>): Promise<Found> {
  const { hits, page } = await searchWith(
    ctx,
    input,
    (paper, shown): Hit => ({ ...paperOf(paper), ...shown }),
  )
  return { list: hits, ...page }
}

/** The same as the text that is sent. */
export async function searchWritten(ctx: Context, input: ParsedInputOf<Search>): Promise<WrittenPage<Found>> {
  const { hits, page } = await searchWith(ctx, input, hitText)
  return { written: hits, page }
}

type Show<Shown> = (paper: KeptPaper, shown: Pick<Hit, 'score' | 'highlights'>) => Shown

interface Shown<Element> {
  hits: Element[]
  page: Omit<Found, 'list'>
}

async function searchWith<Element>(
  ctx: Context,
  input: ParsedInputOf<Search>,
  show: Show<Element>,
): Promise<Shown<Element>> {
  const started = performance.now()
  const { page_num, page_size } = input
  const ranks = await rankTable(ctx)
  const index = await ctx.library.current()
  const values = index.values()
  const ranked = rankedIn(ranks)
  const understood = understand(input, values, ranked, await knownTerms(ctx))
  const filters = filtersOf(input.filters, values, ranked)
  const answer = await index.search({
    plan: understood.plan,
    loose: understood.loose,
    enough: ENOUGH,
    pairs: understood.pairs,
    filters: filters.map(({ facet, plan }) => ({ facet, plan })),
    sort: sortOf(input, understood.plan.op === 'all'),
    top: page_num * page_size,
    facets: input.facets ? [...FACETS] : [],
    all_sources: ranks.size > 0,
    after_seq: 0,
  })
  const page = answer.hits.slice((page_num - 1) * page_size)
  const marks = marksOf([understood.plan, understood.loose])
  const hits = await hitsOf(ctx, page, marks, show)
  return {
    hits,
    page: {
      total: answer.total,
      page_num,
      page_size,
      facets: input.facets ? facetsOf(answer, values, ranks) : null,
      facets_of: answer.partial > 0 ? 'partial' : 'all',
      parsed_query: {
        text: understood.text,
        warnings: understood.parsed.warnings.map(({ message }) => message),
        expansions: understood.expansions,
        identifier: understood.parsed.identifier?.value ?? null,
      },
      did_you_mean: answer.total < ENOUGH ? await correct(index, understood.parsed) : null,
      total_partial: answer.partial,
      relax: filters.flatMap(({ name }, at) => {
        const count = answer.kept_out[at] ?? 0
        return count > 0 ? [{ filter: name, count }] : []
      }),
      took_ms: Math.round((performance.now() - started) * 10) / 10,
    },
  }
}

/** Without words there is no relevance: newest first. */
function sortOf({ sort }: { sort: Sort }, everything: boolean): Sort {
  return everything && sort === 'relevance' ? 'date' : sort
}

type Hits = { seq: number; score: number }[]

async function hitsOf<Element>(ctx: Context, hits: Hits, marks: Marks, show: Show<Element>) {
  const papers = await papersBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  return hits.flatMap(({ seq, score }) => {
    const paper = papers.get(seq)
    return paper ? [show(paper, { score, highlights: highlightsOf(paper, marks) })] : []
  })
}

export interface PlainSearch extends Partial<Wanted> {
  query: string
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
  const ids = new Map((await feed.idsOf(ctx.db, seqs)).map(({ id, seq }) => [Number(seq), id]))
  return { ids: seqs.flatMap((seq) => ids.get(seq) ?? []), total }
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

/** A search as the index takes it, with the index to ask. */
export async function prepareSearch(ctx: BaseContext, wanted: Partial<Wanted>) {
  const ranks = await rankTable(ctx)
  const index = await ctx.library.current()
  const ranked = rankedIn(ranks)
  const complete = searchInputDefaults(wanted)
  const { plan, pairs } = understand(complete, index.values(), ranked, await knownTerms(ctx))
  const filters = filtersOf(complete.filters, index.values(), ranked)
  const request: EngineRequest = {
    plan,
    loose: null,
    enough: 0,
    pairs,
    filters: filters.map(({ facet, plan }) => ({ facet, plan })),
    sort: 'relevance',
    top: 0,
    facets: [],
    all_sources: false,
    after_seq: 0,
  }
  return { index, request }
}

async function plainSearch(
  ctx: BaseContext,
  { from, size, sort = 'relevance', after_seq = 0, ...wanted }: PlainSearch,
): Promise<{ seqs: number[]; total: number }> {
  const { index, request } = await prepareSearch(ctx, wanted)
  const order = sortOf({ sort }, request.plan.op === 'all')
  const { hits, total } = await index.search({ ...request, sort: order, top: from + size, after_seq })
  return { seqs: hits.slice(from, from + size).map(({ seq }) => seq), total }
}
