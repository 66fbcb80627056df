import { POSITION_BLOCK, type Segment } from '../segment/layout.ts'
import { placesEnd } from '../segment/merge-postings.ts'
import type { TermPostings } from '../segment/terms.ts'
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
}

export function openPlaces(segment: Segment, { from, to, blocks }: TermPostings): Places {
  return { segment, from, to, blocks, posting: from, byte: 0, decoded: -1 }
}

/** Moves to the posting of `doc`; false where the term is not in it. Papers must be asked for in ascending order. */
export function seek(places: Places, doc: number): boolean {
  const { docs } = places.segment
  const posting = seekPosting(docs, places.posting, places.to, doc)
  places.posting = posting
  return posting < places.to && docs[posting] === doc
}

/** Positions at the cursor, ascending, into `into`; answers how many. */
export function readPlaces(places: Places, into: Uint16Array): number {
  if (places.blocks < 0) return 0
  moveTo(places)
  const { positions } = places.segment
  let { byte } = places
  const head = readVarint(positions, byte)
  if (head === 0) return 0
  byte += varintSize(head)
  let position = (head >>> 1) - 1
  into[0] = position
  if ((head & 1) === 0) return 1
  const count = readVarint(positions, byte) + 2
  byte += varintSize(count - 2)
  for (let index = 1; index < count; index += 1) {
    const gap = readVarint(positions, byte)
    byte += varintSize(gap)
    position += gap
    into[index] = position
  }
  return count
}

/** Puts `byte` at the positions of the cursor's posting. */
function moveTo(places: Places): void {
  const { segment, from, posting, blocks } = places
  const block = Math.floor((posting - from) / POSITION_BLOCK)
  const start = from + block * POSITION_BLOCK
  const behind = places.decoded < start
  let at = behind ? start : places.decoded
  let byte = behind ? (segment.position_blocks[blocks + block] ?? 0) : places.byte
  while (at < posting) {
    byte = placesEnd(segment.positions, byte)
    at += 1
  }
  places.decoded = posting
  places.byte = byte
}

function readVarint(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 128) return first
  const second = bytes[at + 1] ?? 0
  if (second < 128) return (first & 127) | (second << 7)
  return (first & 127) | ((second & 127) << 7) | ((bytes[at + 2] ?? 0) << 14)
}

function varintSize(value: number): number {
  if (value < 128) return 1
  return value < 16_384 ? 2 : 3
}
