import { BLOCK_ENTRIES, POSITION_BLOCK, type Segment, TERM_BLOCK } from './layout.ts'
import { MIXED_MASK } from './masks.ts'
import { MAX_TERM_BYTES, readUtf8 } from './utf8.ts'

/** Reads the terms of a segment in their order, each with its postings. */
export interface TermCursor {
  segment: Segment
  /** The term's number, -1 before the first. */
  term: number
  /** The term's bytes. */
  bytes: Uint8Array
  length: number
  /** Its first posting and the one behind its last. */
  from: number
  to: number
  /** Its first entry in `position_blocks`; -1 where it has no positions. */
  blocks: number
  /** Where the mask of its first posting is in `masks`. */
  masks: number
  /** The one of all its postings, or DIFFERENT. */
  mask: number
  next_byte: number
  next_block: number
  next_mask: number
}

/** A cursor before the first term of a block; `advance` goes to it. */
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

/** Goes to the next term; false behind the last one. */
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

/** How many papers have the term, whether they know its positions, and in which fields. */
function readTermEntry(cursor: TermCursor, at: number): void {
  const { dict_bytes, mask_runs } = cursor.segment
  let value = 0
  let shift = 0
  let byte = at
  for (; (dict_bytes[byte] ?? 0) > 127; byte += 1, shift += 7)
    value |= ((dict_bytes[byte] ?? 0) & 127) << shift
  value |= (dict_bytes[byte] ?? 0) << shift
  const papers = value >>> 2
  const placed = (value & 1) === 1
  cursor.mask = (value & 2) === 0 ? MIXED_MASK : (dict_bytes[byte + 1] ?? 0)
  const isOne = cursor.mask !== MIXED_MASK
  cursor.next_byte = byte + (isOne ? 2 : 1)
  cursor.masks = isOne ? (mask_runs[cursor.mask] ?? 0) : cursor.next_mask
  if (!isOne) cursor.next_mask += papers
  cursor.to = cursor.from + papers
  cursor.blocks = placed ? cursor.next_block : -1
  if (placed) cursor.next_block += Math.ceil(papers / POSITION_BLOCK)
}

/** A cursor at the first term that is not before the first `length` bytes of `key`; its `term` is the count if none is. */
export function seekTerm(segment: Segment, key: Uint8Array, length: number): TermCursor {
  const blocks = Math.ceil(segment.head.term_count / TERM_BLOCK)
  let low = 0
  let high = blocks
  // The last block whose first term is not behind the key.
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (compareFirst(segment, middle, key, length) <= 0) low = middle
    else high = middle
  }
  const cursor = cursorAt(segment, low)
  while (advanceCursor(cursor) && compareBytes(cursor.bytes, 0, cursor.length, key, length) < 0);
  return cursor
}

function compareFirst(
  { dict_bytes, dict_blocks }: Segment,
  block: number,
  key: Uint8Array,
  length: number,
): number {
  const at = dict_blocks[block * BLOCK_ENTRIES] ?? 0
  return compareBytes(dict_bytes, at + 2, dict_bytes[at + 1] ?? 0, key, length)
}

function compareBytes(a: Uint8Array, from: number, lengthA: number, b: Uint8Array, lengthB: number): number {
  const shared = Math.min(lengthA, lengthB)
  for (let at = 0; at < shared; at += 1) {
    const difference = (a[from + at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}

/** The term at the cursor as text. */
export const cursorText = ({ bytes, length }: TermCursor) => readUtf8(bytes, 0, length)

/** Whether the cursor's term begins with the first `length` bytes of `key`. */
export function beginsWith(cursor: TermCursor, key: Uint8Array, length: number): boolean {
  if (cursor.length < length) return false
  for (let at = 0; at < length; at += 1) if (cursor.bytes[at] !== key[at]) return false
  return true
}
