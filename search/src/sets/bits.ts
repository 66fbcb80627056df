import { MOST_DOCS, type Segment } from '../index/layout.ts'
import { clear, ownKernels } from '../kernels/kernels.ts'
import { addressOf, type Own, own } from '../kernels/own.ts'

/** One bit a paper of a segment. */
export type Bits = Own<Uint32Array>
/** Numbers of papers of a segment, ascending. */
export type Docs = Own<Uint16Array>

const WORDS = MOST_DOCS / 32
const free: Bits[] = []

/** A set without papers, from those that were given back. */
export function takeBits(): Bits {
  const bits = free.pop()
  if (bits) clear(bits)
  return bits ?? own(Uint32Array, WORDS)
}

export function giveBack(bits: Bits): void {
  free.push(bits)
}

/** Kernels write up to eight numbers more than are used. */
const SLACK = 8

/** Room for the papers of a segment. */
export const createDocs = (): Docs => own(Uint16Array, MOST_DOCS + SLACK)

/** For each byte the places of its bits, eight numbers. */
const places = own(Uint16Array, 256 * 8)
for (let byte = 0; byte < 256; byte += 1) {
  const set = Array.from({ length: 8 }, (_, bit) => bit).filter((bit) => (byte & (1 << bit)) !== 0)
  places.set(set, byte * 8)
}

export function setBit(bits: Bits, doc: number): void {
  bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
}

export function hasBit(bits: Bits, doc: number): boolean {
  return (((bits[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
}

/** Leaves what is in both; a set may end where its segment does, behind a whole number of 16 bytes. */
export function andWith(bits: Bits, other: Bits): void {
  ownKernels.and(addressOf(bits), addressOf(bits, other.length), addressOf(other))
  if (other.length < bits.length) clear(bits, other.length)
}

export function orWith(bits: Bits, other: Bits): void {
  ownKernels.or(addressOf(bits), addressOf(bits, other.length), addressOf(other))
}

export function without(bits: Bits, other: Bits): void {
  ownKernels.without(addressOf(bits), addressOf(bits, other.length), addressOf(other))
}

/** Leaves out the papers of a segment that are gone. */
export function withoutGone(bits: Bits, { deleted, kernels }: Segment): void {
  kernels.without_gone(addressOf(bits), addressOf(bits, deleted.length), addressOf(deleted))
}

export function setFirst(bits: Bits, count: number): void {
  const whole = count >>> 5
  ownKernels.fill(addressOf(bits), whole * bits.BYTES_PER_ELEMENT, 0xff)
  if ((count & 31) !== 0) bits[whole] = (bits[whole] ?? 0) | ((1 << (count & 31)) - 1)
}

/** Writes the papers of a set into `into`, ascending; answers how many. */
export function listBits(bits: Bits, into: Docs): number {
  const end = ownKernels.list(addressOf(bits), endOf(bits), addressOf(places), addressOf(into))
  return (end - addressOf(into)) / into.BYTES_PER_ELEMENT
}

/** How many papers a set has. */
export function countBits(bits: Bits): number {
  return ownKernels.count(addressOf(bits), endOf(bits))
}

/** How many papers are in both sets. */
export function countBoth(bits: Bits, other: Bits): number {
  return ownKernels.count_both(addressOf(bits), endOf(bits), addressOf(other))
}

const endOf = (bits: Bits) => addressOf(bits, bits.length)

/** How many bits of a word are set; added in pairs, fours and bytes. */
export function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
