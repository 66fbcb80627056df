import { ANY_MASK, MOST_DOCS } from '../segment/layout.ts'
import type { TermPostings } from '../segment/terms.ts'
import { andWith, type Bits, giveBack, hasBit, listBits, orWith, takeBits } from './bits.ts'
import type { Found } from './find.ts'
import type { Plan } from './plan.ts'
import { addPostings, type HitList } from './postings.ts'
import { proximity } from './proximity.ts'
import type { EngineAnswer } from './request.ts'
import { addScores, neededPostings } from './score.ts'
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
const PROXIMITY_WEIGHT = 0.12
/** Hits of the plan itself stand above all that only the looser one finds. */
const TIER = 1e10

export function createRanking(search: Search, loose: Plan | null): Ranking {
  const { top, sort, pairs } = search.request
  const size = sort === 'relevance' && pairs.length > 0 ? Math.max(top, RERANKED) : top
  return { search, loose, top: createTop(size) }
}

const docs = new Uint16Array(MOST_DOCS)
const strictDocs = new Uint16Array(MOST_DOCS)
const scores = new Float32Array(MOST_DOCS)

/** Brings the hits of the segment with the number `index`. */
export function rank(ranking: Ranking, found: Found, index: number): void {
  if (found.total + found.partial === 0) return
  if (ranking.search.request.sort === 'relevance') rankByScore(ranking, found, index * MOST_DOCS)
  else rankByColumn(ranking, found, index * MOST_DOCS)
}

function rankByScore(ranking: Ranking, found: Found, first: number): void {
  const bits = promising(ranking, found)
  const count = listBits(bits, docs)
  score(ranking, found, { bits, docs, count })
  const { loose, top } = ranking
  const { seq } = found.view.segment
  for (let at = 0; at < count; at += 1) {
    const doc = docs[at] ?? 0
    const lift = loose !== null && hasBit(found.strict, doc) ? TIER : 0
    const key = (scores[doc] ?? 0) + lift
    if (key >= leastOf(top)) offer(top, key, seq[doc] ?? 0, first + doc)
  }
  if (bits !== found.passed) giveBack(bits)
}

/** What a hit has to score to be among the best. */
function leastOf({ scores, count, size }: Top): number {
  return count === size ? (scores[0] ?? 0) : Number.NEGATIVE_INFINITY
}

/**
 * The hits that may be among the best: where a paper cannot get there by the terms that weigh least alone, only those
 * with one of the others are scored (MaxScore; Turtle and Flood 1995).
 */
function promising({ search, loose, top }: Ranking, { view, passed, strict, total, partial }: Found): Bits {
  if (top.count < top.size) return passed
  const { request, frequencies, papers } = search
  const postings = neededPostings(view, loose ?? request.plan, { frequencies, papers, least: leastOf(top) })
  if (!postings || sizeOf(postings) * 2 > total + partial) return passed
  const bits = takeBits()
  for (const each of postings) addPostings(view.segment, each, ANY_MASK, bits)
  if (loose) orWith(bits, strict)
  andWith(bits, passed)
  return bits
}

const sizeOf = (postings: TermPostings[]) => postings.reduce((sum, { from, to }) => sum + to - from, 0)

function score({ search, loose }: Ranking, { view, strict }: Found, hits: HitList): void {
  const { request, frequencies, papers } = search
  for (let at = 0; at < hits.count; at += 1) scores[docs[at] ?? 0] = 0
  addScores(view, loose ?? request.plan, hits, frequencies, papers, scores)
  if (!loose) return
  // Only the plan itself has phrases and fields; what it finds stands above the rest in any case.
  const own = { bits: strict, docs: strictDocs, count: listBits(strict, strictDocs) }
  addScores(view, request.plan, own, frequencies, papers, scores)
}

/** By a date or a number of the paper; looser hits come after those of the plan. */
function rankByColumn({ search, loose, top }: Ranking, { view, passed, strict }: Found, first: number): void {
  const { date, cited, seq } = view.segment
  const column = search.request.sort === 'date' ? date : cited
  const count = listBits(passed, docs)
  for (let at = 0; at < count; at += 1) {
    const doc = docs[at] ?? 0
    const key = (column[doc] ?? 0) + (loose !== null && hasBit(strict, doc) ? TIER : 0)
    if (key >= leastOf(top)) offer(top, key, seq[doc] ?? 0, first + doc)
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
