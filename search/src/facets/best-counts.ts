import type { ValueCounts } from '../planning/term-index.ts'

/** Returns the greatest counts; among equal ones the value that entered the library first. */
export function greatestCounts(counts: ValueCounts, shown: number): ValueCounts {
  return counts.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, shown)
}

/** The greatest counts so far, with up to three times as many further ones, so that they are seldom sorted. */
interface BestCounts {
  /** Number of counts that are wanted. */
  shown: number
  counts: ValueCounts
  /** Minimum count to be among the best. */
  min_count: number
  /** Whether some counts have been dropped. */
  more: boolean
}

/** Counts are sorted when there are this many times as many as are wanted. */
const SORT_FACTOR = 4

export const createBest = (shown: number): BestCounts => ({ shown, counts: [], min_count: 1, more: false })

/** Offers the count of a value; dropped counts are below the best ones. */
export function offerCount(best: BestCounts, value: number, count: number): void {
  if (count < best.min_count) return
  best.counts.push([value, count])
  if (best.counts.length < best.shown * SORT_FACTOR) return
  best.counts = greatestCounts(best.counts, best.shown)
  best.min_count = best.counts.at(-1)?.[1] ?? 1
  best.more = true
}

/** Returns the `shown` greatest of the offered counts, and whether there are others. */
export function takeBest({ shown, counts, more }: BestCounts): { counts: ValueCounts; more: boolean } {
  return { counts: greatestCounts(counts, shown), more: more || counts.length > shown }
}
