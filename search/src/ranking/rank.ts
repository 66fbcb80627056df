import { MAX_DOCS } from '../index/layout.ts'
import { ownKernels } from '../kernels/kernels.ts'
import { allocateOwn, byteAddress } from '../kernels/own.ts'
import type { IndexRequest } from '../planning/term-index.ts'
import {
  andWith,
  type Bits,
  countBits,
  createDocs,
  hasBit,
  listBits,
  orWith,
  releaseBits,
  subtractBits,
  takeBits,
} from '../sets/bits.ts'
import { findCandidates } from './candidates.ts'
import type { SegmentFindings } from './find.ts'
import type { Scores } from './impacts.ts'
import { addScores, createScoring, type Scoring } from './score.ts'
import type { SearchRun } from './search-run.ts'
import { MAX_BEST_SCORES } from './split-search.ts'
import { createTop, offerHit, type TopHeap } from './top.ts'
import type { SegmentView } from './view.ts'

/**
 * State of ranking: the best hits so far. The sort key of a hit is a sum of an offset for its tier and of its score, or
 * of its date or citations when sorted by a column; `finishHits` removes the offset.
 */
export interface Ranking {
  search: SearchRun
  /** Scoring of the plan. */
  scoring: Scoring
  /** Scoring of partial matches; null where none are looked for. */
  fallback_scoring: Scoring | null
  top: TopHeap
  /** Sort key below which the other side's best hits alone rank above a hit; 0 while it is unknown. */
  floor: number
}

/** Number of best hits that are reranked by word proximity and by the words as written. */
export const MAX_RERANKED = MAX_BEST_SCORES
/** Offset of hits above partial matches when sorting by a column: greater than any date or number of citations. */
export const COLUMN_TIER_OFFSET = 1e10
/**
 * Offset between tiers when sorting by relevance: partial matches have none, hits one, and named papers at least two,
 * those of earlier names more. Scores are far below it and, as 32-bit floats, lose nothing when it is added in 64 bits.
 */
export const SCORE_TIER_OFFSET = 2 ** 20

/** Returns whether the best hits of a request are reranked: when it is sorted by relevance and has adjacent words. */
export const isReranked = ({ sort, pairs }: IndexRequest) => sort === 'relevance' && pairs.length > 0

/**
 * Creates an empty ranking, which keeps at least `MAX_RERANKED` hits if they are reranked.
 *
 * @param withFallback whether partial matches may be among the requested hits.
 */
export function createRanking(search: SearchRun, withFallback: boolean): Ranking {
  const { frequencies, papers } = search
  const { plan, fallback, limit } = search.request
  const size = isReranked(search.request) ? Math.max(limit, MAX_RERANKED) : limit
  const scoring = createScoring(plan, frequencies, papers)
  const fallback_scoring = withFallback && fallback ? createScoring(fallback, frequencies, papers) : null
  return { search, scoring, fallback_scoring, top: createTop(size), floor: 0 }
}

// The papers being ranked, and their scores by paper; other entries of `scoreBuffer` have no meaning.
const docBuffer = createDocs()
const scoreBuffer: Scores = allocateOwn(Float32Array, MAX_DOCS)

/** Ranks the hits of one segment, the one at `index` of the search. */
export function rankSegment(ranking: Ranking, found: SegmentFindings, index: number): void {
  if (found.total + found.partial === 0) return
  const { top } = ranking
  const { split } = ranking.search
  ranking.floor = split?.otherThreshold() ?? 0
  if (ranking.search.request.sort === 'relevance') rankByScore(ranking, found, index * MAX_DOCS)
  else rankByColumn(ranking, found, index * MAX_DOCS)
  if (top.capacity > 0 && top.count === top.capacity) split?.publishThreshold(minTopScore(top))
}

/** Papers of a segment that rank above those of lower tiers, whatever their scores. */
interface HitTier {
  view: SegmentView
  bits: Bits
  /** Number of papers in `bits`, or an upper bound of it. */
  count: number
  /** Added to the scores, a multiple of `SCORE_TIER_OFFSET`. */
  offset: number
  scoring: Scoring
  /** Words whose presence adds a constant to the score. */
  covering: SegmentFindings['covering']
  /** Whether papers of one name are ordered by citations, then by date. */
  byRenown?: boolean
}

/**
 * Ranks the hits of a segment tier by tier: named papers, other hits, partial matches.
 *
 * @param firstLocation location of the first paper of the segment: see `TopHeap.locations`.
 */
function rankByScore(ranking: Ranking, found: SegmentFindings, firstLocation: number): void {
  const { scoring, fallback_scoring } = ranking
  const { view, strict, passed, named, following, covering, total, partial } = found
  // The complete hits that the query does not name.
  const unnamed = takeBits()
  orWith(unnamed, passed)
  if (following) andWith(unnamed, strict)
  for (const bits of named) if (bits) subtractBits(unnamed, bits)
  const tier = { view, scoring, covering: [] }
  named.forEach((bits, index) => {
    if (!bits) return
    const offset = (named.length + 1 - index) * SCORE_TIER_OFFSET
    // The first set contains the papers that a title names.
    const byRenown = index > 0
    rankTier(ranking, { ...tier, bits, count: countBits(bits), offset, byRenown }, firstLocation)
  })
  rankTier(ranking, { ...tier, bits: unnamed, count: total, offset: SCORE_TIER_OFFSET }, firstLocation)
  releaseBits(unnamed)
  if (following && fallback_scoring)
    rankTier(
      ranking,
      { view, scoring: fallback_scoring, covering, bits: following, count: partial, offset: 0 },
      firstLocation,
    )
}

