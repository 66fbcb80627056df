import { ANY_MASK, MASKS, type Segment } from '../index/layout.ts'
import type { NearPlan, PhrasePlan, PlacedPlan } from '../planning/plan.ts'
import {
  andWith,
  type Bits,
  countBits,
  createDocs,
  listBits,
  releaseBits,
  setBit,
  takeBits,
} from '../sets/bits.ts'
import { denseTerm } from '../sets/dense.ts'
import { checkDeadlineSometimes } from './deadline.ts'
import { openPositions, type PositionCursor, readPositions, seekDoc } from './position-cursor.ts'
import { addTermPapers, keepTermPapers } from './postings.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/** Number of values of a position, which has 16 bits. */
const MAX_TEXT_POSITIONS = 65_536
/** The fields whose words have positions. */
const TEXT_MASK = MASKS.title | MASKS.abstract | MASKS.keyword

// Words of titles, abstracts and keywords have positions, counted through all three fields of a paper, so that a number
// is a place in one of them; `field_ends` of the segment says in which (`fieldAt`).

// Buffers shared by all calls. `hasPhrase` and `phraseStarts` overwrite the positions.
/** Papers that `matchPhrase` tests. */
const candidateDocs = createDocs()
/** Positions of the first term of a phrase; `keepFollowed` and `keepInFields` drop those where no match begins. */
const startBuffer = new Uint16Array(MAX_TEXT_POSITIONS)
/** Positions of the term being read. */
const positionBuffer = new Uint16Array(MAX_TEXT_POSITIONS)

/**
 * Adds papers that contain the terms of a phrase at their offsets within one of the fields of its mask. Papers outside
 * `among` may be missing.
 */
export function matchPhrase(view: SegmentView, plan: PhrasePlan, among: Bits | null, bits: Bits): void {
  const { segment } = view
  const readers = phraseReaders(view, plan.parts)
  const candidates = readers && findPapersWithAll(view, plan, among)
  if (!readers || !candidates) return
  const count = listBits(candidates, candidateDocs)
  releaseBits(candidates)
  for (let index = 0; index < count; index += 1) {
    const doc = candidateDocs[index] ?? 0
    checkDeadlineSometimes()
    if (hasPhrase(segment, readers, doc, plan.mask)) setBit(bits, doc)
  }
}

/**
 * Returns the papers, within `among`, that contain all terms anywhere; null when there are none. The caller releases
 * the set.
 */
function findPapersWithAll(view: SegmentView, { parts }: PhrasePlan, among: Bits | null): Bits | null {
  const terms = parts.map(({ term }) => lookUpTerm(view, term)).filter((term) => term !== null)
  const [rarest, ...others] = terms.sort((a, b) => a.to - a.from - (b.to - b.from))
  if (!rarest || terms.length < parts.length) return null
  const bits = takeBits()
  addTermPapers(view.segment, rarest, ANY_MASK, bits)
  if (among) andWith(bits, among)
  // An upper bound of the number of papers that are left.
  const left = among ? countBits(bits) : rarest.to - rarest.from
  for (const term of others) keepTermPapers(view.segment, term, ANY_MASK, bits, left)
  return bits
}

/**
 * Returns whether a phrase occurs in a paper that contains all its terms. For two terms in any field the search ends at
 * the first occurrence and writes no starts.
 */
function hasPhrase(segment: Segment, readers: PhraseReader[], doc: number, mask: number): boolean {
  const [first, second] = readers
  if (!first || !second || readers.length > 2 || !isAnyText(mask))
    return phraseStarts(segment, readers, doc, mask) > 0
  if (!seekDoc(first.places, doc) || !seekDoc(second.places, doc)) return false
  const firstCount = readPositions(first.places, startBuffer)
  const secondCount = readPositions(second.places, positionBuffer)
  return hasPairAtOffset(startBuffer, firstCount, positionBuffer, secondCount, second.offset - first.offset)
}

const isAnyText = (mask: number) => (mask & TEXT_MASK) === TEXT_MASK

/** Returns whether a position of `right` is `offset` behind one of `left`. */
function hasPairAtOffset(
  left: Uint16Array,
  leftCount: number,
  right: Uint16Array,
  rightCount: number,
  offset: number,
): boolean {
  let rightIndex = 0
  for (let leftIndex = 0; leftIndex < leftCount; leftIndex += 1) {
    const target = (left[leftIndex] ?? 0) + offset
    while (rightIndex < rightCount && (right[rightIndex] ?? 0) < target) rightIndex += 1
    if (rightIndex === rightCount) return false
    if (right[rightIndex] === target) return true
  }
  return false
}

/** A term of a phrase; occurrences of the same term at another offset share its cursor. */
interface PhraseReader {
  places: PositionCursor
  offset: number
}

/** Opens the cursors of a phrase; returns null when a term is missing, so that nothing matches. */
function phraseReaders(view: SegmentView, parts: PhrasePlan['parts']): PhraseReader[] | null {
  const opened = new Map<string, PositionCursor>()
  const readers: PhraseReader[] = []
  for (const { term, offset } of parts) {
    const places = opened.get(term) ?? openTermPositions(view, term)
    if (!places) return null
    opened.set(term, places)
    readers.push({ places, offset })
  }
  return readers
}

function openTermPositions(view: SegmentView, term: string): PositionCursor | null {
  const postings = lookUpTerm(view, term)
  return postings && openPositions(view.segment, postings, denseTerm(view.segment, postings))
}

