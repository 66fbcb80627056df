import { addTerm, createDictionary, type DictionaryWriter, finishDictionary } from './dictionary.ts'
import { filled, type Growing, growing8, growing16, growing32, push, reserve } from './growing.ts'
import { POSITION_BLOCK, type Segment } from './layout.ts'
import { GONE, type Source } from './merge-source.ts'

/** Terms and postings as they are gathered. */
interface Merging {
  dictionary: DictionaryWriter
  docs: Growing<Uint16Array>
  impacts: Growing<Uint8Array>
  masks: Growing<Uint8Array>
  position_blocks: Growing<Uint32Array>
  positions: Growing<Uint8Array>
}

/** Room for all that the segments hold, so that hardly anything has to grow. */
export function openMerging(segments: Segment[]): Merging {
  const sum = (name: 'docs' | 'position_blocks' | 'positions') =>
    segments.reduce((total, segment) => total + segment[name].length, 1)
  return {
    dictionary: createDictionary(),
    docs: growing16(sum('docs')),
    impacts: growing8(sum('docs')),
    masks: growing8(sum('docs')),
    position_blocks: growing32(sum('position_blocks')),
    positions: growing8(sum('positions')),
  }
}

/** Puts the postings of one term behind one another; without any left the term is left out. */
export function mergeTerm(sources: Source[], into: Merging): void {
  const before = into.docs.length
  const placed = sources.some(({ cursor }) => cursor.blocks >= 0)
  for (const source of sources) {
    const first = into.docs.length
    copyPostings(source, into)
    if (placed) copyPlaces(source, first - before, into)
  }
  const papers = into.docs.length - before
  const [source] = sources
  if (source && papers > 0)
    addTerm(into.dictionary, source.cursor.bytes, 0, source.cursor.length, papers, placed)
}

export function mergedTerms(from: Merging) {
  return {
    ...finishDictionary(from.dictionary),
    docs: filled(from.docs),
    impacts: filled(from.impacts),
    masks: filled(from.masks),
    position_blocks: filled(from.position_blocks),
    positions: filled(from.positions),
  }
}

function copyPostings({ segment, moved, cursor }: Source, into: Merging): void {
  const { docs, impacts, masks } = segment
  let count = into.docs.length
  for (let at = cursor.from; at < cursor.to; at += 1) {
    const doc = moved[docs[at] ?? 0] ?? GONE
    if (doc === GONE) continue
    into.docs.array[count] = doc
    into.impacts.array[count] = impacts[at] ?? 0
    into.masks.array[count] = masks[at] ?? 0
    count += 1
  }
  into.docs.length = count
  into.impacts.length = count
  into.masks.length = count
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

/** Where the positions of the next posting begin. */
export function placesEnd(bytes: Uint8Array, at: number): number {
  const more = (bytes[at] ?? 0) & 1
  let byte = at
  while ((bytes[byte] ?? 0) > 127) byte += 1
  byte += 1
  if (more === 0) return byte
  let left = 1
  let shift = 0
  for (; (bytes[byte] ?? 0) > 127; byte += 1, shift += 7) left += ((bytes[byte] ?? 0) & 127) << shift
  left += (bytes[byte] ?? 0) << shift
  for (byte += 1; left > 0; byte += 1) if ((bytes[byte] ?? 0) < 128) left -= 1
  return byte
}
