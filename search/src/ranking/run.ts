import type { FacetMemory } from '../facets/facet-memory.ts'
import type { FacetSizes } from '../facets/facet-sizes.ts'
import { countFacets, type FacetHits } from '../facets/facets.ts'
import type { Segment } from '../index/layout.ts'
import { planTerms } from '../planning/plan.ts'
import type { IndexAnswer, IndexRequest } from '../planning/term-index.ts'
import { releaseBits, unionOf } from '../sets/bits.ts'
import { beginSearch } from '../sets/buffer-pool.ts'
import { startDeadline } from './deadline.ts'
import {
  type AllFindings,
  collectCounts,
  findAll,
  MAX_FOLLOWING,
  releaseFindings,
  type SegmentCounts,
  sumBy,
} from './find-all.ts'
import { createRanking, type Ranking, rankSegment } from './rank.ts'
import { bestHits, finishHits, publishBest, type RankedHit } from './rerank.ts'
import { documentFrequencies, planWeight } from './score.ts'
import type { PlanWeights, SearchRun } from './search-run.ts'
import { openSplit, type SearchSide, type SplitSearch } from './split-search.ts'
import { openView } from './view.ts'

/** A search and what it runs on. */
interface SearchInput {
  segments: Segment[]
  /** Sizes of the tables of facets. */
  sizes: FacetSizes
  /** Data for counting that the thread keeps between searches. */
  memory: FacetMemory
  request: IndexRequest
}

/**
 * Runs one search over segments and returns the best hits, exact totals and all requested facets.
 *
 * @param timeout_ms time limit; the usual one when absent.
 * @throws SearchTooLong when it exceeds its time limit.
 */
export function searchSegments(input: SearchInput, timeout_ms?: number): IndexAnswer {
  startDeadline(timeout_ms)
  const answer = runSplit(input, null)
  return { ...answer, hits: finishHits(answer.hits, answer, input.request) }
}

/** An answer whose hits are the best of some segments only, not yet reranked: see `finishHits`. */
export type SideAnswer = Omit<IndexAnswer, 'hits'> & { hits: RankedHit[] }

/**
 * Runs one half of a search that two threads share over a common board (`SplitSearch`). Each finds and ranks the hits
 * of half of the segments, and counts the facets of its own request over all of them.
 */
export function runSide(
  input: SearchInput,
  { board, side }: { board: SharedArrayBuffer; side: SearchSide },
): SideAnswer {
  startDeadline()
  return runSplit(input, openSplit(board, side, input.segments.length, input.request.filters.length))
}

/** Runs a search over all segments or, with `split`, this side's share of it. */
function runSplit({ segments, sizes, memory, request }: SearchInput, split: SplitSearch | null): SideAnswer {
  const started = performance.now()
  beginSearch()
  const papers = segments.reduce((sum, { head }) => sum + head.doc_count, 0)
  const plans = request.fallback ? [request.plan, request.fallback] : [request.plan]
  const views = segments.map(openView)
  const frequencies = documentFrequencies(views, [...new Set(plans.flatMap(planTerms))])
  const weights: PlanWeights = { idfOf: (plan) => planWeight(plan, frequencies, papers) }
  const search: SearchRun = { request, segments, views, papers, frequencies, weights, split }
  const findings = findAll(search)
  const ranking = request.limit > 0 ? rankFindings(search, findings) : null
  const counts = collectCounts(search, findings)
  const partial = sumBy(counts, (segment) => segment.partial)
  const answer = {
    total: sumBy(counts, ({ total }) => total),
    partial: findings.partial === 'following' ? Math.min(MAX_FOLLOWING, partial) : partial,
    counts_partial: findings.partial === 'counted',
    unfiltered: sumBy(counts, ({ unfiltered }) => unfiltered),
    named_count: sumBy(counts, ({ named_count }) => named_count),
    kept_out: request.filters.map((_, filter) => sumBy(counts, ({ failed }) => failed[filter]?.count ?? 0)),
    facets: countAllFacets(search, counts, findings.partial === 'counted', sizes, memory),
    // Computed last, when the results of the other side are available.
    hits: ranking ? bestHits(ranking) : [],
  }
  releaseFindings(findings, counts)
  return { ...answer, took_ms: performance.now() - started }
}

/** Ranks the findings of this side and publishes its best scores to the other one. */
function rankFindings(search: SearchRun, { shows_partial, by_segment }: AllFindings): Ranking {
  const ranking = createRanking(search, shows_partial)
  for (const [index, findings] of by_segment) rankSegment(ranking, findings, index)
  publishBest(ranking)
  return ranking
}

/**
 * Counts all requested facets. A facet ignores its own filter, so that papers which only this filter excludes count for
 * it too.
 *
 * @param areCounted whether partial matches count too.
 */
function countAllFacets(
  search: SearchRun,
  counts: SegmentCounts[],
  areCounted: boolean,
  sizes: FacetSizes,
  memory: FacetMemory,
) {
  const { filters, facets, all_sources } = search.request
  const filterIndexes = new Map(filters.map(({ facet }, index) => [facet, index]))
  const withoutFilter = facets.filter((facet) => !filterIndexes.has(facet))
  const group = (names: FacetHits['facets'], except: number | null) =>
    facetGroup(names, counts, areCounted, except)
  const groups: FacetHits[] = [group(withoutFilter, null)]
  for (const facet of facets) {
    const ownFilter = filterIndexes.get(facet)
    if (ownFilter !== undefined) groups.push(group([facet], ownFilter))
  }
  const counting = { memory, segments: search.segments, sizes, all_sources }
  const answers = countFacets(counting, groups)
  // The groups of filtered facets have sets of their own.
  for (const { hits } of groups.slice(1)) for (const { bits } of hits) releaseBits(bits)
  return answers
}

/**
 * Returns the hits that some facets count.
 *
 * @param areCounted whether partial matches count too.
 * @param except index of a filter that need not be passed; null when all have to.
 */
function facetGroup(
  facets: FacetHits['facets'],
  counts: SegmentCounts[],
  areCounted: boolean,
  except: number | null,
): FacetHits {
  const hits = counts.map(({ segment, passed, failed }) => {
    const excluded = except === null ? undefined : failed[except]
    return { segment, bits: excluded ? unionOf(passed, excluded.bits) : passed }
  })
  const count = sumBy(counts, ({ total, partial, failed }) => {
    return total + (areCounted ? partial : 0) + (except === null ? 0 : (failed[except]?.count ?? 0))
  })
  return { facets, hits, count }
}
