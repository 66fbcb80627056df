import { filled, type Growing, growing8, growing16, growing32, push, reserve } from './growing.ts'
import { POSITION_BLOCK, type Segment } from './layout.ts'
import { charsOf, GONE, type Source } from './merge-source.ts'

/** Terms and postings as they are gathered. */
interface Merging {
  term_chars: Growing<Uint16Array>
  term_starts: Growing<Uint32Array>
  posting_starts: Growing<Uint32Array>
  docs: Growing<Uint16Array>
  impacts: Growing<Uint8Array>
  masks: Growing<Uint8Array>
  block_starts: Growing<Uint32Array>
  position_blocks: Growing<Uint32Array>
  positions: Growing<Uint8Array>
}

/** Room for all that the segments hold, so that hardly anything has to grow. */
export function openMerging(segments: Segment[]): Merging {
  const sum = (name: 'docs' | 'position_blocks' | 'positions' | 'term_chars' | 'term_starts') =>
    segments.reduce((total, segment) => total + segment[name].length, 1)
  const merging: Merging = {
    term_chars: growing16(sum('term_chars')),
    term_starts: growing32(sum('term_starts')),
    posting_starts: growing32(sum('term_starts')),
    docs: growing16(sum('docs')),
    impacts: growing8(sum('docs')),
    masks: growing8(sum('docs')),
    block_starts: growing32(sum('term_starts')),
    position_blocks: growing32(sum('position_blocks')),
    positions: growing8(sum('positions')),
  }
  push(merging.term_starts, 0)
  push(merging.posting_starts, 0)
  push(merging.block_starts, 0)
  return merging
}

/** Puts the postings of one term behind one another; without any left the term is left out. */
export function mergeTerm(sources: Source[], into: Merging): void {
  const before = into.docs.length
  const placed = sources.some(hasPlaces)
  for (const source of sources) {
    const first = into.docs.length
    copyPostings(source, into)
    if (placed) copyPlaces(source, first - before, into)
  }
  const [source] = sources
  if (!source || into.docs.length === before) return
  copyTerm(source, into)
  push(into.posting_starts, into.docs.length)
  push(into.block_starts, into.position_blocks.length)
}

function copyTerm(source: Source, { term_chars, term_starts }: Merging): void {
  const chars = charsOf(source)
  term_chars.array.set(chars, term_chars.length)
  term_chars.length += chars.length
  push(term_starts, term_chars.length)
}

export function mergedTerms(from: Merging) {
  return {
    term_chars: filled(from.term_chars),
    term_starts: filled(from.term_starts),
    posting_starts: filled(from.posting_starts),
    docs: filled(from.docs),
    impacts: filled(from.impacts),
    masks: filled(from.masks),
    block_starts: filled(from.block_starts),
    position_blocks: filled(from.position_blocks),
    positions: filled(from.positions),
  }
}

const hasPlaces = ({ segment: { block_starts }, term }: Source) =>
  (block_starts[term + 1] ?? 0) > (block_starts[term] ?? 0)

function copyPostings({ segment, moved, term }: Source, into: Merging): void {
  const { docs, impacts, masks } = segment
  const to = segment.posting_starts[term + 1] ?? 0
  let count = into.docs.length
  for (let at = segment.posting_starts[term] ?? 0; at < to; at += 1) {
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

/**
 * The positions of the same postings, the first of which is the term's `first` one; none at all are a count of 0.
 */
function copyPlaces(source: Source, first: number, into: Merging): void {
  const { segment, moved, term } = source
  const to = segment.posting_starts[term + 1] ?? 0
  const own = hasPlaces(source)
  let byte = own ? firstPlace(segment, term) : 0
  let posting = first
  for (let at = segment.posting_starts[term] ?? 0; at < to; at += 1) {
    const end = own ? placesEnd(segment.positions, byte) : byte
    if (moved[segment.docs[at] ?? 0] !== GONE) {
      if (posting % POSITION_BLOCK === 0) push(into.position_blocks, into.positions.length)
      copyBytes(segment.positions, byte, end, into.positions)
      posting += 1
    }
    byte = end
  }
}

const firstPlace = ({ block_starts, position_blocks }: Segment, term: number) =>
  position_blocks[block_starts[term] ?? 0] ?? 0

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
function placesEnd(bytes: Uint8Array, at: number): number {
  let byte = at
  let count = 0
  let shift = 0
  for (;;) {
    const value = bytes[byte] ?? 0
    byte += 1
    count |= (value & 127) << shift
    if (value < 128) break
    shift += 7
  }
  for (; count > 0; byte += 1) if ((bytes[byte] ?? 0) < 128) count -= 1
  return byte
}
