import { countFacets, type FacetHits, type FacetMemory, type FacetSizes, union } from '../facets/facets.ts'
import type { Segment } from '../index/layout.ts'
import { termsOf } from '../planning/plan.ts'
import type { IndexAnswer, IndexRequest } from '../planning/request.ts'
import { giveBack } from '../sets/bits.ts'
import { beginSearch } from '../sets/buffer-pool.ts'
import { beginDeadline } from './deadline.ts'
import {
  type Counted,
  everywhere,
  type FoundAll,
  findAll,
  MOST_FOLLOWING,
  releaseAll,
  sumOf,
} from './find-all.ts'
import type { Weights } from './matching.ts'
import { createRanking, type Ranking, rank } from './rank.ts'
import { bestHits, finishedHits, type RankedHit, tellBest } from './rerank.ts'
import { frequenciesOf, weightOf } from './score.ts'
import type { Search } from './search.ts'
import { openSplit, type Side, type SplitSearch } from './split-search.ts'
import { openView } from './view.ts'

/**
 * Runs one search over segments: best hits, exact totals and all facets.
 *
 * @throws SearchTooLong where it takes longer than it may.
 */
export function runSearch(
  segments: Segment[],
  sizes: FacetSizes,
  memory: FacetMemory,
  request: IndexRequest,
  longest_ms?: number,
): IndexAnswer {
  beginDeadline(longest_ms)
  const answer = run(segments, sizes, memory, request, null)
  return { ...answer, hits: finishedHits(answer.hits, answer, request) }
}

/** An answer whose hits are the best of some segments only. */
export type SideAnswer = Omit<IndexAnswer, 'hits'> & { hits: RankedHit[] }

/** One of two threads that share a search, over a board that both have; each counts the facets that it is asked for. */
export function runSide(
  segments: Segment[],
  sizes: FacetSizes,
  memory: FacetMemory,
  request: IndexRequest,
  { board, side }: { board: SharedArrayBuffer; side: Side },
): SideAnswer {
  beginDeadline()
  const split = openSplit(board, side, segments.length, request.filters.length)
  return run(segments, sizes, memory, request, split)
}

function run(
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
  const frequencies = frequenciesOf(views, [...new Set(plans.flatMap(termsOf))])
  const weights: Weights = { idfOf: (plan) => weightOf(plan, frequencies, papers) }
  const search: Search = { request, segments, views, papers, frequencies, weights, split }
  const found = findAll(search)
  const ranking = request.limit > 0 ? rankOwn(search, found) : null
  const each = everywhere(search, found)
  const partial = sumOf(each, (one) => one.partial)
  const answer = {
    total: sumOf(each, ({ total }) => total),
    partial: found.partial === 'following' ? Math.min(MOST_FOLLOWING, partial) : partial,
    counts_partial: found.partial === 'counted',
    unfiltered: sumOf(each, ({ unfiltered }) => unfiltered),
    titled: sumOf(each, ({ titled }) => titled),
    kept_out: request.filters.map((_, at) => sumOf(each, ({ failed }) => failed[at]?.count ?? 0)),
    facets: countAll(search, each, found.partial === 'counted', sizes, memory),
    // Last, because it is known then what the other side has.
    hits: ranking ? bestHits(ranking) : [],
  }
  releaseAll(found, each)
  return { ...answer, took_ms: performance.now() - started }
}

/** Ranks what this side has found, and shows its best to the other. */
function rankOwn(search: Search, { shows_partial, own }: FoundAll): Ranking {
  const ranking = createRanking(search, shows_partial)
  for (const [index, found] of own) rank(ranking, found, index)
  tellBest(ranking)
  return ranking
}

/** A facet counts without its own filter: what fails that one alone counts for it too. */
function countAll(
  search: Search,
  each: Counted[],
  areCounted: boolean,
  sizes: FacetSizes,
  memory: FacetMemory,
) {
  const { filters, facets, all_sources } = search.request
  const filtered = new Map(filters.map(({ facet }, at) => [facet, at]))
  const plain = facets.filter((facet) => !filtered.has(facet))
  const group = (names: FacetHits['facets'], except: number | null) =>
    groupOf(names, each, areCounted, except)
  const groups: FacetHits[] = [group(plain, null)]
  for (const facet of facets) {
    const at = filtered.get(facet)
    if (at !== undefined) groups.push(group([facet], at))
  }
  const counting = { memory, segments: search.segments, sizes, all_sources }
  const answers = countFacets(counting, groups)
  for (const { hits } of groups.slice(1)) for (const { bits } of hits) giveBack(bits)
  return answers
}

/** The hits that pass all filters, or all but one. */
function groupOf(
  facets: FacetHits['facets'],
  each: Counted[],
  areCounted: boolean,
  except: number | null,
): FacetHits {
  const hits = each.map(({ segment, passed, failed }) => {
    const out = except === null ? undefined : failed[except]
    return { segment, bits: out ? union(passed, out.bits) : passed }
  })
  const count = sumOf(each, ({ total, partial, failed }) => {
    return total + (areCounted ? partial : 0) + (except === null ? 0 : (failed[except]?.count ?? 0))
  })
  return { facets, hits, count }
}
