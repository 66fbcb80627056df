import { MOST_DOCS } from '../index/layout.ts'
import type { IndexAnswer, IndexRequest } from '../planning/request.ts'
import { proximity } from './proximity.ts'
import { isReranked, type Ranking, RERANKED, SCORE_TIER, TIER } from './rank.ts'
import type { Search } from './search.ts'
import { MOST_BEST } from './split-search.ts'
import { sortedTop, type TopHit } from './top.ts'
import { fillsTitle, writtenLifts, writtenWords } from './written.ts'

export const PROXIMITY_WEIGHT = 0.3

/** Shows the other side how good the best hits of this one are. */
export function tellBest({ search, top }: Ranking): void {
  const { split, request } = search
  if (!split || !isReranked(request)) return
  const hits = sortedTop(top).slice(0, MOST_BEST)
  const best = split.best(split.side)
  hits.forEach(({ score }, at) => {
    best[at] = score
  })
  split.tell('ranked', hits.length)
}

/** How many of the best hits of this side are looked at again: those that may be among the best of both. */
function countReranked({ split }: Search, hits: TopHit[]): number {
  if (!split) return RERANKED
  const others = split.best(split.side === 0 ? 1 : 0).subarray(0, split.awaitOther('ranked'))
  // Among equal ones it is not known here which are better.
  const isAmong = ({ score }: TopHit, at: number) => at + countAbove(others, score) < RERANKED
  const first = hits.findIndex((hit, at) => !isAmong(hit, at))
  return first === -1 ? RERANKED : first
}

/** How many of a descending list are above a score. */
function countAbove(scores: Float64Array, score: number): number {
  const first = scores.findIndex((each) => each <= score)
  return first === -1 ? scores.length : first
}

/** One of the best hits before that counts. */
export interface RankedHit {
  seq: number
  score: number
  /** What it adds if the hit is among the first. */
  lift: number
}

/** The best of all that were brought. */
export function bestHits({ search, top }: Ranking): RankedHit[] {
  const hits = sortedTop(top)
  const lifts = isReranked(search.request) ? liftsOf(hits.slice(0, countReranked(search, hits)), search) : []
  return hits.map(({ seq, score }, at) => ({ seq, score, lift: lifts[at] ?? 0 }))
}

/** The hits of an answer from the best ones of each part of the index. */
export function finishedHits(
  best: RankedHit[],
  { total, partial }: Pick<IndexAnswer, 'total' | 'partial'>,
  request: IndexRequest,
): IndexAnswer['hits'] {
  const tier = request.sort === 'relevance' ? SCORE_TIER : TIER
  const hits = best.toSorted(byScore)
  const first = hits.slice(0, RERANKED).map(({ seq, score, lift }) => ({ seq, score: score + lift, lift }))
  return [...first, ...hits.slice(RERANKED)]
    .sort(byScore)
    .slice(0, Math.min(request.limit, total + partial))
    .map(({ seq, score }) => ({ seq, score: score % tier }))
}

const byScore = (a: RankedHit, b: RankedHit) => b.score - a.score || b.seq - a.seq

/** What the nearness of its words, and the words as written, add to each hit. */
function liftsOf(hits: TopHit[], search: Search): number[] {
  const { views, request, frequencies, papers } = search
  const words = writtenWords(request.plan, search.weights.idfOf)
  const found = new Map<TopHit, number>()
  const bySegment = Map.groupBy(hits, ({ place }) => Math.floor(place / MOST_DOCS))
  for (const [index, own] of bySegment) {
    const view = views[index]
    if (!view) continue
    own.sort((a, b) => a.place - b.place)
    const inOrder = own.map(({ place }) => place % MOST_DOCS)
    const near = proximity(view, inOrder, request.pairs, frequencies, papers)
    const written = writtenLifts(view, inOrder, words, fillsTitle(request))
    own.forEach((hit, at) => {
      found.set(hit, PROXIMITY_WEIGHT * (near[at] ?? 0) + (written[at] ?? 0))
    })
  }
  return hits.map((hit) => found.get(hit) ?? 0)
}
