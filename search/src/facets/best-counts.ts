import type { ValueCounts } from '../planning/term-index.ts'

/** Sorts counts in place and returns the `shown` greatest; of equal ones, those with lower value numbers come first. */
export function greatestCounts(counts: ValueCounts, shown: number): ValueCounts {
  return counts.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, shown)
}

/** Collects the greatest counts; holds up to `SORT_FACTOR` times as many as are wanted, so that it seldom sorts. */
interface BestCounts {
  /** Number of counts that are wanted. */
  shown: number
  counts: ValueCounts
  /** Counts below this are certainly not among the greatest. */
  min_count: number
  /** Whether some counts have been dropped. */
  more: boolean
}

/** Counts are sorted when there are this many times as many as are wanted. */
const SORT_FACTOR = 4

export const createBest = (shown: number): BestCounts => ({ shown, counts: [], min_count: 1, more: false })

/** Adds the count of a value unless it is certainly not among the greatest. */
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
