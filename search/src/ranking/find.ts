import type { Segment } from '../index/layout.ts'
import { ANY_SPACE_MASK } from '../index/terms.ts'
import type { IndexRequest } from '../planning/term-index.ts'
import {
  andWith,
  type Bits,
  countBits,
  orWith,
  releaseBits,
  setBit,
  subtractBits,
  takeBits,
} from '../sets/bits.ts'
import { estimateSize, findHits } from './match.ts'
import { cachedMatches, matchColumnAmong } from './match-columns.ts'
import { addTermPapers } from './postings.ts'
import type { SearchRun } from './search-run.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/** The papers that contain a word, or another unit that counts as one, and the score of its presence. */
export interface CoveringPart {
  bits: Bits
  weight: number
}

/** Results of a search in one segment. */
export interface SegmentFindings {
  view: SegmentView
  /** Complete hits: those of the plan itself and named papers, regardless of filters, without partial matches. */
  strict: Bits
  /** Counted papers that pass every filter: hits of the plan, and partial matches when they are counted. */
  passed: Bits
  /** For each filter, counted papers that it alone excludes; empty if `only_passing` is requested. */
  failed: { bits: Bits; count: number }[]
  /** Partial matches that pass every filter, without the hits of the plan; null when none are looked for. */
  following: Bits | null
  /** The words of partial matches, each with the papers that contain it. */
  covering: CoveringPart[]
  /**
   * Papers that the query names, which rank above others: first those that one of its titles names, then those that
   * each of its names alone identifies, restricted to those that pass every filter; null where there are none.
   */
  named: (Bits | null)[]
  /** Number of complete hits that pass every filter. */
  total: number
  /** Number of partial matches that pass every filter. */
  partial: number
  /** Number of complete hits regardless of filters. */
  unfiltered: number
}

/** Finds the hits of the plan itself in one segment. */
export function findInSegment({ request, weights }: SearchRun, view: SegmentView): SegmentFindings {
  const { segment } = view
  const strict = findHits(view, request.plan, weights, cachedFilterSet(view, request))
  const named = findNamed(view, request, weights)
  for (const papers of named) if (papers) orWith(strict, papers)
  keepNewer(segment, strict, request.after_seq)
  const { passed, failed } = request.only_passing
    ? { passed: passingHits(segment, strict, request.filters), failed: [] }
    : splitByFilters(segment, strict, request.filters)
  for (const papers of named) if (papers) andWith(papers, passed)
  const [total, unfiltered] = [countBits(passed), countBits(strict)]
  return {
    view,
    strict,
    passed,
    failed,
    following: null,
    covering: [],
    named,
    total,
    partial: 0,
    unfiltered,
  }
}

/**
 * Returns the cached set of papers that one of the filters accepts, so that the plan has to be matched only there. Null
 * means all papers: no set is cached, or papers that filters exclude have to be counted.
 */
function cachedFilterSet(view: SegmentView, { plan, filters, only_passing }: IndexRequest): Bits | null {
  if (!only_passing) return null
  for (const filter of filters) {
    const cached = cachedMatches(view.segment, filter.plan, estimateSize(view, plan))
    if (cached) return cached
  }
  return null
}

/** Finds the papers named by titles and names; a paper is only in the first set that it belongs to. */
function findNamed(
  view: SegmentView,
  { titles, names }: IndexRequest,
  weights: SearchRun['weights'],
): SegmentFindings['named'] {
  const named: SegmentFindings['named'] = [findTitled(view, titles)]
  for (const plan of names) {
    const bits = findHits(view, plan, weights)
    for (const earlier of named) if (earlier) subtractBits(bits, earlier)
    const isEmpty = countBits(bits) === 0
    if (isEmpty) releaseBits(bits)
    named.push(isEmpty ? null : bits)
  }
  return named
}

/** Returns the papers whose title has one of the title terms, without deleted ones; null when there are none. */
function findTitled(view: SegmentView, titles: string[]): Bits | null {
  const terms = titles.flatMap((term) => lookUpTerm(view, term) ?? [])
  if (terms.length === 0) return null
  const bits = takeBits()
  for (const term of terms) addTermPapers(view.segment, term, ANY_SPACE_MASK, bits)
  const { deleted } = view.segment
  for (let word = 0; word < deleted.length; word += 1) bits[word] = (bits[word] ?? 0) & ~(deleted[word] ?? 0)
  return bits
}

/** Keeps the papers of a set with a greater seq than `after_seq`, unless that is 0. */
export function keepNewer(segment: Segment, bits: Bits, after_seq: number): void {
  if (after_seq <= 0) return
  const older = takeBits()
  for (let doc = 0; doc < segment.head.doc_count; doc += 1)
    if ((segment.seq[doc] ?? 0) <= after_seq) setBit(older, doc)
  subtractBits(bits, older)
  releaseBits(older)
}

/** Returns the hits that pass every filter: a new set, or the given one when there are no filters. */
function passingHits(segment: Segment, hits: Bits, filters: SearchRun['request']['filters']): Bits {
  if (filters.length === 0) return hits
  const passing = takeBits()
  orWith(passing, hits)
  for (const { plan } of filters) restrictToPlan(segment, plan, passing)
  return passing
}

/** Keeps the papers of a set that match the plan of a filter. */
export function restrictToPlan(
  segment: Segment,
  plan: SearchRun['request']['filters'][number]['plan'],
  bits: Bits,
): void {
  const matching = matchColumnAmong(segment, plan, bits)
  andWith(bits, matching)
  releaseBits(matching)
}

/**
 * Splits hits into those that pass every filter and, for each filter, those that it alone excludes: a facet shows what
 * choosing another of its values would find.
 */
export function splitByFilters(
  segment: Segment,
  hits: Bits,
  filters: SearchRun['request']['filters'],
): Pick<SegmentFindings, 'passed' | 'failed'> {
  if (filters.length === 0) return { passed: hits, failed: [] }
  const passing = filters.map(({ plan }) => matchColumnAmong(segment, plan, hits))
  const failed = passing.map((passingThis) => {
    const passingOthers = passing.filter((bits) => bits !== passingThis)
    const bits = intersectAll(hits, passingOthers)
    subtractBits(bits, passingThis)
    return { bits, count: countBits(bits) }
  })
  const passed = intersectAll(hits, passing)
  for (const bits of passing) releaseBits(bits)
  return { passed, failed }
}

/** Returns the papers of a set that are in all others too, as a new set. */
function intersectAll(bits: Bits, others: Bits[]): Bits {
  const common = takeBits()
  orWith(common, bits)
  for (const other of others) andWith(common, other)
  return common
}
