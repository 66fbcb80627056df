import type { Segment } from '../segment/layout.ts'
import { giveBack } from './bits.ts'
import { countFacets, type FacetHits, type FacetMemory, type FacetSizes, union } from './facets.ts'
import { type Found, findInSegment } from './find.ts'
import type { Weights } from './match.ts'
import { type Plan, termsOf } from './plan.ts'
import { bestHits, createRanking, finishedHits, type RankedHit, rank } from './rank.ts'
import type { EngineAnswer, EngineRequest } from './request.ts'
import { frequenciesOf, weightOf } from './score.ts'
import type { Search } from './search.ts'
import { openView } from './view.ts'

/** Runs one search over segments: best hits, exact totals and all facets. */
export function runSearch(
  segments: Segment[],
  sizes: FacetSizes,
  memory: FacetMemory,
  request: EngineRequest,
): EngineAnswer {
  const answer = runSide(segments, sizes, memory, request, null)
  return { ...answer, hits: finishedHits(answer.hits, request) }
}

/** An answer whose hits are the best of some segments only. */
export type SideAnswer = Omit<EngineAnswer, 'hits'> & { hits: RankedHit[] }

/** One of two threads that share a search ranks every second segment; null ranks all. */
export type Side = 0 | 1 | null

/** Finds and counts the hits of all segments, and ranks those of one side. */
export function runSide(
  segments: Segment[],
  sizes: FacetSizes,
  memory: FacetMemory,
  request: EngineRequest,
  side: Side,
): SideAnswer {
  const started = performance.now()
  const papers = segments.reduce((sum, { head }) => sum + head.doc_count, 0)
  const plans = request.loose ? [request.plan, request.loose] : [request.plan]
  const views = segments.map(openView)
  const frequencies = frequenciesOf(views, [...new Set(plans.flatMap(termsOf))])
  const weights: Weights = { idfOf: (plan) => weightOf(plan, frequencies, papers) }
  const search: Search = { request, segments, views, papers, frequencies, weights }
  const found = findAll(search)
  const answer = {
    hits: request.top > 0 ? rankSide(search, found, side) : [],
    total: sumOf(found.each, ({ total }) => total),
    partial: sumOf(found.each, ({ partial }) => partial),
    kept_out: request.filters.map((_, at) => sumOf(found.each, ({ failed }) => failed[at]?.count ?? 0)),
    facets: countAll(search, found, sizes, memory),
  }
  for (const each of found.each) release(each)
  return { ...answer, took_ms: performance.now() - started }
}

interface FoundAll {
  /** The looser plan, if it counts. */
  loose: Plan | null
  each: Found[]
}

const sumOf = (each: Found[], value: (found: Found) => number) =>
  each.reduce((sum, found) => sum + value(found), 0)

/** The plan's hits, with those of the looser one where there are too few. */
function findAll(search: Search): FoundAll {
  const { loose, enough } = search.request
  const strict = search.views.map((view) => findInSegment(search, view, null))
  if (!loose || sumOf(strict, ({ total }) => total) >= enough) return { loose: null, each: strict }
  for (const found of strict) release(found)
  return { loose, each: search.views.map((view) => findInSegment(search, view, loose)) }
}

function release({ strict, all, passed, failed }: Found): void {
  for (const bits of new Set([strict, all, passed, ...failed.map((each) => each.bits)])) giveBack(bits)
}

function rankSide(search: Search, { loose, each }: FoundAll, side: Side): RankedHit[] {
  const ranking = createRanking(search, loose)
  each.forEach((found, index) => {
    if (side === null || index % 2 === side) rank(ranking, found, index)
  })
  return bestHits(ranking)
}

/** A facet counts without its own filter: what fails that one alone counts for it too. */
function countAll(search: Search, { each }: FoundAll, sizes: FacetSizes, memory: FacetMemory) {
  const { filters, facets, all_sources } = search.request
  const filtered = new Map(filters.map(({ facet }, at) => [facet, at]))
  const plain = facets.filter((facet) => !filtered.has(facet))
  const groups: FacetHits[] = [groupOf(plain, each, null)]
  for (const facet of facets) {
    const at = filtered.get(facet)
    if (at !== undefined) groups.push(groupOf([facet], each, at))
  }
  const counting = { memory, segments: search.segments, sizes, all_sources }
  const answers = countFacets(counting, groups)
  for (const { hits } of groups.slice(1)) for (const { bits } of hits) giveBack(bits)
  return answers
}

/** The hits that pass all filters, or all but one. */
function groupOf(facets: FacetHits['facets'], each: Found[], except: number | null): FacetHits {
  const hits = each.map(({ view, passed, failed }) => {
    const out = except === null ? undefined : failed[except]
    return { segment: view.segment, bits: out ? union(passed, out.bits) : passed }
  })
  const count = sumOf(each, ({ total, partial, failed }) => {
    return total + partial + (except === null ? 0 : (failed[except]?.count ?? 0))
  })
  return { facets, hits, count }
}
