import { COMBINATION_ENTRIES } from '../index/attribute-combination.ts'
import type { Segment } from '../index/layout.ts'
import type { CountedFacet, ValueCounts } from '../planning/term-index.ts'
import { createBest, offerCount, takeBest } from './best-counts.ts'
import type { ListFacet } from './frequent-values.ts'

/**
 * Counts of one facet by value number. A search calls `expectEntries`, if the number of entries is known, then the
 * functions that count, and finally `closeTally`, which returns the counts and makes the tally ready for the next
 * search.
 */
export interface Tally {
  /** Number of papers by value number. */
  counts: Uint32Array
  /**
   * The values with a count, in its first `touched_count` elements; incomplete when `whole` is set.
   */
  touched: Uint32Array
  touched_count: number
  /** Whether so many entries are counted that `closeTally` examines all values rather than the recorded ones. */
  whole: boolean
}

/** A tally has room for values that its facet gains: a quarter more, and this many. */
const GROWTH_FACTOR = 1.25
const SPARE_VALUES = 16

/** Creates a tally for value numbers below `size`, with room for further values. */
export function createTally(size: number): Tally {
  const length = Math.ceil(size * GROWTH_FACTOR) + SPARE_VALUES
  return { counts: new Uint32Array(length), touched: new Uint32Array(length), touched_count: 0, whole: false }
}

/** From this many entries per value on, examining all values is faster than recording those that occur. */
const WHOLE_TABLE_RATIO = 0.25

/** Announces the approximate number of entries before the first one is counted. */
export function expectEntries(tally: Tally, entries: number): void {
  tally.whole = entries > tally.counts.length * WHOLE_TABLE_RATIO
}

/** Counts `papers` more papers for a value and records the value when it is new. */
export function tallyValue(tally: Tally, value: number, papers: number): void {
  const previous = tally.counts[value] ?? 0
  // The value is always written, and stays if it is new (`previous` is 0): a branch would often be mispredicted.
  // (0 - 1) >>> 31 is 1; for any other count below 2³¹ it is 0.
  tally.touched[tally.touched_count] = value
  tally.touched_count += (previous - 1) >>> 31
  tally.counts[value] = previous + papers
}

/** Counts the values of the first `count` papers of `docs`. */
export function tallyList(
  tally: Tally,
  segment: Segment,
  facet: ListFacet,
  docs: Uint16Array,
  count: number,
): void {
  if (facet === 'source') tallyColumn(tally, segment.source, docs, count)
  else if (tally.whole)
    tallyWithoutRecording(tally.counts, segment[`${facet}_starts`], segment[facet], docs, count)
  else tallyRecording(tally, segment[`${facet}_starts`], segment[facet], docs, count)
}

/** Counts a column with one value per paper. */
function tallyColumn(tally: Tally, column: Uint32Array, docs: Uint16Array, count: number): void {
  const { counts } = tally
  if (!tally.whole) {
    for (let at = 0; at < count; at += 1) tallyValue(tally, column[docs[at] ?? 0] ?? 0, 1)
    return
  }
  for (let at = 0; at < count; at += 1) {
    const value = column[docs[at] ?? 0] ?? 0
    counts[value] = (counts[value] ?? 0) + 1
  }
}

/** Counts lists of values without recording which occur. */
function tallyWithoutRecording(
  counts: Uint32Array,
  starts: Uint32Array,
  values: Uint32Array,
  docs: Uint16Array,
  count: number,
): void {
  for (let at = 0; at < count; at += 1) {
    const doc = docs[at] ?? 0
    const end = starts[doc + 1] ?? 0
    for (let from = starts[doc] ?? 0; from < end; from += 1) {
      const value = values[from] ?? 0
      counts[value] = (counts[value] ?? 0) + 1
    }
  }
}

/** Counts lists of values and records which occur. */
function tallyRecording(
  tally: Tally,
  starts: Uint32Array,
  values: Uint32Array,
  docs: Uint16Array,
  count: number,
): void {
  for (let at = 0; at < count; at += 1) {
    const doc = docs[at] ?? 0
    const end = starts[doc + 1] ?? 0
    for (let from = starts[doc] ?? 0; from < end; from += 1) tallyValue(tally, values[from] ?? 0, 1)
  }
}

/** Facets with few values, which occur in few combinations; the order is that of the values in a combination. */
export const COMBINED_FACETS = ['year', 'resource_type', 'language', 'is_oa'] as const

/** Counts papers one by one in the combined facets; `tallies` is in their order, null for those not requested. */
export function tallyCombinations(
  tallies: (Tally | null)[],
  { mix, mixes }: Segment,
  docs: Uint16Array,
  count: number,
): void {
  for (let at = 0; at < count; at += 1) {
    const first = (mix[docs[at] ?? 0] ?? 0) * COMBINATION_ENTRIES
    for (let entry = 0; entry < COMBINATION_ENTRIES; entry += 1) {
      const tally = tallies[entry]
      if (tally) tallyValue(tally, mixes[first + entry] ?? 0, 1)
    }
  }
}

/**
 * Returns the `limit` greatest counts, and whether there are others; resets all counts to zero. An infinite limit
 * returns all of them.
 */
export function closeTally(
  facet: CountedFacet,
  tally: Tally,
  limit: number,
): { counts: ValueCounts; more: boolean } {
  const best = createBest(limit)
  const { counts, touched } = tally
  // 0 means "none", except that `is_oa` has 0 for papers without open access.
  if (facet !== 'is_oa') counts[0] = 0
  if (tally.whole) {
    for (let value = 0; value < counts.length; value += 1) offerCount(best, value, counts[value] ?? 0)
    counts.fill(0)
  } else {
    for (let at = 0; at < tally.touched_count; at += 1) {
      const value = touched[at] ?? 0
      offerCount(best, value, counts[value] ?? 0)
      counts[value] = 0
    }
  }
  tally.touched_count = 0
  tally.whole = false
  return takeBest(best)
}
