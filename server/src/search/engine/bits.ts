import { MOST_DOCS } from '../segment/layout.ts'

/** One bit a paper of a segment. */
export type Bits = Uint32Array

const WORDS = MOST_DOCS / 32
const free: Bits[] = []

/** A set without papers, from those that were given back. */
export function takeBits(): Bits {
  return free.pop()?.fill(0) ?? new Uint32Array(WORDS)
}

export function giveBack(bits: Bits): void {
  free.push(bits)
}

export function setBit(bits: Bits, doc: number): void {
  bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
}

export function hasBit(bits: Bits, doc: number): boolean {
  return (((bits[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
}

/** Leaves what is in both; a set may end where its segment does. */
export function andWith(bits: Bits, other: Bits): void {
  for (let at = 0; at < other.length; at += 1) bits[at] = (bits[at] ?? 0) & (other[at] ?? 0)
  bits.fill(0, other.length)
}

export function orWith(bits: Bits, other: Bits): void {
  for (let at = 0; at < other.length; at += 1) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0)
}

export function without(bits: Bits, other: Bits): void {
  for (let at = 0; at < other.length; at += 1) bits[at] = (bits[at] ?? 0) & ~(other[at] ?? 0)
}

export function setFirst(bits: Bits, count: number): void {
  const whole = count >>> 5
  bits.fill(0xffffffff, 0, whole)
  if ((count & 31) !== 0) bits[whole] = (bits[whole] ?? 0) | ((1 << (count & 31)) - 1)
}

/** Writes the papers of a set into `into`, ascending; answers how many. */
export function listBits(bits: Bits, into: Uint16Array): number {
  let count = 0
  for (let at = 0; at < bits.length; at += 1) {
    let word = (bits[at] ?? 0) | 0
    while (word !== 0) {
      const low = word & -word
      into[count] = (at << 5) + 31 - Math.clz32(low)
      count += 1
      word ^= low
    }
  }
  return count
}

/** How many papers a set has. */
export function countBits(bits: Bits): number {
  let count = 0
  for (let at = 0; at < bits.length; at += 1) count += ones(bits[at] ?? 0)
  return count
}

/** How many papers are in both sets. */
export function countBoth(bits: Bits, other: Bits): number {
  let count = 0
  for (let at = 0; at < bits.length; at += 1) count += ones((bits[at] ?? 0) & (other[at] ?? 0))
  return count
}

/** How many bits of a word are set; added in pairs, fours and bytes. */
export function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
