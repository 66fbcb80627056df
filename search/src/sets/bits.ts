import { MAX_DOCS, type Segment } from '../index/layout.ts'
import { clearNumbers, ownKernels } from '../kernels/kernels.ts'
import { allocateOwn, byteAddress, type OwnArray } from '../kernels/own.ts'

/** A set of papers of a segment, with one bit per paper: paper d is bit d mod 32 of word ⌊d / 32⌋. */
export type Bits = OwnArray<Uint32Array>
/** Numbers of papers of a segment, ascending; a second number states how many of the entries are valid. */
export type Docs = OwnArray<Uint16Array>

/** Number of words of a set for a segment of the greatest size. */
const SET_WORDS = MAX_DOCS / 32
/** Released sets. */
const freeSets: Bits[] = []

/** Returns an empty set, reusing a released one. */
export function takeBits(): Bits {
  const bits = freeSets.pop()
  if (bits) clearNumbers(bits)
  return bits ?? allocateOwn(Uint32Array, SET_WORDS)
}

/** Releases a set for reuse; it must not be used afterwards. */
export function releaseBits(bits: Bits): void {
  freeSets.push(bits)
}

/** Number of additional entries of a list, which kernels may overwrite. */
const OVERRUN_ENTRIES = 8

/** Allocates a list for all papers of a segment. */
export const createDocs = (): Docs => allocateOwn(Uint16Array, MAX_DOCS + OVERRUN_ENTRIES)

/** Number of values of a byte. */
const BYTE_VALUES = 256
/** For each byte, the numbers of its set bits (0–7), ascending and padded to eight entries: 0b101 is 0, 2, … */
const setBitsByByte = allocateOwn(Uint16Array, BYTE_VALUES * 8)
for (let byte = 0; byte < BYTE_VALUES; byte += 1) {
  const setBits = Array.from({ length: 8 }, (_, bit) => bit).filter((bit) => (byte & (1 << bit)) !== 0)
  setBitsByByte.set(setBits, byte * 8)
}

/** Adds a paper to a set. */
export function setBit(bits: Bits, doc: number): void {
  bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
}

/** Returns whether a set contains a paper. */
export function hasBit(bits: Bits, doc: number): boolean {
  return (((bits[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
}

/** Removes the papers that are not in another set, which may be shorter: any multiple of 16 bytes. */
export function andWith(bits: Bits, other: Bits): void {
  ownKernels.and(byteAddress(bits), byteAddress(bits, other.length), byteAddress(other))
  if (other.length < bits.length) clearNumbers(bits, other.length)
}

/** Adds the papers of another set, which may be shorter: any multiple of 16 bytes. */
export function orWith(bits: Bits, other: Bits): void {
  ownKernels.or(byteAddress(bits), byteAddress(bits, other.length), byteAddress(other))
}

/** Removes the papers of another set, which may be shorter: any multiple of 16 bytes. */
export function subtractBits(bits: Bits, other: Bits): void {
  ownKernels.without(byteAddress(bits), byteAddress(bits, other.length), byteAddress(other))
}

/** Removes the deleted papers of a segment. */
export function subtractDeleted(bits: Bits, { deleted, kernels }: Segment): void {
  kernels.without_gone(byteAddress(bits), byteAddress(bits, deleted.length), byteAddress(deleted))
}

/** Adds the first `count` papers of the segment to an empty set. */
export function setFirst(bits: Bits, count: number): void {
  const fullWords = count >>> 5
  ownKernels.fill(byteAddress(bits), fullWords * bits.BYTES_PER_ELEMENT, 0xff)
  if ((count & 31) !== 0) bits[fullWords] = (bits[fullWords] ?? 0) | ((1 << (count & 31)) - 1)
}

/** Writes the papers of a set to `target` (see `createDocs`), ascending, and returns their number. */
export function listBits(bits: Bits, target: Docs): number {
  const end = ownKernels.list(
    byteAddress(bits),
    bitsEnd(bits),
    byteAddress(setBitsByByte),
    byteAddress(target),
  )
  return (end - byteAddress(target)) / target.BYTES_PER_ELEMENT
}

/** Returns the number of papers in a set. */
export function countBits(bits: Bits): number {
  return ownKernels.count(byteAddress(bits), bitsEnd(bits))
}

/** Returns the number of papers in both sets; `other` is at least as long as `bits`. */
export function countBoth(bits: Bits, other: Bits): number {
  return ownKernels.count_both(byteAddress(bits), bitsEnd(bits), byteAddress(other))
}

/** Returns the union of two sets as a new set. */
export function unionOf(a: Bits, b: Bits): Bits {
  const both = takeBits()
  both.set(a)
  orWith(both, b)
  return both
}

/** Returns the address behind the last byte of a set. */
const bitsEnd = (bits: Bits) => byteAddress(bits, bits.length)
