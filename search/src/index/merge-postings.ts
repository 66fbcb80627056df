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

/** Terms and postings of a merge in progress. */
interface MergedPostings {
  dictionary: DictionaryWriter
  docs: GrowableArray<Uint16Array>
  impacts: GrowableArray<Uint8Array>
  masks: MasksWriter
  position_blocks: GrowableArray<Uint32Array>
  positions: GrowableArray<Uint8Array>
}

/** Creates empty postings with room for all data of the segments, so that hardly anything has to grow. */
export function createMergedPostings(segments: Segment[]): MergedPostings {
  const sum = (name: 'docs' | 'masks' | 'position_blocks' | 'positions') =>
    segments.reduce((total, segment) => total + segment[name].length, 1)
  return {
    dictionary: createDictionary(),
    docs: growable16(sum('docs')),
    impacts: growable8(sum('docs')),
    masks: createMasks(sum('masks')),
    position_blocks: growable32(sum('position_blocks')),
    positions: growable8(sum('positions')),
  }
}

/**
 * Appends a term with its postings in all segments, segment by segment; a term without postings is omitted.
 *
 * @param sources the segments that contain the term, with cursors at it
 */
export function mergeTerm(sources: MergeSource[], merged: MergedPostings): void {
  const [source] = sources
  if (!source) return
  const [firstPosting, firstMask] = [merged.docs.length, merged.masks.own.length]
  const placed = sources.some(({ cursor }) => cursor.blocks >= 0)
  const shared = sharedMask(sources)
  for (const segmentSource of sources) {
    const copied = merged.docs.length - firstPosting
    copyPostings(segmentSource, merged)
    if (shared === MIXED_MASK) copyMasks(segmentSource, merged)
    if (placed) copyPositions(segmentSource, copied, merged)
  }
  const papers = merged.docs.length - firstPosting
  if (papers === 0) return
  const mask = shared === MIXED_MASK ? closeMasks(merged.masks, firstMask) : shared
  if (shared !== MIXED_MASK) shareMask(merged.masks, shared, papers)
  const { bytes, length } = source.cursor
  addDictionaryTerm(merged.dictionary, bytes, 0, length, { papers, placed, mask })
}

/** Returns the mask that a term has in all postings of all segments, or `MIXED_MASK`. */
function sharedMask(sources: MergeSource[]): number {
  const first = sources[0]?.cursor.mask ?? MIXED_MASK
  return sources.every(({ cursor }) => cursor.mask === first) ? first : MIXED_MASK
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

function copyMasks({ segment, newDocs, cursor }: MergeSource, { masks }: MergedPostings): void {
  const { docs, masks: sourceMasks } = segment
  reserveRoom(masks.own, cursor.to - cursor.from)
  let { length } = masks.own
  for (let at = cursor.from; at < cursor.to; at += 1) {
    if (newDocs[docs[at] ?? 0] === NO_DOC) continue
    masks.own.array[length] = sourceMasks[cursor.masks + at - cursor.from] ?? 0
    length += 1
  }
  masks.own.length = length
}

/** Copies the positions of the same postings; `first` is the index of the first of them within the merged term. */
function copyPositions(
  { segment, newDocs, cursor }: MergeSource,
  first: number,
  merged: MergedPostings,
): void {
  const { positions, docs } = segment
  const hasPositions = cursor.blocks >= 0
  let byte = hasPositions ? (segment.position_blocks[cursor.blocks] ?? 0) : 0
  let posting = first
  for (let at = cursor.from; at < cursor.to; at += 1) {
    const end = hasPositions ? positionsEnd(positions, byte) : byte
    if (newDocs[docs[at] ?? 0] !== NO_DOC) {
      if (posting % POSITION_BLOCK === 0) push(merged.position_blocks, merged.positions.length)
      copyBytes(positions, byte, end, merged.positions)
      posting += 1
    }
    byte = end
  }
}

/**
 * Appends the positions of one posting, the bytes `start` to `end` (exclusive) of `source`. For a segment that has no
 * positions for the term they are empty; then 0, the encoding of no position, is appended.
 */
function copyBytes(source: Uint8Array, start: number, end: number, target: GrowableArray<Uint8Array>): void {
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
