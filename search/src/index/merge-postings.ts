import { addTerm, createDictionary, type DictionaryWriter, finishDictionary } from './dictionary.ts'
import { filled, type Growing, growing8, growing16, growing32, push, reserve } from './growing.ts'
import { POSITION_BLOCK, type Segment } from './layout.ts'
import { closeMasks, createMasks, DIFFERENT, finishMasks, type MasksWriter, shareMask } from './masks.ts'
import { GONE, type Source } from './merge-source.ts'
import { placesEnd } from './places.ts'

/** Terms and postings as they are gathered. */
interface Merging {
  dictionary: DictionaryWriter
  docs: Growing<Uint16Array>
  impacts: Growing<Uint8Array>
  masks: MasksWriter
  position_blocks: Growing<Uint32Array>
  positions: Growing<Uint8Array>
}

/** Room for all that the segments hold, so that hardly anything has to grow. */
export function openMerging(segments: Segment[]): Merging {
  const sum = (name: 'docs' | 'masks' | 'position_blocks' | 'positions') =>
    segments.reduce((total, segment) => total + segment[name].length, 1)
  return {
    dictionary: createDictionary(),
    docs: growing16(sum('docs')),
    impacts: growing8(sum('docs')),
    masks: createMasks(sum('masks')),
    position_blocks: growing32(sum('position_blocks')),
    positions: growing8(sum('positions')),
  }
}

/** Puts the postings of one term behind one another; without any left the term is left out. */
export function mergeTerm(sources: Source[], into: Merging): void {
  const [source] = sources
  if (!source) return
  const [before, ownMasks] = [into.docs.length, into.masks.own.length]
  const placed = sources.some(({ cursor }) => cursor.blocks >= 0)
  const shared = sharedMask(sources)
  for (const each of sources) {
    const first = into.docs.length
    copyPostings(each, into)
    if (shared === DIFFERENT) copyMasks(each, into)
    if (placed) copyPlaces(each, first - before, into)
  }
  const papers = into.docs.length - before
  if (papers === 0) return
  const mask = shared === DIFFERENT ? closeMasks(into.masks, ownMasks) : shared
  if (shared !== DIFFERENT) shareMask(into.masks, shared, papers)
  const { bytes, length } = source.cursor
  addTerm(into.dictionary, bytes, 0, length, { papers, placed, mask })
}

/** The one mask of a term in all segments, or DIFFERENT. */
function sharedMask(sources: Source[]): number {
  const first = sources[0]?.cursor.mask ?? DIFFERENT
  return sources.every(({ cursor }) => cursor.mask === first) ? first : DIFFERENT
}

export function mergedTerms(from: Merging) {
  return {
    ...finishDictionary(from.dictionary),
    docs: filled(from.docs),
    impacts: filled(from.impacts),
    ...finishMasks(from.masks),
    position_blocks: filled(from.position_blocks),
    positions: filled(from.positions),
  }
}

function copyPostings({ segment, moved, cursor }: Source, into: Merging): void {
  const { docs, impacts } = segment
  let count = into.docs.length
  for (let at = cursor.from; at < cursor.to; at += 1) {
    const doc = moved[docs[at] ?? 0] ?? GONE
    if (doc === GONE) continue
    into.docs.array[count] = doc
    into.impacts.array[count] = impacts[at] ?? 0
    count += 1
  }
  into.docs.length = count
  into.impacts.length = count
}

function copyMasks({ segment, moved, cursor }: Source, { masks }: Merging): void {
  const { docs, masks: from } = segment
  reserve(masks.own, cursor.to - cursor.from)
  let { length } = masks.own
  for (let at = cursor.from; at < cursor.to; at += 1) {
    if (moved[docs[at] ?? 0] === GONE) continue
    masks.own.array[length] = from[cursor.masks + at - cursor.from] ?? 0
    length += 1
  }
  masks.own.length = length
}

/** The positions of the same postings, the first of which is the term's `first` one. */
function copyPlaces({ segment, moved, cursor }: Source, first: number, into: Merging): void {
  const { positions, docs } = segment
  const own = cursor.blocks >= 0
  let byte = own ? (segment.position_blocks[cursor.blocks] ?? 0) : 0
  let posting = first
  for (let at = cursor.from; at < cursor.to; at += 1) {
    const end = own ? placesEnd(positions, byte) : byte
    if (moved[docs[at] ?? 0] !== GONE) {
      if (posting % POSITION_BLOCK === 0) push(into.position_blocks, into.positions.length)
      copyBytes(positions, byte, end, into.positions)
      posting += 1
    }
    byte = end
  }
}

/** No bytes at all become a 0: the paper has the term without a place. */
function copyBytes(from: Uint8Array, start: number, end: number, into: Growing<Uint8Array>): void {
  if (start === end) {
    push(into, 0)
    return
  }
  const length = end - start
  reserve(into, length)
  const { array, length: to } = into
  for (let at = 0; at < length; at += 1) array[to + at] = from[start + at] ?? 0
  into.length = to + length
}
