import { POSITION_BLOCK, type Segment } from '../index/layout.ts'
import { placesEnd } from '../index/merge-postings.ts'
import type { TermPostings } from '../index/terms.ts'
import { type Dense, rankOf } from '../sets/dense.ts'
import { seekPosting } from './postings.ts'

/** Walks through the postings of one term, forwards, and reads the positions at each. */
export interface Places {
  segment: Segment
  /** First posting and the one behind the last. */
  from: number
  to: number
  /** Index of the term's first block in `position_blocks`; -1 where it has no positions. */
  blocks: number
  /** The posting the cursor stands at, and where its positions begin. */
  posting: number
  byte: number
  /** Posting whose positions `byte` belongs to. */
  decoded: number
  dense: Dense | null
}

export function openPlaces(
  segment: Segment,
  { from, to, blocks }: TermPostings,
  dense: Dense | null,
): Places {
  return { segment, from, to, blocks, posting: from, byte: 0, decoded: -1, dense }
}

/** Moves to the posting of `doc`; false where the term is not in it. Papers must be asked for in ascending order. */
export function seek(places: Places, doc: number): boolean {
  const { docs } = places.segment
  const posting = places.dense
    ? denseSeek(places, places.dense, doc)
    : seekPosting(docs, places.posting, places.to, doc)
  places.posting = posting
  return posting < places.to && docs[posting] === doc
}

/** No search where the papers of the term are a set too. */
function denseSeek({ from }: Places, dense: Dense, doc: number): number {
  return from + rankOf(dense, doc)
}

/** Positions at the cursor, ascending, into `into`; answers how many. */
export function readPlaces(places: Places, into: Uint16Array): number {
  if (places.blocks < 0) return 0
  moveTo(places)
  const { positions } = places.segment
  let { byte } = places
  let head = positions[byte] ?? 0
  byte += 1
  if (head > 127) {
    head = (head & 127) | readRest(positions, byte)
    byte += restSize(positions, byte)
  }
  if (head === 0) return 0
  into[0] = (head >>> 1) - 1
  return (head & 1) === 0 ? 1 : readMore(positions, byte, into)
}

/** The positions behind the first, which stands in `into`. */
function readMore(positions: Uint8Array, start: number, into: Uint16Array): number {
  let byte = start
  let more = positions[byte] ?? 0
  byte += 1
  if (more > 127) {
    more = (more & 127) | readRest(positions, byte)
    byte += restSize(positions, byte)
  }
  const count = more + 2
  let position = into[0] ?? 0
  for (let index = 1; index < count; index += 1) {
    let gap = positions[byte] ?? 0
    byte += 1
    if (gap > 127) {
      gap = (gap & 127) | readRest(positions, byte)
      byte += restSize(positions, byte)
    }
    position += gap
    into[index] = position
  }
  return count
}

/** The second and third byte of a number of at most 21 bits, at their places in it. */
function readRest(bytes: Uint8Array, at: number): number {
  const second = bytes[at] ?? 0
  return second < 128 ? second << 7 : ((second & 127) << 7) | ((bytes[at + 1] ?? 0) << 14)
}

const restSize = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) < 128 ? 1 : 2)

/** Puts `byte` at the positions of the cursor's posting. */
function moveTo(places: Places): void {
  const { segment, from, posting, blocks } = places
  const block = Math.floor((posting - from) / POSITION_BLOCK)
  const start = from + block * POSITION_BLOCK
  const behind = places.decoded < start
  let at = behind ? start : places.decoded
  let byte = behind ? (segment.position_blocks[blocks + block] ?? 0) : places.byte
  for (; at < posting; at += 1) byte = placesEnd(segment.positions, byte)
  places.decoded = posting
  places.byte = byte
}
