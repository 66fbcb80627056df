import { MOST_DOCS, type Segment } from '../segment/layout.ts'
import { type Bits, giveBack, hasBit, listBits, orWith, takeBits, without } from './bits.ts'
import { closeTallies, openTallies, type Tallies, tallyDocs } from './facets.ts'
import { columnTest, findHits, type Weights } from './match.ts'
import { type Plan, termsOf } from './plan.ts'
import { proximity } from './proximity.ts'
import type { EngineAnswer, EngineRequest, FacetName, Sort } from './request.ts'
import { addScores, type Frequencies, frequenciesOf, weightOf } from './score.ts'
import { createTop, offer, sortedTop, type Top, type TopHit } from './top.ts'
import { openView, type View } from './view.ts'

/** Sizes of the facets' tables of values. */
export type FacetSizes = Record<FacetName, number>

interface Search {
  request: EngineRequest
  views: View[]
  papers: number
  frequencies: Frequencies
  weights: Weights
}

/** Runs one search over segments: best hits, exact totals and all facets in one pass. */
export function runSearch(segments: Segment[], sizes: FacetSizes, request: EngineRequest): EngineAnswer {
  const started = performance.now()
  const papers = segments.reduce((sum, { head }) => sum + head.doc_count, 0)
  const plans = request.loose ? [request.plan, request.loose] : [request.plan]
  const views = segments.map(openView)
  const frequencies = frequenciesOf(views, [...new Set(plans.flatMap(termsOf))])
  const weights: Weights = { idfOf: (plan) => weightOf(plan, frequencies, papers) }
  const search: Search = { request, views, papers, frequencies, weights }
  const strict = runPass(search, sizes, null)
  const answer =
    request.loose && strict.total < request.enough ? runPass(search, sizes, request.loose) : strict
  return { ...answer, took_ms: performance.now() - started }
}

type PassAnswer = Omit<EngineAnswer, 'took_ms'>

interface Pass extends Search {
  loose: Plan | null
  top: Top
  tallies: Tallies
  answer: PassAnswer
}

function runPass(search: Search, sizes: FacetSizes, loose: Plan | null): PassAnswer {
  const { request } = search
  const kept_out = request.filters.map(() => 0)
  const answer: PassAnswer = { hits: [], total: 0, partial: 0, facets: {}, kept_out }
  const pass: Pass = {
    ...search,
    loose,
    top: createTop(request.top === 0 ? 0 : Math.max(request.top, request.pairs.length > 0 ? RERANKED : 0)),
    tallies: openTallies(request.facets, sizes),
    answer,
  }
  for (const [index, view] of search.views.entries()) searchSegment(pass, view, index)
  answer.facets = closeTallies(pass.tallies, request.all_sources)
  answer.hits = bestHits(pass)
  return answer
}

/** The nearness of its words is looked at in this many of the best hits. */
const RERANKED = 100
const PROXIMITY_WEIGHT = 0.3

function bestHits(pass: Pass): EngineAnswer['hits'] {
  const { request, views, frequencies, papers } = pass
  const hits = sortedTop(pass.top)
  if (request.sort === 'relevance' && request.pairs.length > 0)
    liftByNearness(hits.slice(0, RERANKED), views, request.pairs, frequencies, papers)
  hits.sort((a, b) => b.score - a.score || b.seq - a.seq)
  return hits.slice(0, request.top).map(({ seq, score }) => ({ seq, score: score % TIER }))
}

function liftByNearness(
  hits: TopHit[],
  views: View[],
  pairs: [string, string][],
  frequencies: Frequencies,
  papers: number,
): void {
  const bySegment = Map.groupBy(hits, ({ place }) => Math.floor(place / MOST_DOCS))
  for (const [index, found] of bySegment) {
    const view = views[index]
    if (!view) continue
    found.sort((a, b) => a.place - b.place)
    const inOrder = found.map(({ place }) => place % MOST_DOCS)
    const lifts = proximity(view, inOrder, pairs, frequencies, papers)
    found.forEach((hit, at) => {
      hit.score += PROXIMITY_WEIGHT * (lifts[at] ?? 0)
    })
  }
}

/** Hits of the plan itself stand above all that only the looser one finds. */
const TIER = 1e10

const docs = new Uint16Array(MOST_DOCS)
const passed = new Uint16Array(MOST_DOCS)
const scores = new Float32Array(MOST_DOCS)

