import { POSITION_BLOCK, type Segment } from '../index/layout.ts'
import { placesEnd, readPlacesAt } from '../index/places.ts'
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
  return readPlacesAt(places.segment.positions, places.byte, into)
}

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
