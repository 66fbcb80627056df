import { addDictionaryTerm, createDictionary, type DictionaryWriter, finishDictionary } from './dictionary.ts'
import {
  filledPart,
  type GrowableArray,
  growable8,
  growable16,
  growable32,
  push,
  reserveRoom,
} from './growable-array.ts'
import { POSITION_BLOCK, type Segment } from './layout.ts'
import { closeMasks, createMasks, finishMasks, type MasksWriter, MIXED_MASK, shareMask } from './masks.ts'
import { type MergeSource, NO_DOC } from './merge-source.ts'
import { positionsEnd } from './positions.ts'

// A posting is a term in one paper: the paper's number, the impact, a mask of the fields in which the term occurs (see
// `MASKS` in layout.ts), and the positions. Only words of titles, abstracts and keywords have positions, so that a term
// may have some in one segment and none in another (`cursor.first_block` is then -1). The cursor of a source says where
// the postings, masks and positions of its current term begin, see `TermCursor`.

/** Terms and postings of a merge in progress; the arrays are the sections of the same names in layout.ts. */
interface MergedPostings {
  dictionary: DictionaryWriter
  docs: GrowableArray<Uint16Array>
  impacts: GrowableArray<Uint8Array>
  masks: MasksWriter
  position_blocks: GrowableArray<Uint32Array>
  positions: GrowableArray<Uint8Array>
}

/**
 * Creates empty postings with room for all data of the segments. `docs` and `impacts` never have to grow, because a
 * merge adds no postings; the others rarely do.
 */
export function createMergedPostings(segments: Segment[]): MergedPostings {
  const totalLength = (name: 'docs' | 'masks' | 'position_blocks' | 'positions') =>
    segments.reduce((total, segment) => total + segment[name].length, 0)
  return {
    dictionary: createDictionary(),
    docs: growable16(totalLength('docs')),
    impacts: growable8(totalLength('docs')),
    masks: createMasks(totalLength('masks')),
    position_blocks: growable32(totalLength('position_blocks')),
    positions: growable8(totalLength('positions')),
  }
}

/**
 * Appends a term with its postings in all segments, segment by segment. A term that is only in deleted papers is
 * omitted.
 *
 * @param sources the segments that contain the term, with cursors at it
 */
export function mergeTerm(sources: MergeSource[], merged: MergedPostings): void {
  const [firstSource] = sources
  if (!firstSource) return
  const [firstPosting, firstMask] = [merged.docs.length, merged.masks.mixed.length]
  const hasPositions = sources.some(sourceHasPositions)
  const commonMask = findCommonMask(sources)
  for (const source of sources) {
    const copiedCount = merged.docs.length - firstPosting
    copyPostings(source, merged)
    if (commonMask === MIXED_MASK) copyMasks(source, merged)
    if (hasPositions) copyPositions(source, copiedCount, merged)
  }
  const papers = merged.docs.length - firstPosting
  if (papers === 0) return
  // Copied masks may be equal after all, when the postings with other masks were of deleted papers.
  const mask = commonMask === MIXED_MASK ? closeMasks(merged.masks, firstMask) : commonMask
  if (commonMask !== MIXED_MASK) shareMask(merged.masks, commonMask, papers)
  const { bytes, length } = firstSource.cursor
  addDictionaryTerm(merged.dictionary, bytes, 0, length, { papers, hasPositions, mask })
}

/** Returns whether the current term of a source has positions in its segment. */
const sourceHasPositions = ({ cursor }: MergeSource): boolean => cursor.first_block >= 0

/** Returns the mask that all postings of a term have in all segments; `MIXED_MASK` where they differ. */
function findCommonMask(sources: MergeSource[]): number {
  const first = sources[0]?.cursor.common_mask ?? MIXED_MASK
  return sources.every(({ cursor }) => cursor.common_mask === first) ? first : MIXED_MASK
}

/** Returns the sections of the merged segment that hold terms and postings. */
export function finishMergedPostings(merged: MergedPostings) {
  return {
    ...finishDictionary(merged.dictionary),
    docs: filledPart(merged.docs),
    impacts: filledPart(merged.impacts),
    ...finishMasks(merged.masks),
    position_blocks: filledPart(merged.position_blocks),
    positions: filledPart(merged.positions),
  }
}

/**
 * Appends papers and impacts of the current term of a source, without deleted papers. It reserves no room:
 * `createMergedPostings` has made enough for all segments.
 */
function copyPostings({ segment, newDocs, cursor }: MergeSource, merged: MergedPostings): void {
  const { docs, impacts } = segment
  let count = merged.docs.length
  for (let at = cursor.from; at < cursor.to; at += 1) {
    const doc = newDocs[docs[at] ?? 0] ?? NO_DOC
    if (doc === NO_DOC) continue
    merged.docs.array[count] = doc
    merged.impacts.array[count] = impacts[at] ?? 0
    count += 1
  }
  merged.docs.length = count
  merged.impacts.length = count
}

/**
 * Appends the masks of the same postings to those that are stored one by one. Where they are all equal in the source,
 * `cursor.first_mask` is in the run of that mask.
 */
function copyMasks({ segment, newDocs, cursor }: MergeSource, { masks }: MergedPostings): void {
  const { docs, masks: sourceMasks } = segment
  reserveRoom(masks.mixed, cursor.to - cursor.from)
  let { length } = masks.mixed
  for (let at = cursor.from; at < cursor.to; at += 1) {
    if (newDocs[docs[at] ?? 0] === NO_DOC) continue
    masks.mixed.array[length] = sourceMasks[cursor.first_mask + at - cursor.from] ?? 0
    length += 1
  }
  masks.mixed.length = length
}

/**
 * Appends the positions of the same postings, and an entry of `position_blocks` for every block of the merged term that
 * begins among them. The positions of deleted papers are read too, because nothing else tells where those of the next
 * posting begin.
 *
 * @param first index of the first of these postings within the merged term
 */
function copyPositions(source: MergeSource, first: number, merged: MergedPostings): void {
  const { segment, newDocs, positions, cursor } = source
  const { docs } = segment
  const hasPositions = sourceHasPositions(source)
  let byte = hasPositions ? (segment.position_blocks[cursor.first_block] ?? 0) : 0
  let posting = first
  for (let at = cursor.from; at < cursor.to; at += 1) {
    const end = hasPositions ? positionsEnd(positions, byte) : byte
    if (newDocs[docs[at] ?? 0] !== NO_DOC) {
      if (posting % POSITION_BLOCK === 0) push(merged.position_blocks, merged.positions.length)
      appendPositions(positions, byte, end, merged.positions)
      posting += 1
    }
    byte = end
  }
}

/**
 * Appends the positions of one posting, the bytes `start` to `end` (exclusive) of `source`. For a segment that has no
 * positions for the term they are empty; then 0, the encoding of no position, is appended.
 */
function appendPositions(
  source: Uint8Array,
  start: number,
  end: number,
  target: GrowableArray<Uint8Array>,
): void {
  if (start === end) {
    push(target, 0)
    return
  }
  const length = end - start
  reserveRoom(target, length)
  const { array, length: offset } = target
  for (let at = 0; at < length; at += 1) array[offset + at] = source[start + at] ?? 0
  target.length = offset + length
}