/**
 * Writes the positions where the phrase begins in a paper to `startBuffer` and returns their number. Terms are read
 * only while a start remains where all previous ones match: in a phrase of a thousand terms most papers have none after
 * the second.
 */
function phraseStarts(segment: Segment, readers: PhraseReader[], doc: number, mask: number): number {
  const [first] = readers
  if (!first || !seekDoc(first.places, doc)) return 0
  let count = readPositions(first.places, startBuffer)
  for (let at = 1; at < readers.length && count > 0; at += 1) {
    const reader = readers[at]
    if (!reader || !seekDoc(reader.places, doc)) return 0
    count = keepFollowed(count, readPositions(reader.places, positionBuffer), reader.offset - first.offset)
  }
  return isAnyText(mask) ? count : keepInFields(segment, doc, count, mask)
}

/**
 * Keeps those of the first `startCount` entries of `startBuffer` that have one of the first `positionCount` entries of
 * `positionBuffer` at an offset; returns how many.
 */
function keepFollowed(startCount: number, positionCount: number, offset: number): number {
  let kept = 0
  let positionIndex = 0
  for (let startIndex = 0; startIndex < startCount; startIndex += 1) {
    const start = startBuffer[startIndex] ?? 0
    const target = start + offset
    while (positionIndex < positionCount && (positionBuffer[positionIndex] ?? 0) < target) positionIndex += 1
    if (positionIndex === positionCount) break
    if (positionBuffer[positionIndex] !== target) continue
    startBuffer[kept] = start
    kept += 1
  }
  return kept
}

/** Keeps those of the first `count` entries of `startBuffer` that lie in a field of the mask; returns how many. */
function keepInFields(segment: Segment, doc: number, count: number, mask: number): number {
  let kept = 0
  for (let index = 0; index < count; index += 1) {
    const start = startBuffer[index] ?? 0
    if (!inFields(segment, doc, start, mask)) continue
    startBuffer[kept] = start
    kept += 1
  }
  return kept
}

/** Returns whether a position lies in one of the fields of a mask. */
function inFields({ field_ends }: Segment, doc: number, position: number, mask: number): boolean {
  return ((1 << fieldAt(field_ends, doc, position)) & mask) !== 0
}

/**
 * Returns the field at a position: 0 title, 1 abstract, 2 keywords; bit 1 << field of a mask denotes it. Of a paper's
 * three entries of `field_ends`, the second is the end of its titles and the third that of its abstracts.
 */
function fieldAt(field_ends: Uint16Array, doc: number, position: number): number {
  if (position < (field_ends[doc * 3 + 1] ?? 0)) return 0
  return position < (field_ends[doc * 3 + 2] ?? 0) ? 1 : 2
}

/**
 * Adds papers in which both sides occur in one field of the plan's mask, in either order, with at most `distance`
 * between the positions where they begin.
 */
export function matchNear(view: SegmentView, plan: NearPlan, bits: Bits): void {
  const left = findOccurrences(view, plan.left, plan.mask)
  const right = findOccurrences(view, plan.right, plan.mask)
  for (const [doc, places] of left) {
    const others = right.get(doc)
    if (others && hasNear(view.segment, doc, places, others, plan.distance)) setBit(bits, doc)
  }
}

/**
 * Returns whether a position of `left` and another one of `right` lie in one field and at most `distance` apart. Both
 * lists ascend; a window over the second moves along the first. One position is no pair with itself: where both sides
 * are the same word, that word has to occur twice.
 */
function hasNear(segment: Segment, doc: number, left: number[], right: number[], distance: number): boolean {
  const { field_ends } = segment
  let [from, to] = [0, 0]
  return left.some((place) => {
    while (from < right.length && (right[from] ?? 0) < place - distance) from += 1
    while (to < right.length && (right[to] ?? 0) <= place + distance) to += 1
    const field = fieldAt(field_ends, doc, place)
    return right.slice(from, to).some((other) => other !== place && fieldAt(field_ends, doc, other) === field)
  })
}

/**
 * Returns the positions where a plan occurs by paper, ascending, in fields that are both in `mask` and in the mask of
 * the term or phrase.
 */
function findOccurrences(view: SegmentView, plan: PlacedPlan, mask: number): Map<number, number[]> {
  if (plan.op === 'or') return mergeOccurrences(plan.parts.map((part) => findOccurrences(view, part, mask)))
  const parts = plan.op === 'term' ? [{ term: plan.term, offset: 0 }] : plan.parts
  const found = new Map<number, number[]>()
  const readers = phraseReaders(view, parts)
  const first = readers?.[0]
  if (!readers || !first) return found
  for (let at = first.places.from; at < first.places.to; at += 1) {
    const doc = view.segment.docs[at] ?? 0
    checkDeadlineSometimes()
    const count = phraseStarts(view.segment, readers, doc, plan.mask & mask)
    if (count > 0) found.set(doc, [...startBuffer.subarray(0, count)])
  }
  return found
}

function mergeOccurrences(all: Map<number, number[]>[]): Map<number, number[]> {
  const joined = new Map<number, Set<number>>()
  for (const each of all)
    for (const [doc, places] of each) {
      const known = joined.get(doc) ?? new Set()
      for (const place of places) known.add(place)
      joined.set(doc, known)
    }
  return new Map([...joined].map(([doc, places]) => [doc, [...places].sort((a, b) => a - b)]))
}
