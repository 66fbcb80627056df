import { FLAG_BITS, ONE_MASK_FLAG, PLACED_FLAG } from './dictionary.ts'
import { BLOCK_ENTRIES, POSITION_BLOCK, type Segment, TERM_BLOCK } from './layout.ts'
import { MIXED_MASK } from './masks.ts'
import { MAX_TERM_BYTES, readUtf8 } from './utf8.ts'

/** Reads the terms of a segment in order, each with its postings. */
export interface TermCursor {
  segment: Segment
  /** Number of the term, -1 before the first. */
  term: number
  /** The term is the first `length` of these bytes. */
  bytes: Uint8Array
  length: number
  /** First posting, and the one behind the last. */
  from: number
  to: number
  /** First entry in `position_blocks`; -1 for a term without positions. */
  blocks: number
  /** Index of the mask of its first posting in `masks`. */
  masks: number
  /** Mask of all its postings, or MIXED_MASK. */
  mask: number
  /** Offset of the entry of the next term in `dict_bytes`. */
  next_byte: number
  /** Its first entry in `position_blocks`, if it has positions. */
  next_block: number
  /** Its first entry in `masks`, if its postings have different masks. */
  next_mask: number
}

/** Returns a cursor before the first term of a block of the dictionary; `advanceCursor` moves it to this term. */
export function cursorAt(segment: Segment, block: number): TermCursor {
  const { dict_blocks } = segment
  const entry = block * BLOCK_ENTRIES
  const first = dict_blocks[entry + 1] ?? 0
  return {
    segment,
    term: block * TERM_BLOCK - 1,
    bytes: new Uint8Array(MAX_TERM_BYTES),
    length: 0,
    from: first,
    to: first,
    blocks: -1,
    masks: 0,
    mask: MIXED_MASK,
    next_byte: dict_blocks[entry] ?? 0,
    next_block: dict_blocks[entry + 2] ?? 0,
    next_mask: dict_blocks[entry + 3] ?? 0,
  }
}

/** Moves to the next term; returns false behind the last one. */
export function advanceCursor(cursor: TermCursor): boolean {
  const { segment, bytes } = cursor
  cursor.term += 1
  cursor.from = cursor.to
  if (cursor.term >= segment.head.term_count) return false
  const { dict_bytes } = segment
  let at = cursor.next_byte
  const shared = dict_bytes[at] ?? 0
  const end = at + 2 + (dict_bytes[at + 1] ?? 0)
  cursor.length = shared
  for (at += 2; at < end; at += 1) {
    bytes[cursor.length] = dict_bytes[at] ?? 0
    cursor.length += 1
  }
  readTermEntry(cursor, at)
  return true
}

/** Reads the number of papers of a term, whether it has positions, and its mask. */
function readTermEntry(cursor: TermCursor, at: number): void {
  const { dict_bytes, mask_runs } = cursor.segment
  let value = 0
  let shift = 0
  let byte = at
  for (; (dict_bytes[byte] ?? 0) > 127; byte += 1, shift += 7)
    value |= ((dict_bytes[byte] ?? 0) & 127) << shift
  value |= (dict_bytes[byte] ?? 0) << shift
  const papers = value >>> FLAG_BITS
  const placed = (value & PLACED_FLAG) !== 0
  cursor.mask = (value & ONE_MASK_FLAG) === 0 ? MIXED_MASK : (dict_bytes[byte + 1] ?? 0)
  const hasOneMask = cursor.mask !== MIXED_MASK
  cursor.next_byte = byte + (hasOneMask ? 2 : 1)
  cursor.masks = hasOneMask ? (mask_runs[cursor.mask] ?? 0) : cursor.next_mask
  if (!hasOneMask) cursor.next_mask += papers
  cursor.to = cursor.from + papers
  cursor.blocks = placed ? cursor.next_block : -1
  if (placed) cursor.next_block += Math.ceil(papers / POSITION_BLOCK)
}

/**
 * Returns a cursor at the first term not less than the first `length` bytes of `key`; its `term` is the number of terms
 * if there is none.
 */
export function seekTerm(segment: Segment, key: Uint8Array, length: number): TermCursor {
  const blocks = Math.ceil(segment.head.term_count / TERM_BLOCK)
  let low = 0
  let high = blocks
  // Finds the last block whose first term is not greater than the key.
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (compareFirst(segment, middle, key, length) <= 0) low = middle
    else high = middle
  }
  const cursor = cursorAt(segment, low)
  while (advanceCursor(cursor) && compareBytes(cursor.bytes, 0, cursor.length, key, length) < 0);
  return cursor
}

/** Compares the first term of a block with a key: negative, zero or positive. */
function compareFirst(
  { dict_bytes, dict_blocks }: Segment,
  block: number,
  key: Uint8Array,
  length: number,
): number {
  const at = dict_blocks[block * BLOCK_ENTRIES] ?? 0
  return compareBytes(dict_bytes, at + 2, dict_bytes[at + 1] ?? 0, key, length)
}

/**
 * Compares `lengthA` bytes of `a` from `from` on with the first `lengthB` of `b`, as unsigned numbers; a prefix comes
 * first. Returns a negative number, zero or a positive number.
 */
function compareBytes(a: Uint8Array, from: number, lengthA: number, b: Uint8Array, lengthB: number): number {
  const shared = Math.min(lengthA, lengthB)
  for (let at = 0; at < shared; at += 1) {
    const difference = (a[from + at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}

/** Returns the term at the cursor as text. */
export const cursorText = ({ bytes, length }: TermCursor) => readUtf8(bytes, 0, length)

/** Returns whether the cursor's term begins with the first `length` bytes of `key`. */
export function beginsWith(cursor: TermCursor, key: Uint8Array, length: number): boolean {
  if (cursor.length < length) return false
  for (let at = 0; at < length; at += 1) if (cursor.bytes[at] !== key[at]) return false
  return true
}