function searchSegment(pass: Pass, view: View, index: number): void {
  const { segment } = view
  const { request, weights, loose, answer } = pass
  const strict = findHits(view, request.plan, weights)
  if (request.after_seq > 0) keepNewer(segment, strict, request.after_seq)
  const all = loose ? findHits(view, loose, weights) : takeBits()
  if (loose && request.after_seq > 0) keepNewer(segment, all, request.after_seq)
  orWith(all, strict)
  const count = listBits(all, docs)
  const kept = filterDocs(pass, segment, count)
  for (let at = 0; at < kept; at += 1)
    if (hasBit(strict, passed[at] ?? 0)) answer.total += 1
    else answer.partial += 1
  rank(pass, view, index, { strict, all }, kept)
  giveBack(strict)
  giveBack(all)
}

function keepNewer(segment: Segment, bits: Bits, after_seq: number): void {
  const older = takeBits()
  for (let doc = 0; doc < segment.head.doc_count; doc += 1)
    if ((segment.seq[doc] ?? 0) <= after_seq) older[doc >>> 5] = (older[doc >>> 5] ?? 0) | (1 << (doc & 31))
  without(bits, older)
  giveBack(older)
}

const failedBy: Uint16Array[] = []

/**
 * Splits the hits: those that pass every filter go to `passed`; those that fail exactly one are counted in that
 * filter's facet alone, so that a facet shows what choosing another of its values would find.
 */
function filterDocs(pass: Pass, segment: Segment, count: number): number {
  const { filters } = pass.request
  if (filters.length === 0) {
    passed.set(docs.subarray(0, count))
    for (const [facet, tally] of pass.tallies) tallyDocs(tally, facet, segment, passed, count)
    return count
  }
  const tests = filters.map(({ plan }) => columnTest(segment, plan))
  const failed = filters.map(() => 0)
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    const doc = docs[at] ?? 0
    const fault = onlyFailure(tests, doc)
    if (fault === PASSED) {
      passed[kept] = doc
      kept += 1
    } else if (fault !== SEVERAL) {
      setAside(fault, failed, doc)
    }
  }
  tallyFiltered(pass, segment, kept, failed)
  return kept
}

function setAside(fault: number, failed: number[], doc: number): void {
  const list = failedBy[fault] ?? new Uint16Array(MOST_DOCS)
  failedBy[fault] = list
  const count = failed[fault] ?? 0
  list[count] = doc
  failed[fault] = count + 1
}

const PASSED = -1
const SEVERAL = -2

/** The one filter that keeps a paper out. */
function onlyFailure(tests: ((doc: number) => boolean)[], doc: number): number {
  let fault = PASSED
  for (let index = 0; index < tests.length; index += 1) {
    if (tests[index]?.(doc)) continue
    if (fault !== PASSED) return SEVERAL
    fault = index
  }
  return fault
}

function tallyFiltered(pass: Pass, segment: Segment, kept: number, failed: number[]): void {
  for (const [facet, tally] of pass.tallies) tallyDocs(tally, facet, segment, passed, kept)
  pass.request.filters.forEach(({ facet }, index) => {
    const count = failed[index] ?? 0
    pass.answer.kept_out[index] = (pass.answer.kept_out[index] ?? 0) + count
    const tally = facet ? pass.tallies.get(facet) : undefined
    const list = failedBy[index]
    if (facet && tally && list) tallyDocs(tally, facet, segment, list, count)
  })
}

interface Found {
  strict: Bits
  all: Bits
}

function rank(pass: Pass, view: View, index: number, { strict, all }: Found, kept: number): void {
  const { segment } = view
  const { request, top, loose } = pass
  if (top.size === 0 || kept === 0) return
  if (request.sort === 'relevance') scoreHits(pass, view, strict, all, kept)
  const key = sortKey(segment, request.sort)
  for (let at = 0; at < kept; at += 1) {
    const doc = passed[at] ?? 0
    const tier = loose && hasBit(strict, doc) ? TIER : 0
    offer(top, tier + key(doc), segment.seq[doc] ?? 0, index * MOST_DOCS + doc)
  }
}

function scoreHits(pass: Pass, view: View, strict: Bits, all: Bits, kept: number): void {
  const { request, loose, frequencies, papers } = pass
  for (let at = 0; at < kept; at += 1) scores[passed[at] ?? 0] = 0
  addScores(view, loose ?? request.plan, all, frequencies, papers, scores)
  // Only the plan itself has phrases and fields; what it finds stands above the rest in any case.
  if (loose) addScores(view, request.plan, strict, frequencies, papers, scores)
}

/** What a paper is sorted by; equal ones by arrival. */
function sortKey(segment: Segment, sort: Sort): (doc: number) => number {
  const { date, cited } = segment
  if (sort === 'date') return (doc) => date[doc] ?? 0
  if (sort === 'citations') return (doc) => cited[doc] ?? 0
  return (doc) => scores[doc] ?? 0
}
