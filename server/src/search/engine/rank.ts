import { MOST_DOCS } from '../segment/layout.ts'
import { hasBit, listBits } from './bits.ts'
import type { Found } from './find.ts'
import type { Plan } from './plan.ts'
import { proximity } from './proximity.ts'
import type { EngineAnswer } from './request.ts'
import { addScores } from './score.ts'
import type { Search } from './search.ts'
import { createTop, offer, sortedTop, type Top, type TopHit } from './top.ts'

/** The best hits so far. */
interface Ranking {
  search: Search
  /** The looser plan, if it counts. */
  loose: Plan | null
  top: Top
}

/** The nearness of its words is looked at in this many of the best hits. */
const RERANKED = 100
const PROXIMITY_WEIGHT = 0.3
/** Hits of the plan itself stand above all that only the looser one finds. */
const TIER = 1e10

export function createRanking(search: Search, loose: Plan | null): Ranking {
  const { top, sort, pairs } = search.request
  const size = sort === 'relevance' && pairs.length > 0 ? Math.max(top, RERANKED) : top
  return { search, loose, top: createTop(size) }
}

const docs = new Uint16Array(MOST_DOCS)
const strictDocs = new Uint16Array(MOST_DOCS)
const keys = new Float64Array(MOST_DOCS)
const scores = new Float32Array(MOST_DOCS)

/** Brings the hits of the segment with the number `index`. */
export function rank(ranking: Ranking, found: Found, index: number): void {
  const count = listBits(found.passed, docs)
  if (count === 0) return
  writeKeys(ranking, found, count)
  if (ranking.loose) liftStrict(found, count)
  offerAll(ranking.top, found, count, index * MOST_DOCS)
}

/** What each paper is sorted by. */
function writeKeys(ranking: Ranking, found: Found, count: number): void {
  const { date, cited } = found.view.segment
  const { sort } = ranking.search.request
  if (sort === 'relevance') {
    score(ranking, found, count)
    for (let at = 0; at < count; at += 1) keys[at] = scores[docs[at] ?? 0] ?? 0
    return
  }
  const column = sort === 'date' ? date : cited
  for (let at = 0; at < count; at += 1) keys[at] = column[docs[at] ?? 0] ?? 0
}

function score({ search, loose }: Ranking, { view, passed, strict }: Found, count: number): void {
  const { request, frequencies, papers } = search
  for (let at = 0; at < count; at += 1) scores[docs[at] ?? 0] = 0
  addScores(view, loose ?? request.plan, { bits: passed, docs, count }, frequencies, papers, scores)
  if (!loose) return
  // Only the plan itself has phrases and fields; what it finds stands above the rest in any case.
  const hits = { bits: strict, docs: strictDocs, count: listBits(strict, strictDocs) }
  addScores(view, request.plan, hits, frequencies, papers, scores)
}

function liftStrict({ strict }: Found, count: number): void {
  for (let at = 0; at < count; at += 1) if (hasBit(strict, docs[at] ?? 0)) keys[at] = (keys[at] ?? 0) + TIER
}

function offerAll(top: Top, { view }: Found, count: number, first: number): void {
  const { seq } = view.segment
  for (let at = 0; at < count; at += 1) {
    const key = keys[at] ?? 0
    if (key < (top.scores[0] ?? 0) && top.count === top.size) continue
    const doc = docs[at] ?? 0
    offer(top, key, seq[doc] ?? 0, first + doc)
  }
}

export function bestHits({ search, top }: Ranking): EngineAnswer['hits'] {
  const { request } = search
  const hits = sortedTop(top)
  if (request.sort === 'relevance' && request.pairs.length > 0)
    liftByNearness(hits.slice(0, RERANKED), search)
  hits.sort((a, b) => b.score - a.score || b.seq - a.seq)
  return hits.slice(0, request.top).map(({ seq, score }) => ({ seq, score: score % TIER }))
}

function liftByNearness(hits: TopHit[], { views, request, frequencies, papers }: Search): void {
  const bySegment = Map.groupBy(hits, ({ place }) => Math.floor(place / MOST_DOCS))
  for (const [index, found] of bySegment) {
    const view = views[index]
    if (!view) continue
    found.sort((a, b) => a.place - b.place)
    const inOrder = found.map(({ place }) => place % MOST_DOCS)
    const lifts = proximity(view, inOrder, request.pairs, frequencies, papers)
    found.forEach((hit, at) => {
      hit.score += PROXIMITY_WEIGHT * (lifts[at] ?? 0)
    })
  }
}
