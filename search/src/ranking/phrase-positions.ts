// Finds the positions in a paper where a phrase begins.
import { FIELD_ENDS_ENTRIES, MASKS, type Segment } from '../index/layout.ts'
import type { PhrasePlan } from '../planning/plan.ts'
import { denseTerm } from '../sets/dense.ts'
import { openPositions, type PositionCursor, readPositions, seekDoc } from './position-cursor.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/** Number of different positions in a paper: they have 16 bits. */
const MAX_TEXT_POSITIONS = 65_536
/**
 * Positions of the first term of a phrase; `keepFollowed` and `keepInFields` drop those where no match begins. Shared by
 * all calls: each overwrites it.
 */
export const startBuffer = new Uint16Array(MAX_TEXT_POSITIONS)
/** Positions of the term being read. Shared by all calls: each overwrites it. */
export const positionBuffer = new Uint16Array(MAX_TEXT_POSITIONS)
/** The fields whose words have positions. */
const TEXT_MASK = MASKS.title | MASKS.abstract | MASKS.keyword

/** Returns whether a mask has all fields with positions. */
export const isAnyText = (mask: number) => (mask & TEXT_MASK) === TEXT_MASK

/** A term of a phrase with its offset from the beginning; a term that the phrase repeats has a single cursor. */
export interface PhraseReader {
  positions: PositionCursor
  offset: number
}

/** Opens the cursors of a phrase; returns null when a term is missing, so that nothing matches. */
export function phraseReaders(view: SegmentView, parts: PhrasePlan['parts']): PhraseReader[] | null {
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

/** Opens a cursor at the positions of a term; null when no paper of the segment has it. */
function openTermPositions(view: SegmentView, term: string): PositionCursor | null {
  const postings = lookUpTerm(view, term)
  return postings && openPositions(view.segment, postings, denseTerm(view.segment, postings))
}

/**
 * Writes the positions where the phrase begins in a paper to `startBuffer` and returns their number. Terms are read
 * only while a start remains where all previous ones match: in a phrase of a thousand terms most papers have none after
 * the second.
 */
export function phraseStarts(segment: Segment, readers: PhraseReader[], doc: number, mask: number): number {
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
export function fieldAt(field_ends: Uint16Array, doc: number, position: number): number {
  const entry = doc * FIELD_ENDS_ENTRIES
  if (position < (field_ends[entry + 1] ?? 0)) return 0
  return position < (field_ends[entry + 2] ?? 0) ? 1 : 2
}
