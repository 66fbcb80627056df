import type { ValueCounts } from '../planning/term-index.ts'

/** Returns the greatest counts; among equal ones the value that entered the library first. */
export function strongestCounts(counts: ValueCounts, shown: number): ValueCounts {
  return counts.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, shown)
}

/** The greatest counts so far, with some further ones. */
interface BestCounts {
  shown: number
  counts: ValueCounts
  /** Minimum count to be among the best. */
  weakest: number
  /** Whether some counts have been dropped. */
  more: boolean
}

export const createBest = (shown: number): BestCounts => ({ shown, counts: [], weakest: 1, more: false })

/** Offers the count of a value; dropped counts are below the best ones. */
export function offerCount(best: BestCounts, value: number, count: number): void {
  if (count < best.weakest) return
  best.counts.push([value, count])
  if (best.counts.length < best.shown * 4) return
  best.counts = strongestCounts(best.counts, best.shown)
  best.weakest = best.counts.at(-1)?.[1] ?? 1
  best.more = true
}

/** Returns the `shown` greatest of the offered counts, and whether there are others. */
export function takeBest({ shown, counts, more }: BestCounts): { counts: ValueCounts; more: boolean } {
  return { counts: strongestCounts(counts, shown), more: more || counts.length > shown }
}
