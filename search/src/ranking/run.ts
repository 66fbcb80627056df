import { countFacets, type FacetHits, type FacetMemory, type FacetSizes, unionOf } from '../facets/facets.ts'
import type { Segment } from '../index/layout.ts'
import { planTerms } from '../planning/plan.ts'
import type { IndexAnswer, IndexRequest } from '../planning/term-index.ts'
import { releaseBits } from '../sets/bits.ts'
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

/**
 * Runs one search over segments and returns the best hits, exact totals and all requested facets.
 *
 * @param memory data for counting that the thread keeps between searches.
 * @throws SearchTooLong when it exceeds its time limit.
 */
export function searchSegments(
  segments: Segment[],
  sizes: FacetSizes,
  memory: FacetMemory,
  request: IndexRequest,
  timeout_ms?: number,
): IndexAnswer {
  startDeadline(timeout_ms)
  const answer = runSplit(segments, sizes, memory, request, null)
  return { ...answer, hits: finishHits(answer.hits, answer, request) }
}

/** An answer whose hits are the best of some segments only. */
export type SideAnswer = Omit<IndexAnswer, 'hits'> & { hits: RankedHit[] }

/** Runs one half of a search that two threads share over a common board; each counts the facets of its request. */
export function runSide(
  segments: Segment[],
  sizes: FacetSizes,
  memory: FacetMemory,
  request: IndexRequest,
  { board, side }: { board: SharedArrayBuffer; side: SearchSide },
): SideAnswer {
  startDeadline()
  const split = openSplit(board, side, segments.length, request.filters.length)
  return runSplit(segments, sizes, memory, request, split)
}

/** Runs a search over all segments or, with `split`, this side's share of it. */
function runSplit(
  segments: Segment[],
  sizes: FacetSizes,
  memory: FacetMemory,
  request: IndexRequest,
  split: SplitSearch | null,
): SideAnswer {
  const started = performance.now()
  beginSearch()
  const papers = segments.reduce((sum, { head }) => sum + head.doc_count, 0)
  const plans = request.fallback ? [request.plan, request.fallback] : [request.plan]
  const views = segments.map(openView)
  const frequencies = documentFrequencies(views, [...new Set(plans.flatMap(planTerms))])
  const weights: PlanWeights = { idfOf: (plan) => planWeight(plan, frequencies, papers) }
  const search: SearchRun = { request, segments, views, papers, frequencies, weights, split }
  const found = findAll(search)
  const ranking = request.limit > 0 ? rankFindings(search, found) : null
  const counts = collectCounts(search, found)
  const partial = sumBy(counts, (segment) => segment.partial)
  const answer = {
    total: sumBy(counts, ({ total }) => total),
    partial: found.partial === 'following' ? Math.min(MAX_FOLLOWING, partial) : partial,
    counts_partial: found.partial === 'counted',
    unfiltered: sumBy(counts, ({ unfiltered }) => unfiltered),
    named_count: sumBy(counts, ({ named_count }) => named_count),
    kept_out: request.filters.map((_, at) => sumBy(counts, ({ failed }) => failed[at]?.count ?? 0)),
    facets: countAllFacets(search, counts, found.partial === 'counted', sizes, memory),
    // Computed last, when the results of the other side are available.
    hits: ranking ? bestHits(ranking) : [],
  }
  releaseFindings(found, counts)
  return { ...answer, took_ms: performance.now() - started }
}

/** Ranks the findings of this side and publishes its best scores to the other one. */
function rankFindings(search: SearchRun, { shows_partial, own }: AllFindings): Ranking {
  const ranking = createRanking(search, shows_partial)
  for (const [index, found] of own) rankSegment(ranking, found, index)
  publishBest(ranking)
  return ranking
}

/**
 * Counts all facets. A facet counts without its own filter, so papers that only this filter excludes count for it too.
 */
function countAllFacets(
  search: SearchRun,
  counts: SegmentCounts[],
  areCounted: boolean,
  sizes: FacetSizes,
  memory: FacetMemory,
) {
  const { filters, facets, all_sources } = search.request
  const filtered = new Map(filters.map(({ facet }, at) => [facet, at]))
  const plain = facets.filter((facet) => !filtered.has(facet))
  const group = (names: FacetHits['facets'], except: number | null) =>
    facetGroup(names, counts, areCounted, except)
  const groups: FacetHits[] = [group(plain, null)]
  for (const facet of facets) {
    const at = filtered.get(facet)
    if (at !== undefined) groups.push(group([facet], at))
  }
  const counting = { memory, segments: search.segments, sizes, all_sources }
  const answers = countFacets(counting, groups)
  for (const { hits } of groups.slice(1)) for (const { bits } of hits) releaseBits(bits)
  return answers
}

/**
 * Returns the hits that facets count.
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
