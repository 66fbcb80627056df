import {
  FLAG_BITS,
  HAS_POSITIONS_FLAG,
  LENGTH_BITS,
  LONG_LENGTH,
  MASK_BITS,
  ONE_MASK_FLAG,
} from './dictionary.ts'
import { docsBytes } from './docs.ts'
import { ANY_MASK, BLOCK_ENTRIES, POSITION_BLOCK, type Segment, TERM_BLOCK } from './layout.ts'
import { MIXED_MASK, masksEnd } from './masks.ts'
import { MAX_TERM_BYTES, readUtf8 } from './utf8.ts'

// `DictionaryWriter` describes an entry of `dict_bytes`. Where the postings, papers, position blocks and masks of a term
// begin is not stored in its entry: a cursor adds up their sizes for the terms before it, from the start of the block on.

/** Reads the terms of a segment in order, each with its postings. */
export interface TermCursor {
  segment: Segment
  /** Number of the term from 0; one less than that of the first term until `advanceCursor` is called. */
  term: number
  /** The term in UTF-8 is the first `length` of these bytes. */
  bytes: Uint8Array
  length: number
  /** Its postings: indexes in `impacts`, `from` inclusive, `to` exclusive. */
  from: number
  to: number
  /** Offset of its papers in `docs`, see docs.ts. */
  first_doc: number
  /** Index in `position_blocks` of its first block of positions; -1 for a term without positions. */
  first_block: number
  /** Field mask of all its postings; MIXED_MASK if they differ. */
  common_mask: number
  /** With MIXED_MASK: offset of its masks in `masks`, see masks.ts. */
  first_mask: number
  /** Offset of the entry of the next term in `dict_bytes`. */
  next_byte: number
  /** Offset in `docs` for the next term. */
  next_doc: number
  /** Index in `position_blocks` for the next term that has positions. */
  next_block: number
  /** Offset in `masks` for the next term whose postings have different masks. */
  next_mask: number
}

/** Returns a cursor before the first term of a block of the dictionary; `advanceCursor` moves it to this term. */
export function cursorAt(segment: Segment, block: number): TermCursor {
  const { dict_blocks } = segment
  // The entries of a block: its first byte in `dict_bytes`, then `TermStarts` of its first term.
  const entry = block * BLOCK_ENTRIES
  const firstPosting = dict_blocks[entry + 1] ?? 0
  return {
    segment,
    term: block * TERM_BLOCK - 1,
    bytes: new Uint8Array(MAX_TERM_BYTES),
    length: 0,
    from: firstPosting,
    to: firstPosting,
    first_doc: 0,
    first_block: -1,
    common_mask: MIXED_MASK,
    first_mask: 0,
    next_byte: dict_blocks[entry] ?? 0,
    next_doc: dict_blocks[entry + 2] ?? 0,
    next_block: dict_blocks[entry + 3] ?? 0,
    next_mask: dict_blocks[entry + 4] ?? 0,
  }
}

/**
 * Moves to the next term; returns false behind the last one. The shared bytes are still in `bytes` from the previous
 * term.
 */
export function advanceCursor(cursor: TermCursor): boolean {
  const { segment, bytes } = cursor
  cursor.term += 1
  cursor.from = cursor.to
  if (cursor.term >= segment.head.term_count) return false
  const { dict_bytes } = segment
  let at = cursor.next_byte + 1
  const lengths = dict_bytes[cursor.next_byte] ?? 0
  cursor.length = lengths >>> LENGTH_BITS
  if (cursor.length === LONG_LENGTH) {
    cursor.length = dict_bytes[at] ?? 0
    at += 1
  }
  let rest = lengths & LONG_LENGTH
  if (rest === LONG_LENGTH) {
    rest = dict_bytes[at] ?? 0
    at += 1
  }
  for (const end = at + rest; at < end; at += 1) {
    bytes[cursor.length] = dict_bytes[at] ?? 0
    cursor.length += 1
  }
  readPostingsEntry(cursor, at)
  return true
}

/** Reads the rest of an entry, behind the bytes of its term: the number of papers with its flags, and the mask. */
function readPostingsEntry(cursor: TermCursor, at: number): void {
  const { dict_bytes, masks, head } = cursor.segment
  let value = 0
  let shift = 0
  let byte = at
  for (; (dict_bytes[byte] ?? 0) > 127; byte += 1, shift += 7)
    value |= ((dict_bytes[byte] ?? 0) & 127) << shift
  value |= (dict_bytes[byte] ?? 0) << shift
  const hasPositions = (value & HAS_POSITIONS_FLAG) !== 0
  const hasOneMask = (value & ONE_MASK_FLAG) !== 0
  const papers = 1 + (value >>> (hasOneMask ? FLAG_BITS + MASK_BITS : FLAG_BITS))
  cursor.common_mask = hasOneMask ? (value >>> FLAG_BITS) & ANY_MASK : MIXED_MASK
  cursor.next_byte = byte + 1
  cursor.first_mask = cursor.next_mask
  if (!hasOneMask) cursor.next_mask = masksEnd(masks, cursor.next_mask, papers)
  cursor.to = cursor.from + papers
  cursor.first_doc = cursor.next_doc
  cursor.next_doc += docsBytes(papers, head.doc_count)
  cursor.first_block = hasPositions ? cursor.next_block : -1
  if (hasPositions) cursor.next_block += Math.ceil(papers / POSITION_BLOCK)
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

/** Compares the first term of a block, which is stored whole, with a key: negative, zero or positive. */
function compareFirst(
  { dict_bytes, dict_blocks }: Segment,
  block: number,
  key: Uint8Array,
  length: number,
): number {
  const at = dict_blocks[block * BLOCK_ENTRIES] ?? 0
  const rest = dict_bytes[at] ?? 0
  return rest === LONG_LENGTH
    ? compareBytes(dict_bytes, at + 2, dict_bytes[at + 1] ?? 0, key, length)
    : compareBytes(dict_bytes, at + 1, rest, key, length)
}

/**
 * Compares `lengthA` bytes of `a` from `from` on with the first `lengthB` of `b`, as unsigned numbers; a prefix comes
 * first. Returns a negative number, zero or a positive number.
 */
export function compareBytes(
  a: Uint8Array,
  from: number,
  lengthA: number,
  b: Uint8Array,
  lengthB: number,
): number {
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
