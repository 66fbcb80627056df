import { MAX_DOCS } from '../index/layout.ts'
import type { IndexAnswer, IndexRequest } from '../planning/term-index.ts'
import { proximity } from './proximity.ts'
import { isReranked, MAX_RERANKED, type Ranking, SCORE_TIER_OFFSET, TIER_OFFSET } from './rank.ts'
import type { SearchRun } from './search-run.ts'
import { MAX_BEST_SCORES } from './split-search.ts'
import { sortedTop, type TopHit } from './top.ts'
import { titleFillLift, writtenLifts, writtenWords } from './written-words.ts'

/** Weight of proximity in the score that reranking adds: PROXIMITY_WEIGHT · `proximity` + `writtenLifts`. */
export const PROXIMITY_WEIGHT = 0.3

/** Publishes the scores of the best hits of this side to the other one. */
export function publishBest({ search, top }: Ranking): void {
  const { split, request } = search
  if (!split || !isReranked(request)) return
  const hits = sortedTop(top).slice(0, MAX_BEST_SCORES)
  const best = split.best(split.side)
  hits.forEach(({ score }, at) => {
    best[at] = score
  })
  split.tell('ranked', hits.length)
}

/** Returns how many of the best hits of this side are reranked: those that may be among the best of both sides. */
function countReranked({ split }: SearchRun, hits: TopHit[]): number {
  if (!split) return MAX_RERANKED
  const others = split.best(split.side === 0 ? 1 : 0).subarray(0, split.awaitOther('ranked'))
  // Which of two equal hits is better is not known here.
  const isAmong = ({ score }: TopHit, at: number) => at + countAbove(others, score) < MAX_RERANKED
  const first = hits.findIndex((hit, at) => !isAmong(hit, at))
  return first === -1 ? MAX_RERANKED : first
}

/** Counts the entries of a descending list that exceed a score. */
function countAbove(scores: Float64Array, score: number): number {
  const first = scores.findIndex((each) => each <= score)
  return first === -1 ? scores.length : first
}

/** A hit before reranking. */
export interface RankedHit {
  seq: number
  score: number
  /** Score added by reranking if the hit is among the first. */
  lift: number
}

/** Returns the best of all ranked hits, with their lifts. */
export function bestHits({ search, top }: Ranking): RankedHit[] {
  const hits = sortedTop(top)
  const lifts = isReranked(search.request)
    ? computeLifts(hits.slice(0, countReranked(search, hits)), search)
    : []
  return hits.map(({ seq, score }, at) => ({ seq, score, lift: lifts[at] ?? 0 }))
}

/** Returns the final hits from the best ones of each side. */
export function finishHits(
  best: RankedHit[],
  { total, partial }: Pick<IndexAnswer, 'total' | 'partial'>,
  request: IndexRequest,
): IndexAnswer['hits'] {
  const tier = request.sort === 'relevance' ? SCORE_TIER_OFFSET : TIER_OFFSET
  const hits = best.toSorted(compareHits)
  const first = hits
    .slice(0, MAX_RERANKED)
    .map(({ seq, score, lift }) => ({ seq, score: score + lift, lift }))
  return [...first, ...hits.slice(MAX_RERANKED)]
    .sort(compareHits)
    .slice(0, Math.min(request.limit, total + partial))
    .map(({ seq, score }) => ({ seq, score: score % tier }))
}

const compareHits = (a: RankedHit, b: RankedHit) => b.score - a.score || b.seq - a.seq

/** Computes what word proximity and the words as written add to the score of each hit. */
function computeLifts(hits: TopHit[], search: SearchRun): number[] {
  const { views, request, frequencies, papers } = search
  const words = writtenWords(request.plan, search.weights.idfOf)
  const found = new Map<TopHit, number>()
  const bySegment = Map.groupBy(hits, ({ place }) => Math.floor(place / MAX_DOCS))
  for (const [index, own] of bySegment) {
    const view = views[index]
    if (!view) continue
    own.sort((a, b) => a.place - b.place)
    const inOrder = own.map(({ place }) => place % MAX_DOCS)
    const near = proximity(view, inOrder, request.pairs, frequencies, papers)
    const written = writtenLifts(view, inOrder, words, titleFillLift(request))
    own.forEach((hit, at) => {
      found.set(hit, PROXIMITY_WEIGHT * (near[at] ?? 0) + (written[at] ?? 0))
    })
  }
  return hits.map((hit) => found.get(hit) ?? 0)
}
