import type { Counts } from './request.ts'

/** The greatest counts; among equal ones the value that came first into the library. */
export function strongest(counts: Counts, shown: number): Counts {
  return counts.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, shown)
}
