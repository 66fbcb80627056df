import type { Counts } from '../planning/request.ts'

/** The greatest counts; among equal ones the value that came first into the library. */
export function strongest(counts: Counts, shown: number): Counts {
  return counts.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, shown)
}

/** The greatest counts so far, and some more. */
interface Best {
  shown: number
  counts: Counts
  /** Fewer papers than this are not among the best. */
  weakest: number
  /** Some were left out. */
  more: boolean
}

export const startBest = (shown: number): Best => ({ shown, counts: [], weakest: 1, more: false })

export function offerCount(best: Best, value: number, count: number): void {
  if (count < best.weakest) return
  best.counts.push([value, count])
  if (best.counts.length < best.shown * 4) return
  best.counts = strongest(best.counts, best.shown)
  best.weakest = best.counts.at(-1)?.[1] ?? 1
  best.more = true
}

/** The `shown` greatest counts of those offered, and whether there are others. */
export function strongestOf({ shown, counts, more }: Best): { counts: Counts; more: boolean } {
  return { counts: strongest(counts, shown), more: more || counts.length > shown }
}
