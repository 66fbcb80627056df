import { MAX_DOCS } from '../index/layout.ts'
import type { IndexAnswer, IndexRequest } from '../planning/term-index.ts'
import { proximity } from './proximity.ts'
import { COLUMN_TIER_OFFSET, isReranked, MAX_RERANKED, type Ranking, SCORE_TIER_OFFSET } from './rank.ts'
import type { SearchRun } from './search-run.ts'
import { MAX_BEST_SCORES } from './split-search.ts'
import { sortedTop, type TopHit } from './top.ts'
import { titleFillLift, writtenLifts, writtenWords } from './written-words.ts'

/**
 * Reranking: the best `MAX_RERANKED` hits by relevance are ordered once more, with scores that are too expensive to
 * compute for every hit. When two threads share a search (`SplitSearch`), each ranks its own segments, publishes its
 * best scores, and waits for those of the other side to know which of its hits are among the best of both.
 */

/** Weight of proximity in the score that reranking adds: PROXIMITY_WEIGHT · `proximity` + `writtenLifts`. */
export const PROXIMITY_WEIGHT = 0.3

/** Publishes the scores of the best hits of this side to the other one, if the search is shared. */
export function publishBest({ search, top }: Ranking): void {
  const { split, request } = search
  if (!split || !isReranked(request)) return
  const hits = sortedTop(top).slice(0, MAX_BEST_SCORES)
  split.bestScores(split.side).set(hits.map(({ score }) => score))
  split.signal('ranked', hits.length)
}

/**
 * Returns how many of the best hits of this side are reranked: those that may be among the best of both sides. Blocks
 * the thread until the other side has published its best scores.
 */
function countReranked({ split }: SearchRun, hits: TopHit[]): number {
  if (!split) return MAX_RERANKED
  const otherSide = split.side === 0 ? 1 : 0
  const otherScores = split.bestScores(otherSide).subarray(0, split.awaitOther('ranked'))
  // Of hits with equal scores on both sides either may be better, so both count.
  const mayBeAmong = ({ score }: TopHit, index: number) =>
    index + countAbove(otherScores, score) < MAX_RERANKED
  const count = hits.findIndex((hit, index) => !mayBeAmong(hit, index))
  return count === -1 ? MAX_RERANKED : count
}

/** Counts the entries of a descending list that exceed a score. */
function countAbove(scores: Float64Array, score: number): number {
  const count = scores.findIndex((other) => other <= score)
  return count === -1 ? scores.length : count
}

/** A hit before reranking. */
export interface RankedHit {
  seq: number
  /** Sort key: see `Ranking`. */
  score: number
  /** Score that reranking adds if the hit is among the first `MAX_RERANKED` of both sides; otherwise 0. */
  lift: number
}

/** Returns the best of all ranked hits of this side, with their lifts. */
export function bestHits({ search, top }: Ranking): RankedHit[] {
  const hits = sortedTop(top)
  const lifts = isReranked(search.request)
    ? computeLifts(hits.slice(0, countReranked(search, hits)), search)
    : []
  return hits.map(({ seq, score }, at) => ({ seq, score, lift: lifts[at] ?? 0 }))
}

/**
 * Returns the final hits from the best ones of both sides, best first: at most `limit`, and at most `total + partial`,
 * the number of hits and partial matches. They are sorted with the offsets of tiers, which their scores no longer
 * contain.
 */
export function finishHits(
  best: RankedHit[],
  { total, partial }: Pick<IndexAnswer, 'total' | 'partial'>,
  { sort, limit }: Pick<IndexRequest, 'sort' | 'limit'>,
): IndexAnswer['hits'] {
  const tierOffset = sort === 'relevance' ? SCORE_TIER_OFFSET : COLUMN_TIER_OFFSET
  const hits = best.toSorted(compareHits)
  const reranked = hits
    .slice(0, MAX_RERANKED)
    .map(({ seq, score, lift }) => ({ seq, score: score + lift, lift }))
  return [...reranked, ...hits.slice(MAX_RERANKED)]
    .sort(compareHits)
    .slice(0, Math.min(limit, total + partial))
    .map(({ seq, score }) => ({ seq, score: score % tierOffset }))
}

/** Orders hits by descending score; of equal ones the newer paper comes first. */
const compareHits = (a: RankedHit, b: RankedHit) => b.score - a.score || b.seq - a.seq

/** Computes what word proximity and the words as written add to the score of each hit. */
function computeLifts(hits: TopHit[], search: SearchRun): number[] {
  const { views, request, frequencies, papers } = search
  const words = writtenWords(request.plan, search.weights.idfOf)
  const lifts = new Map<TopHit, number>()
  // A location consists of the index of the segment and the paper's number in it.
  const bySegment = Map.groupBy(hits, ({ location }) => Math.floor(location / MAX_DOCS))
  for (const [segment, segmentHits] of bySegment) {
    const view = views[segment]
    if (!view) continue
    segmentHits.sort((a, b) => a.location - b.location)
    const docs = segmentHits.map(({ location }) => location % MAX_DOCS)
    const proximities = proximity(view, docs, request.pairs, frequencies, papers)
    const written = writtenLifts(view, docs, words, titleFillLift(request))
    segmentHits.forEach((hit, index) => {
      lifts.set(hit, PROXIMITY_WEIGHT * (proximities[index] ?? 0) + (written[index] ?? 0))
    })
  }
  return hits.map((hit) => lifts.get(hit) ?? 0)
}
