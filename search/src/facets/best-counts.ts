import type { ValueCounts } from '../planning/term-index.ts'

// A value's count is the number of papers with it.

/** Counts are sorted when there are this many times as many as are wanted. */
const SORT_FACTOR = 4

/** Collects the greatest counts; holds up to `SORT_FACTOR` times as many as are wanted, so that it seldom sorts. */
interface BestCounts {
  /** Number of counts that are wanted; may be infinite. */
  limit: number
  /** Pairs of a value number and its count, in no order. */
  counts: ValueCounts
  /** Counts below this are certainly not among the greatest; at least 1, so that values without papers are left out. */
  min_count: number
  /** Whether counts above 0 have been dropped. */
  more: boolean
}

/** Creates a collector of the `limit` greatest counts. */
export const createBest = (limit: number): BestCounts => ({ limit, counts: [], min_count: 1, more: false })

/** Adds the count of a value unless it is certainly not among the greatest. */
export function offerCount(best: BestCounts, value: number, count: number): void {
  if (count < best.min_count) return
  best.counts.push([value, count])
  if (best.counts.length < best.limit * SORT_FACTOR) return
  best.counts = greatestCounts(best.counts, best.limit)
  best.min_count = best.counts.at(-1)?.[1] ?? 1
  best.more = true
}

/** Returns the `limit` greatest of the offered counts, greatest first, and whether there are others above 0. */
export function takeBest({ limit, counts, more }: BestCounts): { counts: ValueCounts; more: boolean } {
  return { counts: greatestCounts(counts, limit), more: more || counts.length > limit }
}

/**
 * Sorts counts in place and returns the `limit` greatest, greatest first. Of equal counts, those of lower value numbers
 * come first.
 */
export function greatestCounts(counts: ValueCounts, limit: number): ValueCounts {
  return counts.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit)
}
