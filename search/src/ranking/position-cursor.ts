import { findPosting } from '../index/docs.ts'
import { POSITION_BLOCK, type Segment } from '../index/layout.ts'
import type { PositionWindow } from '../index/position-source.ts'
import { positionsEnd, readPositionsAt } from '../index/positions.ts'
import type { TermPostings } from '../index/terms.ts'
import { hasBit } from '../sets/bits.ts'
import { type DenseTerm, postingRank } from '../sets/dense.ts'

/** A forward cursor over the postings of one term that reads the positions of each. */
export interface PositionCursor {
  segment: Segment
  postings: TermPostings
  /** Current posting. */
  posting: number
  /** Some of the segment's positions, among them those of the posting `located`. */
  window: PositionWindow
  /** Offset in `window` of the positions of the posting `located`. */
  byte: number
  /** The posting whose positions have been located last; -1 before. */
  located: number
  /** The term's bit sets, when it has many papers. */
  dense: DenseTerm | null
}

const NO_POSITIONS: PositionWindow = { start: 0, bytes: new Uint8Array() }

/** Creates a cursor at the first posting of a term. */
export function openPositions(
  segment: Segment,
  postings: TermPostings,
  dense: DenseTerm | null,
): PositionCursor {
  return { segment, postings, posting: postings.from, window: NO_POSITIONS, byte: 0, located: -1, dense }
}

/**
 * Moves to the posting of `doc`; returns false when the paper does not contain the term. Papers must be requested in
 * ascending order.
 */
export function seekDoc(cursor: PositionCursor, doc: number): boolean {
  const { segment, postings, dense } = cursor
  const posting = dense ? findDense(postings, dense, doc) : findPosting(segment, postings, doc)
  if (posting >= 0) cursor.posting = posting
  return posting >= 0
}

/** Returns the posting of `doc` by the bit set of a dense term, without a search; -1 when there is none. */
const findDense = ({ from }: TermPostings, dense: DenseTerm, doc: number): number =>
  hasBit(dense.bits, doc) ? from + postingRank(dense, doc) : -1

/** Writes the positions of the current posting, ascending, to `target` and returns their number. */
export function readPositions(cursor: PositionCursor, target: Uint16Array): number {
  if (cursor.postings.first_block < 0) return 0
  moveToPosting(cursor)
  return readPositionsAt(cursor.window.bytes, cursor.byte, target)
}

/** Moves `byte` to the positions of the current posting. */
function moveToPosting(cursor: PositionCursor): void {
  const { posting, postings } = cursor
  const { from } = postings
  const block = Math.floor((posting - from) / POSITION_BLOCK)
  const start = from + block * POSITION_BLOCK
  // Positions have no fixed size, so they are skipped one posting after the other, from the start of the block or the
  // last posting read in it.
  const isNewBlock = cursor.located < start
  const first = isNewBlock ? start : cursor.located
  let byte = isNewBlock ? moveToBlock(cursor, block) : cursor.byte
  const { bytes } = cursor.window
  for (let skipped = first; skipped < posting; skipped += 1) byte = positionsEnd(bytes, byte)
  cursor.located = posting
  cursor.byte = byte
}

/** Number of bytes that are read at once from a file, as the next blocks of a term are often needed too. */
const READ_AHEAD_BYTES = 8192

/** Makes the window contain a block of the term and returns its offset there. */
function moveToBlock(cursor: PositionCursor, block: number): number {
  const { position_blocks, positions } = cursor.segment
  const { from, to, first_block } = cursor.postings
  const blockStart = (at: number) => position_blocks[first_block + at] ?? positions.length
  const [start, end] = [blockStart(block), blockStart(block + 1)]
  const { window } = cursor
  if (start < window.start || end > window.start + window.bytes.length) {
    const termEnd = blockStart(Math.ceil((to - from) / POSITION_BLOCK))
    cursor.window = positions.window(start, Math.max(end, Math.min(termEnd, start + READ_AHEAD_BYTES)))
  }
  return start - cursor.window.start
}
