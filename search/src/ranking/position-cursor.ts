import { POSITION_BLOCK, type Segment } from '../index/layout.ts'
import { positionsEnd, readPositionsAt } from '../index/positions.ts'
import type { TermPostings } from '../index/terms.ts'
import { type DenseTerm, postingRank } from '../sets/dense.ts'
import { seekPosting } from './postings.ts'

/** A forward cursor over the postings of one term that reads the positions of each. */
export interface PositionCursor {
  segment: Segment
  /** The term's first posting. */
  from: number
  /** The posting after the term's last one. */
  to: number
  /** Index of the term's first block in `position_blocks`; -1 when it has no positions. */
  first_block: number
  /** Current posting. */
  posting: number
  /** Offset in `positions` of the positions of the posting `located`. */
  byte: number
  /** The posting whose positions have been located last; -1 before. */
  located: number
  /** The term's bit sets, when it has many papers. */
  dense: DenseTerm | null
}

/** Creates a cursor at the first posting of a term. */
export function openPositions(
  segment: Segment,
  { from, to, first_block }: TermPostings,
  dense: DenseTerm | null,
): PositionCursor {
  return { segment, from, to, first_block, posting: from, byte: 0, located: -1, dense }
}

/**
 * Moves to the posting of `doc`; returns false when the paper does not contain the term. Papers must be requested in
 * ascending order.
 */
export function seekDoc(cursor: PositionCursor, doc: number): boolean {
  const { docs } = cursor.segment
  const posting = cursor.dense
    ? seekDense(cursor, cursor.dense, doc)
    : seekPosting(docs, cursor.posting, cursor.to, doc)
  cursor.posting = posting
  return posting < cursor.to && docs[posting] === doc
}

/** Returns the posting of `doc` by the bit set of a dense term, without a search. */
function seekDense({ from }: PositionCursor, dense: DenseTerm, doc: number): number {
  return from + postingRank(dense, doc)
}

/** Writes the positions of the current posting, ascending, to `target` and returns their number. */
export function readPositions(cursor: PositionCursor, target: Uint16Array): number {
  if (cursor.first_block < 0) return 0
  moveToPosting(cursor)
  return readPositionsAt(cursor.segment.positions, cursor.byte, target)
}

/** Moves `byte` to the positions of the current posting. */
function moveToPosting(cursor: PositionCursor): void {
  const { segment, from, posting, first_block } = cursor
  const block = Math.floor((posting - from) / POSITION_BLOCK)
  const start = from + block * POSITION_BLOCK
  // Positions have no fixed size, so they are skipped one posting after the other, from the start of the block or the
  // last posting read in it.
  const isNewBlock = cursor.located < start
  const first = isNewBlock ? start : cursor.located
  let byte = isNewBlock ? (segment.position_blocks[first_block + block] ?? 0) : cursor.byte
  for (let skipped = first; skipped < posting; skipped += 1) byte = positionsEnd(segment.positions, byte)
  cursor.located = posting
  cursor.byte = byte
}
