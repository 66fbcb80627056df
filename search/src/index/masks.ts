import { byteAddress } from '../kernels/own.ts'
import { type GrowableArray, reserveRoom, writeVarint } from './growable-array.ts'
import { MAX_DOCS, type Segment } from './layout.ts'
import { popCount } from './pop-count.ts'

/*
 * The field masks of a term's postings in `masks`, the section of a segment. Where all are equal, the one mask is in
 * the dictionary and there is nothing here. Otherwise:
 *
 * | bytes           | content                                                                                    |
 * | --------------- | ------------------------------------------------------------------------------------------ |
 * | LEB128          | the set of the masks that occur: mask m, which is less than 32, is bit m − 1, and 0 bit 31 |
 * | ⌈n · width / 8⌉ | for each of the n postings the index of its mask in the set, in `width` bits, lowest first |
 *
 * `width` is 1 for two masks, 2 for three or four, 4 for up to 16, else 8. The set takes one byte for words of titles,
 * abstracts and keywords. Example: the masks 1, 3, 1, 7 are the set 0b100_0101, then 0b10_00_01_00.
 */

/** Marks a term whose postings have different masks. */
export const MIXED_MASK = -1
/** Maximum length of a set of masks in LEB128. */
const MAX_SET_BYTES = 5
/** Number of values of a mask. */
const MASK_VALUES = 32
/** By mask, its code in the term that is being written. */
const codeOf = new Uint8Array(MASK_VALUES)

/**
 * Appends the first `count` entries of `masks`, those of a term, to the section and returns MIXED_MASK; if they are all
 * equal, appends nothing and returns the one mask.
 */
export function writeMasks(masks: Uint8Array, count: number, section: GrowableArray<Uint8Array>): number {
  let set = 0
  for (let posting = 0; posting < count; posting += 1) set |= 1 << maskBit(masks[posting] ?? 0)
  if (popCount(set) < 2) return masks[0] ?? 0
  numberMasks(set)
  const width = codeWidth(set)
  const bytes = codesBytes(count, width)
  reserveRoom(section, MAX_SET_BYTES + bytes)
  const { array, length } = section
  const codes = writeVarint(array, length, set >>> 0)
  // The codes are added to bytes that may have been used before.
  array.fill(0, codes, codes + bytes)
  for (let posting = 0; posting < count; posting += 1) {
    const bit = posting * width
    const code = codeOf[masks[posting] ?? 0] ?? 0
    array[codes + (bit >>> 3)] = (array[codes + (bit >>> 3)] ?? 0) | (code << (bit & 7))
  }
  section.length = codes + bytes
  return MIXED_MASK
}

/** Returns the bit of a mask in a set. */
const maskBit = (mask: number) => (mask + MASK_VALUES - 1) & (MASK_VALUES - 1)

/** Fills `codeOf` with the indexes of the masks of a set. */
function numberMasks(set: number): void {
  let code = 0
  for (let rest = set; rest !== 0; rest &= rest - 1, code += 1) codeOf[bitMask(lowestBit(rest))] = code
}

/** Returns the mask of a bit in a set. */
const bitMask = (bit: number) => (bit + 1) & (MASK_VALUES - 1)

/** Returns the index of the lowest set bit of a word that has one. */
const lowestBit = (word: number) => 31 - Math.clz32(word & -word)

/** Returns the number of bits, 1, 2, 4 or 8, that can tell the masks of a set apart. */
function codeWidth(set: number): number {
  const masks = popCount(set)
  if (masks <= 4) return masks <= 2 ? 1 : 2
  return masks <= 16 ? 4 : 8
}

/** Returns the number of bytes that the codes of `papers` postings take. */
const codesBytes = (papers: number, width: number) => (papers * width + 7) >>> 3

/** Where the codes of the term begin whose masks were read last by `readSet`. */
let codesStart = 0