/** Scores the papers of a tier that may be among the best, and offers them to the ranking. */
function rankTier(ranking: Ranking, tier: HitTier, firstLocation: number): void {
  const { top, floor } = ranking
  const { view, offset, scoring, covering } = tier
  /** Score within the tier that a hit needs now. */
  const minScore = () => Math.max(floor, minTopScore(top)) - offset
  // No score is this high: the top hits are all from a higher tier.
  if (tier.count === 0 || minScore() >= SCORE_TIER_OFFSET / 2) return
  const bits = findPromising(tier, minScore())
  const count = listBits(bits, docBuffer)
  ownKernels.clear_scores(byteAddress(docBuffer), byteAddress(docBuffer, count), byteAddress(scoreBuffer))
  addScores(view, scoring, { bits, docs: docBuffer, count }, scoreBuffer)
  for (const covered of covering) addPresence(covered, count)
  if (tier.byRenown) addRenown(view, count)
  const { seq } = view.segment
  for (
    let index = findNextAbove(minScore(), 0, count);
    index < count;
    index = findNextAbove(minScore(), index + 1, count)
  ) {
    const doc = docBuffer[index] ?? 0
    const score = scoreBuffer[doc] ?? 0
    if (score >= minScore()) offerHit(top, score + offset, seq[doc] ?? 0, firstLocation + doc)
  }
  if (bits !== tier.bits) releaseBits(bits)
}

/** Adds the weight of a word to the scores of the first `count` papers of `docBuffer` that contain it. */
function addPresence({ bits, weight }: SegmentFindings['covering'][number], count: number): void {
  for (let at = 0; at < count; at += 1) {
    const doc = docBuffer[at] ?? 0
    if (hasBit(bits, doc)) scoreBuffer[doc] = (scoreBuffer[doc] ?? 0) + weight
  }
}

/**
 * Weights of the renown of a paper among papers of one name: CITATIONS_WEIGHT · ln(1 + citations) + DATE_WEIGHT · date.
 * A date of eight digits (YYYYMMDD) adds less than one.
 */
export const CITATIONS_WEIGHT = 2
export const DATE_WEIGHT = 1e-8

/** Adds their renown to the scores of the first `count` papers of `docBuffer`. */
function addRenown({ segment: { cited, date } }: SegmentView, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const doc = docBuffer[at] ?? 0
    const renown = CITATIONS_WEIGHT * Math.log1p(cited[doc] ?? 0) + DATE_WEIGHT * (date[doc] ?? 0)
    scoreBuffer[doc] = (scoreBuffer[doc] ?? 0) + renown
  }
}

/**
 * Returns the index in `docBuffer` of the next hit from `from` on with at least this score; `count` when there is none.
 */
function findNextAbove(minScore: number, from: number, count: number): number {
  const end = byteAddress(docBuffer, count)
  const address = ownKernels.next_score(byteAddress(docBuffer, from), end, byteAddress(scoreBuffer), minScore)
  return count - (end - address) / docBuffer.BYTES_PER_ELEMENT
}

/** Returns the sort key of the worst of the top hits, below which no hit can enter; -∞ while there is room. */
function minTopScore({ scores, count, capacity }: TopHeap): number {
  return count === capacity ? (scores[0] ?? 0) : Number.NEGATIVE_INFINITY
}

/** Minimum number of hits for which candidates are pruned before scoring. */
const MIN_PRUNED_HITS = 500

/** Returns the papers of a tier that may score `minScore`: its own set, or a new one that the caller releases. */
function findPromising({ view, bits, count, scoring, covering }: HitTier, minScore: number): Bits {
  if (minScore <= 0 || count < MIN_PRUNED_HITS) return bits
  const candidates = findCandidates(view, scoring, covering, minScore)
  if (!candidates) return bits
  andWith(candidates, bits)
  return candidates
}

/**
 * Ranks by date or citations; partial matches come after the hits of the plan.
 *
 * @param firstLocation location of the first paper of the segment: see `TopHeap.locations`.
 */
function rankByColumn(
  { search, top, floor }: Ranking,
  { view, passed, strict, following }: SegmentFindings,
  firstLocation: number,
): void {
  const { date, cited, seq } = view.segment
  const column = search.request.sort === 'date' ? date : cited
  const papers = takeBits()
  orWith(papers, passed)
  if (following) orWith(papers, following)
  const count = listBits(papers, docBuffer)
  releaseBits(papers)
  for (let at = 0; at < count; at += 1) {
    const doc = docBuffer[at] ?? 0
    const key = (column[doc] ?? 0) + (hasBit(strict, doc) ? COLUMN_TIER_OFFSET : 0)
    if (key >= floor && key >= minTopScore(top)) offerHit(top, key, seq[doc] ?? 0, firstLocation + doc)
  }
}
