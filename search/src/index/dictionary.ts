import {
  filledPart,
  type GrowableArray,
  growable8,
  growable32,
  push,
  reserveRoom,
  writeVarint,
} from './growable-array.ts'
import { TERM_BLOCK } from './layout.ts'
import { MIXED_MASK } from './masks.ts'
import { MAX_TERM_BYTES } from './utf8.ts'

/**
 * Writes terms in byte order with prefix compression. An entry consists of
 *
 * | bytes     | content                                                                                        |
 * | --------- | ---------------------------------------------------------------------------------------------- |
 * | 1         | in four bits each, the higher ones first: number of leading bytes that are those of the        |
 * |           | previous term, number of remaining bytes; `LONG_LENGTH` where it is that or more               |
 * | 0 to 2    | each number for which `LONG_LENGTH` stands                                                     |
 * | that many | the remaining bytes                                                                            |
 * | LEB128    | number of papers − 1, then in `MASK_BITS` the mask of all postings with `ONE_MASK_FLAG`, then  |
 * |           | `FLAG_BITS`: `ONE_MASK_FLAG` or 0 + `HAS_POSITIONS_FLAG` or 0                                  |
 *
 * Example: after `grape`, `graph` with positions in 3 papers, whose masks differ, is 0x41, `h`, 9 (2 · 4 + 1); if all
 * have the mask 2, it is 0x41, `h`, then 267 (2 · 128 + 2 · 4 + 3) in two bytes.
 *
 * Every `TERM_BLOCK` terms a block begins, whose first term shares no bytes. `dict_blocks` has `BLOCK_ENTRIES` numbers
 * per block: the offset of its first entry and `TermStarts` of its first term.
 */
export interface DictionaryWriter {
  /** The entries. */
  bytes: GrowableArray<Uint8Array>
  /** The offsets of each block. */
  blocks: GrowableArray<Uint32Array>
  /** Number of terms written. */
  count: number
  /** Bytes of the last term, up to `last_length`. */
  last: Uint8Array
  last_length: number
}

/** Creates an empty dictionary. */
export function createDictionary(): DictionaryWriter {
  return {
    bytes: growable8(),
    blocks: growable32(),
    count: 0,
    last: new Uint8Array(MAX_TERM_BYTES),
    last_length: 0,
  }
}

/** Stands for a length of this or more, which follows. */
export const LONG_LENGTH = 15
/** Number of bits of a length. */
export const LENGTH_BITS = 4

/** Flags in the lowest bits of an entry's number: the term has positions; all of its postings have the same mask. */
export const HAS_POSITIONS_FLAG = 1
export const ONE_MASK_FLAG = 2
/** Number of bits of the flags, and of a mask. */
export const FLAG_BITS = 2
export const MASK_BITS = 5

/** Upper bound of the size of an entry besides its term: three bytes of lengths and a LEB128 number take less. */
const MAX_ENTRY_HEAD_BYTES = 12
const MAX_ENTRY_BYTES = MAX_TERM_BYTES + MAX_ENTRY_HEAD_BYTES

/** Properties of a term's postings. */
interface TermEntry {
  papers: number
  /** Whether the term has positions. */
  hasPositions: boolean
  /** Field mask of all postings; MIXED_MASK if they differ. */
  mask: number
}

/** Where the data of a term begin in the sections: its postings, papers, positions and masks. */
interface TermStarts {
  posting: number
  doc: number
  position_block: number
  mask: number
}

/** Adds the term in the bytes `start` to `end` (exclusive) of `from`; terms are added in ascending byte order. */
export function addDictionaryTerm(
  dictionary: DictionaryWriter,
  from: Uint8Array,
  start: number,
  end: number,
  entry: TermEntry,
  starts: TermStarts,
): void {
  const isBlockStart = dictionary.count % TERM_BLOCK === 0
  if (isBlockStart) beginBlock(dictionary, starts)
  const shared = isBlockStart ? 0 : sharedPrefixLength(dictionary, from, start, end)
  reserveRoom(dictionary.bytes, MAX_ENTRY_BYTES)
  const { array, length } = dictionary.bytes
  let target = writeLengths(array, length, shared, end - start - shared)
  for (let at = start + shared; at < end; at += 1, target += 1) {
    const byte = from[at] ?? 0
    array[target] = byte
    dictionary.last[at - start] = byte
  }
  dictionary.last_length = end - start
  dictionary.bytes.length = writeTermEntry(array, target, entry)
  dictionary.count += 1
}

/** Writes the numbers of shared and of remaining bytes at `offset`, and returns their end. */
function writeLengths(bytes: Uint8Array, offset: number, shared: number, rest: number): number {
  bytes[offset] = (Math.min(shared, LONG_LENGTH) << LENGTH_BITS) | Math.min(rest, LONG_LENGTH)
  let end = offset + 1
  for (const length of [shared, rest]) {
    if (length < LONG_LENGTH) continue
    bytes[end] = length
    end += 1
  }
  return end
}

/** Writes an entry's number of papers, flags and mask at `offset`, and returns their end. */
function writeTermEntry(
  bytes: Uint8Array,
  offset: number,
  { papers, hasPositions, mask }: TermEntry,
): number {
  const positionsFlag = hasPositions ? HAS_POSITIONS_FLAG : 0
  const others = papers - 1
  const number =
    mask === MIXED_MASK
      ? (others << FLAG_BITS) | positionsFlag
      : (((others << MASK_BITS) | mask) << FLAG_BITS) | ONE_MASK_FLAG | positionsFlag
  return writeVarint(bytes, offset, number)
}

/** Records the offsets at which a block begins. */
function beginBlock({ blocks, bytes }: DictionaryWriter, starts: TermStarts): void {
  push(blocks, bytes.length)
  push(blocks, starts.posting)
  push(blocks, starts.doc)
  push(blocks, starts.position_block)
  push(blocks, starts.mask)
}

/** Returns the number of leading bytes that a term shares with the one added last. */
function sharedPrefixLength(
  { last, last_length }: DictionaryWriter,
  from: Uint8Array,
  start: number,
  end: number,
): number {
  const limit = Math.min(last_length, end - start)
  let shared = 0
  while (shared < limit && last[shared] === from[start + shared]) shared += 1
  return shared
}

/** Returns the sections of the dictionary as views of the writer's memory. */
export function finishDictionary({ bytes, blocks }: DictionaryWriter) {
  return { dict_bytes: filledPart(bytes), dict_blocks: filledPart(blocks) }
}
