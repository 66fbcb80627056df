import { COMBINATION_ENTRIES } from '../index/attribute-combination.ts'
import type { Segment } from '../index/layout.ts'
import type { CountedFacet, ValueCounts } from '../planning/request.ts'
import type { ListFacet } from './frequent-values.ts'
import { createBest, offerCount, takeBest } from './strongest.ts'

/** Counts of one facet by value. */
export interface Tally {
  counts: Uint32Array
  /** Values that have a count; not kept where `whole`. */
  touched: Uint32Array
  touched_count: number
  /** So many are counted that all values are looked at in the end. */
  whole: boolean
}

export function createTally(size: number): Tally {
  const length = Math.ceil(size * 1.25) + 16
  return { counts: new Uint32Array(length), touched: new Uint32Array(length), touched_count: 0, whole: false }
}

/** Where this many entries for each value are counted, it is quicker to look at all values than to note those met. */
const WHOLE_TABLE_RATIO = 0.25

/** Says about how many entries will be counted, before the first. */
export function expectEntries(tally: Tally, entries: number): void {
  tally.whole = entries > tally.counts.length * WHOLE_TABLE_RATIO
}

/** Counts `more` papers for a value. */
export function tallyValue(tally: Tally, value: number, more: number): void {
  const before = tally.counts[value] ?? 0
  // Whether a value is new is hard to foresee for the processor: it is written in any case, and kept if it is.
  tally.touched[tally.touched_count] = value
  tally.touched_count += (before - 1) >>> 31
  tally.counts[value] = before + more
}

/** Adds the first `count` papers of `docs`. */
export function tallyList(
  tally: Tally,
  segment: Segment,
  facet: ListFacet,
  docs: Uint16Array,
  count: number,
): void {
  if (facet === 'source') tallyColumn(tally, segment.source, docs, count)
  else if (tally.whole) tallyMany(tally.counts, segment[`${facet}_starts`], segment[facet], docs, count)
  else tallyFew(tally, segment[`${facet}_starts`], segment[facet], docs, count)
}

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

function tallyMany(
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

function tallyFew(
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

/** Facets of few values, which papers have in few combinations. */
export const COMBINED_FACETS = ['year', 'resource_type', 'language', 'is_oa'] as const

/** Adds the papers to the facets of the combination one by one; `tallies` has those that are wanted, in their order. */
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

/** The `shown` greatest counts, and whether there are others; leaves the counts at zero. */
export function closeTally(
  facet: CountedFacet,
  tally: Tally,
  shown: number,
): { counts: ValueCounts; more: boolean } {
  const best = createBest(shown)
  const { counts, touched } = tally
  // Where 0 stands for "none" it is no value.
  if (facet !== 'is_oa') counts[0] = 0
  if (tally.whole)
    for (let value = 0; value < counts.length; value += 1) offerCount(best, value, counts[value] ?? 0)
  for (let at = 0; at < tally.touched_count; at += 1) {
    const value = touched[at] ?? 0
    offerCount(best, value, counts[value] ?? 0)
    counts[value] = 0
  }
  if (tally.whole) counts.fill(0)
  tally.touched_count = 0
  tally.whole = false
  return takeBest(best)
}
