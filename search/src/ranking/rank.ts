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
import type { Scores } from './postings.ts'
import { addScores, createScoring, type Scoring } from './score.ts'
import type { SearchRun } from './search-run.ts'
import { MAX_BEST_SCORES } from './split-search.ts'
import { createTop, offerHit, type TopHeap } from './top.ts'
import type { SegmentView } from './view.ts'

/** State of ranking: the best hits so far. */
export interface Ranking {
  search: SearchRun
  /** Scoring of the plan and, where they are looked for, of partial matches. */
  scoring: Scoring
  fallback_scoring: Scoring | null
  top: TopHeap
  /** Lower bound of the score of a hit, as far as the other side knows it. */
  floor: number
}

/** Number of best hits that are reranked by word proximity and by the words as written. */
export const MAX_RERANKED = MAX_BEST_SCORES
/** Added to the sort key when sorting by a column, so that hits rank above partial matches. */
export const TIER_OFFSET = 1e10
/**
 * Offset between tiers of scores: papers named by the query rank above other hits, and hits above partial matches.
 * Scores are 32-bit floats and never as high, so that adding it loses nothing.
 */
export const SCORE_TIER_OFFSET = 2 ** 20

/** Returns whether the best hits of a request are reranked: when sorted by relevance, with adjacent words. */
export const isReranked = ({ sort, pairs }: IndexRequest) => sort === 'relevance' && pairs.length > 0

/** Creates an empty ranking, which keeps at least `MAX_RERANKED` hits if they are reranked. */
export function createRanking(search: SearchRun, withFallback: boolean): Ranking {
  const { frequencies, papers } = search
  const { plan, fallback, limit } = search.request
  const size = isReranked(search.request) ? Math.max(limit, MAX_RERANKED) : limit
  const scoring = createScoring(plan, frequencies, papers)
  const fallback_scoring = withFallback && fallback ? createScoring(fallback, frequencies, papers) : null
  return { search, scoring, fallback_scoring, top: createTop(size), floor: 0 }
}

const docBuffer = createDocs()
const scoreBuffer: Scores = allocateOwn(Float32Array, MAX_DOCS)

/** Ranks the hits of one segment. */
export function rankSegment(ranking: Ranking, found: SegmentFindings, index: number): void {
  if (found.total + found.partial === 0) return
  const { top } = ranking
  const { split } = ranking.search
  ranking.floor = split?.otherLeast() ?? 0
  if (ranking.search.request.sort === 'relevance') rankByScore(ranking, found, index * MAX_DOCS)
  else rankByColumn(ranking, found, index * MAX_DOCS)
  if (top.size > 0 && top.count === top.size) split?.tellLeast(minTopScore(top))
}

/** Papers of a segment that rank above those of lower tiers whatever their scores. */
interface HitTier {
  view: SegmentView
  bits: Bits
  count: number
  lift: number
  scoring: Scoring
  covering: SegmentFindings['covering']
  /** Whether papers of one name are ordered by citations, then by date. */
  byRenown?: boolean
}

/** Ranks the hits of a segment tier by tier: named papers, other hits, partial matches. */
function rankByScore(ranking: Ranking, found: SegmentFindings, first: number): void {
  const { scoring, fallback_scoring } = ranking
  const { view, strict, passed, called, following, covering, total, partial } = found
  const own = takeBits()
  orWith(own, passed)
  if (following) andWith(own, strict)
  for (const bits of called) if (bits) subtractBits(own, bits)
  const tier = { view, scoring, covering: [] }
  called.forEach((bits, at) => {
    const lift = (called.length + 1 - at) * SCORE_TIER_OFFSET
    if (bits) rankTier(ranking, { ...tier, bits, count: countBits(bits), lift, byRenown: at > 0 }, first)
  })
  rankTier(ranking, { ...tier, bits: own, count: total, lift: SCORE_TIER_OFFSET }, first)
  releaseBits(own)
  if (following && fallback_scoring)
    rankTier(
      ranking,
      { view, scoring: fallback_scoring, covering, bits: following, count: partial, lift: 0 },
      first,
    )
}

