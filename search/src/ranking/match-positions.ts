// Matches phrases and NEAR. Words of titles, abstracts and keywords have positions, which are counted through all three
// fields of a paper. A phrase cannot span two texts because of the gap between them (`TEXT_GAP`).
import { ANY_MASK, type Segment } from '../index/layout.ts'
import type { PhrasePlan } from '../planning/plan.ts'
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
import { checkDeadlineSometimes } from './deadline.ts'
import {
  isAnyText,
  type PhraseReader,
  phraseReaders,
  phraseStarts,
  positionBuffer,
  startBuffer,
} from './phrase-positions.ts'
import { readPositions, seekDoc } from './position-cursor.ts'
import { addTermPapers, keepTermPapers } from './postings.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/** Papers that `matchPhrase` tests; shared by all calls. */
const candidateDocs = createDocs()

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