/** Returns the offset behind a term's masks, which begin at `start`. */
export function masksEnd(masks: Uint8Array, start: number, papers: number): number {
  const width = codeWidth(readSet(masks, start))
  return codesStart + codesBytes(papers, width)
}

/** Returns the set of the masks of a term, which begin at `start`, and sets `codesStart`. */
function readSet(masks: Uint8Array, start: number): number {
  let set = 0
  let shift = 0
  let at = start
  for (; (masks[at] ?? 0) > 127; at += 1, shift += 7) set |= ((masks[at] ?? 0) & 127) << shift
  codesStart = at + 1
  return set | ((masks[at] ?? 0) << shift)
}

/** Where the masks of a term are; see `TermPostings`. */
interface MasksPlace {
  from: number
  /** Mask of all its postings; MIXED_MASK if they differ. */
  common_mask: number
  /** With MIXED_MASK: offset of its masks in `masks`. */
  first_mask: number
}

/** Returns the field mask of one of a term's postings, `at` from `from` up to, not including, `to`. */
export function maskAt({ masks }: Pick<Segment, 'masks'>, place: MasksPlace, at: number): number {
  if (place.common_mask !== MIXED_MASK) return place.common_mask
  const set = readSet(masks, place.first_mask)
  const width = codeWidth(set)
  const bit = (at - place.from) * width
  const byte = masks[codesStart + (bit >>> 3)] ?? 0
  return maskOfCode(set, (byte >>> (bit & 7)) & ((1 << width) - 1))
}

/** Returns the mask with an index in a set. */
function maskOfCode(set: number, code: number): number {
  let rest = set
  for (let index = 0; index < code; index += 1) rest &= rest - 1
  return bitMask(lowestBit(rest))
}

/** By code, its mask in the term that is being read. */
const maskOf = new Uint8Array(MASK_VALUES)
/** What `readMasks` returns. */
const readBuffer = new Uint8Array(MAX_DOCS)

/**
 * Reads the masks of a term's postings and returns them at the beginning of a buffer of this thread, which the next call
 * overwrites.
 */
export function readMasks({ masks }: Pick<Segment, 'masks'>, place: MasksPlace & { to: number }): Uint8Array {
  const { from, to, common_mask, first_mask } = place
  const papers = to - from
  if (common_mask !== MIXED_MASK) {
    for (let posting = 0; posting < papers; posting += 1) readBuffer[posting] = common_mask
    return readBuffer
  }
  const set = readSet(masks, first_mask)
  const width = codeWidth(set)
  for (let rest = set, code = 0; rest !== 0; rest &= rest - 1, code += 1)
    maskOf[code] = bitMask(lowestBit(rest))
  for (let posting = 0; posting < papers; posting += 1) {
    const bit = posting * width
    const byte = masks[codesStart + (bit >>> 3)] ?? 0
    readBuffer[posting] = maskOf[(byte >>> (bit & 7)) & ((1 << width) - 1)] ?? 0
  }
  return readBuffer
}

/** The masks of a term as kernels test them. */
interface MaskCodes {
  /** Address of the codes. */
  codes: number
  /** Number of bits of a code; 0 for a term whose postings all have the same mask, as whose code 0 is read. */
  width: number
  /** By code, a bit: whether its mask has a bit of the wanted one. */
  wanted: number
}

/** Returns the masks of a term for a test of whether they have a bit of `mask`. */
export function maskCodes(
  { masks }: Pick<Segment, 'masks'>,
  { common_mask, first_mask }: MasksPlace,
  mask: number,
): MaskCodes {
  if (common_mask !== MIXED_MASK) return { codes: 0, width: 0, wanted: (common_mask & mask) === 0 ? 0 : 1 }
  const set = readSet(masks, first_mask)
  let wanted = 0
  let code = 0
  for (let rest = set; rest !== 0; rest &= rest - 1, code += 1)
    if ((bitMask(lowestBit(rest)) & mask) !== 0) wanted |= 1 << code
  return { codes: byteAddress(masks, codesStart), width: codeWidth(set), wanted }
}
