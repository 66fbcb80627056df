// Searches an index, and again by other readings of the query when too little is found.
import type { SearchAnswer, SearchRequest } from './engine.ts'
import { countedFacets, namedFacets } from './facets/named-facets.ts'
import { correctQuery } from './planning/correction.ts'
import type { NarrowingPlanner } from './planning/filters.ts'
import { findNamedWorks } from './planning/named-works.ts'
import { findOtherSensePairs } from './planning/other-senses.ts'
import { effectiveSort, MIN_HITS, type PlannedSearch, planSearchWith } from './planning/plan-search.ts'
import type { TermIndex } from './planning/term-index.ts'
import { findUnfinishedWord } from './planning/unfinished-word.ts'
import type { Vocabulary } from './planning/vocabulary.ts'
import type { ParsedQuery } from './query/query.ts'

/** What the functions of one search share. */
interface SearchContext<Filters> {
  index: TermIndex
  vocabulary: Vocabulary
  narrow: NarrowingPlanner<Filters>
}

/**
 * Runs a search and, if `fallback` is set and there are few hits, tries to understand the query otherwise. With
 * `correct` it is repeated with the last word as a prefix, and kept so if that finds more. Otherwise a likely
 * correction is offered (`corrected`) or, with `correct` and without any hit, searched instead (`instead`).
 */
export async function searchWithFallbacks<Filters>(
  context: SearchContext<Filters>,
  request: SearchRequest<Filters>,
): Promise<SearchAnswer> {
  const { index, vocabulary } = context
  const { parsed, answer, unfiltered, named_count } = await searchOnce(context, request)
  // A paper found by its name means that the query was written as intended.
  if (!request.fallback || unfiltered >= MIN_HITS || named_count > 0) return answer
  if (request.correct && (await findUnfinishedWord(index, parsed)) !== null) {
    const byPrefix = await searchOnce(context, request, { unfinished: true })
    if (byPrefix.unfiltered > unfiltered) return byPrefix.answer
  }
  const correction = await correctQuery(index, vocabulary, parsed)
  if (!correction) return answer
  const offered = { ...answer, understood: { ...answer.understood, corrected: correction.text } }
  if (!request.correct || !correction.certain || unfiltered > 0) return offered
  const corrected = await searchOnce(context, { ...request, query: correction.text })
  if (corrected.unfiltered === 0) return offered
  const { understood } = corrected.answer
  return { ...corrected.answer, understood: { ...understood, instead: correction.text } }
}

/** The result of one search, with the counts that decide whether another one is tried. */
interface SearchAttempt {
  parsed: ParsedQuery
  answer: SearchAnswer
  /** Number of hits regardless of filters: a filter has no influence on how a query is understood. */
  unfiltered: number
  /** Number of hits that the query names. */
  named_count: number
}

/**
 * Plans and runs one search, and names the values of its facets.
 *
 * @param options `unfinished`: whether the last word of the query is searched as a prefix
 */
async function searchOnce<Filters>(
  context: SearchContext<Filters>,
  request: SearchRequest<Filters>,
  options: { unfinished?: boolean } = {},
): Promise<SearchAttempt> {
  const { index, vocabulary } = context
  const { sort = 'relevance', from = 0, size, facets = [], fallback = false, after_seq = 0 } = request
  const planned = await planRequest(context, request, options)
  const { parsed, understood, filters, pairs, titles } = planned
  const answer = await index.search({
    plan: understood.plan,
    fallback: fallback ? understood.fallback : null,
    min_hits: fallback ? MIN_HITS : 0,
    titles,
    names: titles.length > 0 ? await findNamedWorks(index, request.query) : [],
    pairs,
    filters: filters.map(({ facet, plan }) => ({ facet, plan })),
    only_passing: false,
    sort: effectiveSort(sort, understood),
    limit: from + size,
    ...countedFacets(facets, vocabulary),
    after_seq,
  })
  const { hits, total, partial, counts_partial, unfiltered, named_count, kept_out, took_ms } = answer
  return {
    parsed,
    unfiltered,
    named_count,
    answer: {
      hits: hits.slice(from, from + size),
      total,
      partial,
      counts_partial,
      facets: namedFacets(facets, answer, index.values(), vocabulary),
      understood,
      kept_out: filters.map(({ name }, at) => ({ filter: name, count: kept_out[at] ?? 0 })),
      took_ms,
    },
  }
}

/** Plans a request, without translations that mean something else in this library. */
async function planRequest<Filters>(
  { index, vocabulary, narrow }: SearchContext<Filters>,
  request: SearchRequest<Filters>,
  options: { unfinished?: boolean },
): Promise<PlannedSearch> {
  const plan = (other_senses?: ReadonlySet<string>) =>
    planSearchWith(narrow, request, index.values(), vocabulary, {
      ...options,
      ...(other_senses && { other_senses }),
    })
  const planned = plan()
  const { expansions } = planned.understood
  const other_senses = expansions.length > 0 ? await findOtherSensePairs(index, expansions) : null
  return other_senses && other_senses.size > 0 ? plan(other_senses) : planned
}