/** Scores the papers of a tier that may be among the best, and offers them to the ranking. */
function rankTier(ranking: Ranking, tier: HitTier, first: number): void {
  const { top, floor } = ranking
  const { view, lift, scoring, covering } = tier
  const least = () => Math.max(floor, minTopScore(top)) - lift
  // No score is this high: the top hits are all from a higher tier.
  if (tier.count === 0 || least() >= SCORE_TIER_OFFSET / 2) return
  const bits = findPromising(tier, least())
  const count = listBits(bits, docBuffer)
  ownKernels.clear_scores(byteAddress(docBuffer), byteAddress(docBuffer, count), byteAddress(scoreBuffer))
  addScores(view, scoring, { bits, docs: docBuffer, count }, scoreBuffer)
  for (const covered of covering) addPresence(covered, count)
  if (tier.byRenown) addRenown(view, count)
  const { seq } = view.segment
  for (let at = findNextAbove(least(), 0, count); at < count; at = findNextAbove(least(), at + 1, count)) {
    const doc = docBuffer[at] ?? 0
    const score = scoreBuffer[doc] ?? 0
    if (score >= least()) offerHit(top, score + lift, seq[doc] ?? 0, first + doc)
  }
  if (bits !== tier.bits) releaseBits(bits)
}

function addPresence({ bits, weight }: SegmentFindings['covering'][number], count: number): void {
  for (let at = 0; at < count; at += 1) {
    const doc = docBuffer[at] ?? 0
    if (hasBit(bits, doc)) scoreBuffer[doc] = (scoreBuffer[doc] ?? 0) + weight
  }
}

/** Weights of ln(1 + citations) and of the date among papers of one name; a date of eight digits adds less than one. */
export const CITATIONS_WEIGHT = 2
export const DATE_WEIGHT = 1e-8

function addRenown({ segment: { cited, date } }: SegmentView, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const doc = docBuffer[at] ?? 0
    const renown = CITATIONS_WEIGHT * Math.log1p(cited[doc] ?? 0) + DATE_WEIGHT * (date[doc] ?? 0)
    scoreBuffer[doc] = (scoreBuffer[doc] ?? 0) + renown
  }
}

/**
 * Returns the index in `docBuffer` of the next hit from `at` on with at least this score; `count` when there is none.
 */
function findNextAbove(least: number, at: number, count: number): number {
  const end = byteAddress(docBuffer, count)
  const found = ownKernels.next_score(byteAddress(docBuffer, at), end, byteAddress(scoreBuffer), least)
  return count - (end - found) / docBuffer.BYTES_PER_ELEMENT
}

/** Returns the score a hit needs to enter the top hits. */
function minTopScore({ scores, count, size }: TopHeap): number {
  return count === size ? (scores[0] ?? 0) : Number.NEGATIVE_INFINITY
}

/** Minimum number of hits for which candidates are pruned before scoring. */
const MIN_PRUNED_HITS = 500

/** Returns the papers of a tier that may enter the top hits. */
function findPromising({ view, bits, count, scoring, covering }: HitTier, least: number): Bits {
  if (least <= 0 || count < MIN_PRUNED_HITS) return bits
  const found = findCandidates(view, scoring, covering, least)
  if (!found) return bits
  andWith(found, bits)
  return found
}

/** Ranks by date or citations; partial matches come after the hits of the plan. */
function rankByColumn(
  { search, top, floor }: Ranking,
  { view, passed, strict, following }: SegmentFindings,
  first: number,
): void {
  const { date, cited, seq } = view.segment
  const column = search.request.sort === 'date' ? date : cited
  const all = takeBits()
  orWith(all, passed)
  if (following) orWith(all, following)
  const count = listBits(all, docBuffer)
  releaseBits(all)
  for (let at = 0; at < count; at += 1) {
    const doc = docBuffer[at] ?? 0
    const key = (column[doc] ?? 0) + (hasBit(strict, doc) ? TIER_OFFSET : 0)
    if (key >= floor && key >= minTopScore(top)) offerHit(top, key, seq[doc] ?? 0, first + doc)
  }
}
