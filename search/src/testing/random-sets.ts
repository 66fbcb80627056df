import { MAX_DOCS } from '../index/layout.ts'
import type { Random } from './random.ts'

const SET_WORDS = MAX_DOCS / 32

/** Lengths near those at which loops over several entries at once leave a remainder. */
export const SAMPLE_LENGTHS = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 100, 1000] as const

const ALL_BITS = 0xffff_ffff

/** Returns a set of papers: none, all, the first and the last, few, many, or full words next to empty ones. */
export function randomBits(random: Random, words = SET_WORDS): Uint32Array {
  const bits = new Uint32Array(words)
  const word = () => random.below(2 ** 32)
  const fillings = [
    () => 0,
    () => ALL_BITS,
    (at: number) => (at === 0 ? 1 : at === words - 1 ? 0x8000_0000 : 0),
    () => (random.once(30) ? 1 << random.below(32) : 0),
    word,
    () => word() | word() | word(),
    () => random.pick([0, 0, 0, ALL_BITS, 1, 0x8000_0000, word()]),
  ] as const
  const filling = random.pick(fillings)
  return bits.map((_, at) => filling(at))
}

/** Returns ascending paper numbers below `limit`, often including the first and the last possible one. */
export function randomDocs(
  random: Random,
  length: number = random.pick(SAMPLE_LENGTHS),
  limit = MAX_DOCS,
): Uint16Array {
  const docs = new Set<number>()
  if (length > 0 && random.once(3)) docs.add(0)
  if (docs.size < length && random.once(3)) docs.add(limit - 1)
  while (docs.size < Math.min(length, limit)) docs.add(random.below(limit))
  return Uint16Array.from([...docs].sort((a, b) => a - b))
}

/** Returns the papers of a set, ascending. */
export function listDocs(bits: Uint32Array): Uint16Array {
  const docs: number[] = []
  for (let doc = 0; doc < bits.length * 32; doc += 1) if (hasDoc(bits, doc)) docs.push(doc)
  return Uint16Array.from(docs)
}

export function hasDoc(bits: Uint32Array, doc: number): boolean {
  return (((bits[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
}

export function addDoc(bits: Uint32Array, doc: number): void {
  bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
}
