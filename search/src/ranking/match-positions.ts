import { listDocs } from '../index/docs.ts'
import { ANY_MASK, FIELD_ENDS_ENTRIES, MASKS, type Segment } from '../index/layout.ts'
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

/** Number of different positions in a paper: they have 16 bits. */
const MAX_TEXT_POSITIONS = 65_536
/** The fields whose words have positions. */
const TEXT_MASK = MASKS.title | MASKS.abstract | MASKS.keyword

// Words of titles, abstracts and keywords have positions, which are counted through all three fields of a paper. A
// phrase cannot span two texts because of the gap between them (`TEXT_GAP`). `fieldAt` returns the field of a position.

// Buffers shared by all calls; `hasPhrase` and `phraseStarts` overwrite the two of positions.
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
  const maxPapers = among ? countBits(bits) : rarest.to - rarest.from
  for (const term of others) keepTermPapers(view.segment, term, ANY_MASK, bits, maxPapers)
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
  if (!seekDoc(first.positions, doc) || !seekDoc(second.positions, doc)) return false
  const firstCount = readPositions(first.positions, startBuffer)
  const secondCount = readPositions(second.positions, positionBuffer)
  return hasPairAtOffset(startBuffer, firstCount, positionBuffer, secondCount, second.offset - first.offset)
}

const isAnyText = (mask: number) => (mask & TEXT_MASK) === TEXT_MASK

/** Returns whether a position of `right` is greater than one of `left` by `offset`. Both lists ascend. */
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

/** A term of a phrase with its offset from the beginning; a term that the phrase repeats has a single cursor. */
interface PhraseReader {
  positions: PositionCursor
  offset: number
}

/** Opens the cursors of a phrase; returns null when a term is missing, so that nothing matches. */
function phraseReaders(view: SegmentView, parts: PhrasePlan['parts']): PhraseReader[] | null {
  const cursors = new Map<string, PositionCursor>()
  const readers: PhraseReader[] = []
  for (const { term, offset } of parts) {
    const positions = cursors.get(term) ?? openTermPositions(view, term)
    if (!positions) return null
    cursors.set(term, positions)
    readers.push({ positions, offset })
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
  if (!first || !seekDoc(first.positions, doc)) return 0
  let count = readPositions(first.positions, startBuffer)
  for (let index = 1; index < readers.length && count > 0; index += 1) {
    const reader = readers[index]
    if (!reader || !seekDoc(reader.positions, doc)) return 0
    count = keepFollowed(count, readPositions(reader.positions, positionBuffer), reader.offset - first.offset)
  }
  return isAnyText(mask) ? count : keepInFields(segment, doc, count, mask)
}

/**
 * Keeps those of the first `startCount` entries of `startBuffer` that have one of the first `positionCount` entries of
 * `positionBuffer` at an offset; returns how many.
 */
function keepFollowed(startCount: number, positionCount: number, offset: number): number {
  let keptCount = 0
  let positionIndex = 0
  for (let startIndex = 0; startIndex < startCount; startIndex += 1) {
    const start = startBuffer[startIndex] ?? 0
    const target = start + offset
    while (positionIndex < positionCount && (positionBuffer[positionIndex] ?? 0) < target) positionIndex += 1
    if (positionIndex === positionCount) break
    if (positionBuffer[positionIndex] !== target) continue
    startBuffer[keptCount] = start
    keptCount += 1
  }
  return keptCount
}

/** Keeps those of the first `count` entries of `startBuffer` that lie in a field of the mask; returns how many. */
function keepInFields(segment: Segment, doc: number, count: number, mask: number): number {
  let keptCount = 0
  for (let index = 0; index < count; index += 1) {
    const start = startBuffer[index] ?? 0
    if (!inFields(segment, doc, start, mask)) continue
    startBuffer[keptCount] = start
    keptCount += 1
  }
  return keptCount
}

/** Returns whether a position lies in one of the fields of a mask. */
function inFields({ field_ends }: Segment, doc: number, position: number, mask: number): boolean {
  return ((1 << fieldAt(field_ends, doc, position)) & mask) !== 0
}

/**
 * Returns the field at a position: 0 title, 1 abstract, 2 keywords; its bit in a mask is `1 << field`. Of a paper's
 * three entries of `field_ends`, the second is the end of its titles and the third that of its abstracts.
 */
function fieldAt(field_ends: Uint16Array, doc: number, position: number): number {
  const entry = doc * FIELD_ENDS_ENTRIES
  if (position < (field_ends[entry + 1] ?? 0)) return 0
  return position < (field_ends[entry + 2] ?? 0) ? 1 : 2
}

/**
 * Adds papers in which both sides occur in one field of the plan's mask, in either order, with at most `distance`
 * between the positions where they begin.
 */
export function matchNear(view: SegmentView, plan: NearPlan, bits: Bits): void {
  const left = findOccurrences(view, plan.left, plan.mask)
  const right = findOccurrences(view, plan.right, plan.mask)
  for (const [doc, positions] of left) {
    const others = right.get(doc)
    if (others && hasNear(view.segment, doc, positions, others, plan.distance)) setBit(bits, doc)
  }
}

/**
 * Returns whether a position of `left` and another one of `right` lie in one field and at most `distance` apart. Both
 * lists ascend; a window over the second, from `start` up to `end`, moves along the first. A position is no pair with
 * itself: where both sides are the same word, that word has to occur twice.
 */
function hasNear(segment: Segment, doc: number, left: number[], right: number[], distance: number): boolean {
  const { field_ends } = segment
  let [start, end] = [0, 0]
  return left.some((position) => {
    while (start < right.length && (right[start] ?? 0) < position - distance) start += 1
    while (end < right.length && (right[end] ?? 0) <= position + distance) end += 1
    const field = fieldAt(field_ends, doc, position)
    return right
      .slice(start, end)
      .some((other) => other !== position && fieldAt(field_ends, doc, other) === field)
  })
}

/**
 * Returns for each paper the positions where a plan occurs, ascending, in fields that are both in `mask` and in the
 * mask of the term or phrase.
 */
function findOccurrences(view: SegmentView, plan: PlacedPlan, mask: number): Map<number, number[]> {
  if (plan.op === 'or') return mergeOccurrences(plan.parts.map((part) => findOccurrences(view, part, mask)))
  const parts = plan.op === 'term' ? [{ term: plan.term, offset: 0 }] : plan.parts
  const occurrences = new Map<number, number[]>()
  const readers = phraseReaders(view, parts)
  const first = readers?.[0]
  if (!readers || !first) return occurrences
  for (const doc of listDocs(view.segment, first.positions.postings)) {
    checkDeadlineSometimes()
    const count = phraseStarts(view.segment, readers, doc, plan.mask & mask)
    if (count > 0) occurrences.set(doc, [...startBuffer.subarray(0, count)])
  }
  return occurrences
}

/** Merges occurrences of alternatives; a position of several alternatives is keptCount once. */
function mergeOccurrences(alternatives: Map<number, number[]>[]): Map<number, number[]> {
  const merged = new Map<number, Set<number>>()
  for (const occurrences of alternatives)
    for (const [doc, positions] of occurrences) {
      const known = merged.get(doc) ?? new Set()
      for (const position of positions) known.add(position)
      merged.set(doc, known)
    }
  return new Map([...merged].map(([doc, positions]) => [doc, [...positions].sort((a, b) => a - b)]))
}
