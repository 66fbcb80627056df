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

/** Allocates room for all data of the segments, so that hardly anything has to grow. */
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

/** Concatenates the postings of one term; a term without postings is omitted. */
export function mergeTerm(sources: MergeSource[], into: MergedPostings): void {
  const [source] = sources
  if (!source) return
  const [firstPosting, firstMask] = [into.docs.length, into.masks.own.length]
  const placed = sources.some(({ cursor }) => cursor.blocks >= 0)
  const shared = sharedMask(sources)
  for (const each of sources) {
    const copied = into.docs.length - firstPosting
    copyPostings(each, into)
    if (shared === MIXED_MASK) copyMasks(each, into)
    if (placed) copyPositions(each, copied, into)
  }
  const papers = into.docs.length - firstPosting
  if (papers === 0) return
  const mask = shared === MIXED_MASK ? closeMasks(into.masks, firstMask) : shared
  if (shared !== MIXED_MASK) shareMask(into.masks, shared, papers)
  const { bytes, length } = source.cursor
  addDictionaryTerm(into.dictionary, bytes, 0, length, { papers, placed, mask })
}

/** Returns the mask that a term has in all postings of all segments, or MIXED_MASK. */
function sharedMask(sources: MergeSource[]): number {
  const first = sources[0]?.cursor.mask ?? MIXED_MASK
  return sources.every(({ cursor }) => cursor.mask === first) ? first : MIXED_MASK
}

/** Returns the sections of the merged segment that hold terms and postings. */
export function finishMergedPostings(from: MergedPostings) {
  return {
    ...finishDictionary(from.dictionary),
    docs: filledPart(from.docs),
    impacts: filledPart(from.impacts),
    ...finishMasks(from.masks),
    position_blocks: filledPart(from.position_blocks),
    positions: filledPart(from.positions),
  }
}

function copyPostings({ segment, moved, cursor }: MergeSource, into: MergedPostings): void {
  const { docs, impacts } = segment
  let count = into.docs.length
  for (let at = cursor.from; at < cursor.to; at += 1) {
    const doc = moved[docs[at] ?? 0] ?? NO_DOC
    if (doc === NO_DOC) continue
    into.docs.array[count] = doc
    into.impacts.array[count] = impacts[at] ?? 0
    count += 1
  }
  into.docs.length = count
  into.impacts.length = count
}

function copyMasks({ segment, moved, cursor }: MergeSource, { masks }: MergedPostings): void {
  const { docs, masks: from } = segment
  reserveRoom(masks.own, cursor.to - cursor.from)
  let { length } = masks.own
  for (let at = cursor.from; at < cursor.to; at += 1) {
    if (moved[docs[at] ?? 0] === NO_DOC) continue
    masks.own.array[length] = from[cursor.masks + at - cursor.from] ?? 0
    length += 1
  }
  masks.own.length = length
}

/** Copies the positions of the same postings; `first` is the index of the first one within the term. */
function copyPositions({ segment, moved, cursor }: MergeSource, first: number, into: MergedPostings): void {
  const { positions, docs } = segment
  const hasPositions = cursor.blocks >= 0
  let byte = hasPositions ? (segment.position_blocks[cursor.blocks] ?? 0) : 0
  let posting = first
  for (let at = cursor.from; at < cursor.to; at += 1) {
    const end = hasPositions ? positionsEnd(positions, byte) : byte
    if (moved[docs[at] ?? 0] !== NO_DOC) {
      if (posting % POSITION_BLOCK === 0) push(into.position_blocks, into.positions.length)
      copyBytes(positions, byte, end, into.positions)
      posting += 1
    }
    byte = end
  }
}

/** Copies the positions of one posting. No bytes become a 0: the paper contains the term without a position. */
function copyBytes(from: Uint8Array, start: number, end: number, into: GrowableArray<Uint8Array>): void {
  if (start === end) {
    push(into, 0)
    return
  }
  const length = end - start
  reserveRoom(into, length)
  const { array, length: to } = into
  for (let at = 0; at < length; at += 1) array[to + at] = from[start + at] ?? 0
  into.length = to + length
}
