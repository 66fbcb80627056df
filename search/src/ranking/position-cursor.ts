import { POSITION_BLOCK, type Segment } from '../index/layout.ts'
import { positionsEnd, readPositionsAt } from '../index/positions.ts'
import type { TermPostings } from '../index/terms.ts'
import { type DenseTerm, postingRank } from '../sets/dense.ts'
import { seekPosting } from './postings.ts'

/** A forward cursor over the postings of one term that reads the positions of each. */
export interface PositionCursor {
  segment: Segment
  /** First posting, and the one behind the last. */
  from: number
  to: number
  /** Index of the term's first block in `position_blocks`; -1 when it has no positions. */
  blocks: number
  /** Current posting. */
  posting: number
  byte: number
  /** Posting to whose positions `byte` points. */
  decoded: number
  dense: DenseTerm | null
}

/** Creates a cursor at the first posting of a term. */
export function openPositions(
  segment: Segment,
  { from, to, blocks }: TermPostings,
  dense: DenseTerm | null,
): PositionCursor {
  return { segment, from, to, blocks, posting: from, byte: 0, decoded: -1, dense }
}

/**
 * Moves to the posting of `doc`; returns false when the paper does not contain the term. Papers must be requested in
 * ascending order.
 */
export function seekDoc(places: PositionCursor, doc: number): boolean {
  const { docs } = places.segment
  const posting = places.dense
    ? seekDense(places, places.dense, doc)
    : seekPosting(docs, places.posting, places.to, doc)
  places.posting = posting
  return posting < places.to && docs[posting] === doc
}

/** Uses the bit set of a dense term instead of a search. */
function seekDense({ from }: PositionCursor, dense: DenseTerm, doc: number): number {
  return from + postingRank(dense, doc)
}

/** Writes the positions at the cursor, ascending, to `into` and returns their number. */
export function readPositions(places: PositionCursor, into: Uint16Array): number {
  if (places.blocks < 0) return 0
  moveToPosting(places)
  return readPositionsAt(places.segment.positions, places.byte, into)
}

/** Moves `byte` to the positions of the current posting. */
function moveToPosting(places: PositionCursor): void {
  const { segment, from, posting, blocks } = places
  const block = Math.floor((posting - from) / POSITION_BLOCK)
  const start = from + block * POSITION_BLOCK
  const behind = places.decoded < start
  let at = behind ? start : places.decoded
  let byte = behind ? (segment.position_blocks[blocks + block] ?? 0) : places.byte
  for (; at < posting; at += 1) byte = positionsEnd(segment.positions, byte)
  places.decoded = posting
  places.byte = byte
}
