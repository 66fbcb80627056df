import type { TermTable } from './term-table.ts'

/** Number of bytes of each term that are sorted per round. */
const ROUND_BYTES = 5
/** Number of bits of a key that are left for the index of the term: 64 − 5 · 8. */
const INDEX_BITS = 24
/** Largest number of terms, inclusive: about 16 million. */
const MAX_TERMS = 1 << INDEX_BITS
/** Fewer terms than this are sorted by comparison. */
const MIN_RADIX_TERMS = 24

/**
 * Returns the numbers of a table's terms in byte order. Five bytes of each term and its index form one 64-bit number;
 * these numbers are sorted natively, and terms that are still equal are sorted by their next five bytes.
 *
 * @throws RangeError for more than `MAX_TERMS` terms.
 */
export function sortTerms(table: TermTable): Uint32Array {
  if (table.count > MAX_TERMS) throw new RangeError('too many terms for one segment')
  const order = new Uint32Array(table.count).map((_, number) => number)
  const keys = new Uint32Array(table.count * 2)
  const ranges: SortRange[] = [{ from: 0, to: table.count, depth: 0 }]
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    if (range.to - range.from < MIN_RADIX_TERMS) sortFew(table, order, range)
    else sortRound(table, order, keys, range, ranges)
  }
  return order
}

/** The terms at `from` (inclusive) to `to` (exclusive) of `order`, which are still to be sorted among themselves. */
interface SortRange {
  from: number
  to: number
  /** Number of leading bytes that are equal in all of them, and already sorted by. */
  depth: number
}

/** Sorts a range by the next `ROUND_BYTES` bytes and adds to `ranges` the terms that are equal in them. */
function sortRound(
  table: TermTable,
  order: Uint32Array,
  keys: Uint32Array,
  { from, to, depth }: SortRange,
  ranges: SortRange[],
): void {
  const numbers = order.slice(from, to)
  for (let at = 0; at < numbers.length; at += 1) writeKey(table, numbers[at] ?? 0, depth, keys, at)
  new BigUint64Array(keys.buffer, 0, numbers.length).sort()
  let start = 0
  for (let at = 0; at < numbers.length; at += 1) {
    order[from + at] = numbers[(keys[at * 2] ?? 0) & (MAX_TERMS - 1)] ?? 0
    if (at + 1 < numbers.length && isSameKey(keys, at)) continue
    if (at > start) ranges.push({ from: from + start, to: from + at + 1, depth: depth + ROUND_BYTES })
    start = at + 1
  }
}

/**
 * Writes the key at index `at`, from its highest bits: the five bytes of the term after the first `depth` ones (0 for
 * those behind its end), then `at` in the lower 24 bits. The low half comes first in memory (little-endian).
 */
function writeKey(
  { bytes, starts }: TermTable,
  number: number,
  depth: number,
  keys: Uint32Array,
  at: number,
): void {
  const start = (starts.array[number] ?? 0) + depth
  const end = starts.array[number + 1] ?? 0
  const byte = (offset: number) => (start + offset < end ? (bytes.array[start + offset] ?? 0) : 0)
  keys[at * 2] = ((byte(4) << INDEX_BITS) | at) >>> 0
  keys[at * 2 + 1] = ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0
}

/** Returns whether a key and the next one have the same five bytes of their terms. */
function isSameKey(keys: Uint32Array, at: number): boolean {
  return (
    keys[at * 2 + 1] === keys[at * 2 + 3] &&
    (keys[at * 2] ?? 0) >>> INDEX_BITS === (keys[at * 2 + 2] ?? 0) >>> INDEX_BITS
  )
}

/** Sorts a small range by insertion. */
function sortFew(table: TermTable, order: Uint32Array, { from, to, depth }: SortRange): void {
  for (let at = from + 1; at < to; at += 1) {
    const number = order[at] ?? 0
    let target = at
    while (target > from && isBefore(table, number, order[target - 1] ?? 0, depth)) {
      order[target] = order[target - 1] ?? 0
      target -= 1
    }
    order[target] = number
  }
}

/** Returns whether term `a` comes before term `b`, which have the same first `depth` bytes. */
function isBefore({ bytes: { array }, starts }: TermTable, a: number, b: number, depth: number): boolean {
  const [endA, endB] = [starts.array[a + 1] ?? 0, starts.array[b + 1] ?? 0]
  let atA = (starts.array[a] ?? 0) + depth
  let atB = (starts.array[b] ?? 0) + depth
  for (; atA < endA && atB < endB; atA += 1, atB += 1)
    if (array[atA] !== array[atB]) return (array[atA] ?? 0) < (array[atB] ?? 0)
  return atA === endA && atB < endB
}
