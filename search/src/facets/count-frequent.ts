// Counts the most frequent values of a facet among hits by the lists of papers of frequent values.
import type { Segment } from '../index/layout.ts'
import { byteAddress } from '../kernels/own.ts'
import type { ValueCounts } from '../planning/term-index.ts'
import type { Bits } from '../sets/bits.ts'
import { greatestCounts } from './best-counts.ts'
import type { FrequentValues, ListedPapers } from './frequent-values.ts'

/**
 * Estimates the steps that `countFrequentValues` takes, for hits that are a given share of all papers and have the
 * values as often as other papers do; usually they have some values far more often, and it takes fewer steps. Infinite
 * when the values with lists are not expected to suffice.
 *
 * @param share number of hits as a share of all papers, 0–1.
 * @param limit number of values that are wanted.
 */
export function estimateSteps(
  { values, order, totals, sums, max_unlisted }: FrequentValues,
  share: number,
  limit: number,
): number {
  const total = (at: number) => totals[values[order[at] ?? 0] ?? 0] ?? 0
  const minTotal = share * total(limit - 1)
  if (order.length < limit || minTotal <= max_unlisted) return Number.POSITIVE_INFINITY
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (total(middle) < minTotal) high = middle
    else low = middle + 1
  }
  return sums[low - 1] ?? 0
}

/** The hits of a search in one segment. */
export interface SegmentHits {
  segment: Segment
  bits: Bits
}

/**
 * Counts values in descending order of papers, until no other one can be among the `limit` most frequent; returns the
 * counts of these (`more`: that there are others), or null when the frequent values do not suffice to decide, or not
 * within `budget` steps. A step is a listed paper or a segment that is looked at.
 */
export function countFrequentValues(
  { values, order, totals, max_unlisted, papers }: FrequentValues,
  hits: SegmentHits[],
  limit: number,
  budget: number,
): { counts: ValueCounts; more: boolean } | null {
  const segments = hits.flatMap(({ segment, bits }) => {
    const found = papers.get(segment)
    return found ? [{ ...found, bits }] : []
  })
  const counts: ValueCounts = []
  const best: number[] = []
  // Count that another value needs to be among the most frequent, once more than `limit` values have been found.
  const neededCount = () => (counts.length > limit ? (best[limit - 1] ?? 0) : 0)
  let stepsLeft = budget
  for (const index of order) {
    const value = values[index] ?? 0
    const total = totals[value] ?? 0
    const minCount = neededCount()
    if (total < minCount) break
    stepsLeft -= total + hits.length
    if (stepsLeft < 0) return null
    const count = countValue(segments, index, total, minCount)
    if (count > 0) counts.push([value, count])
    insertCount(best, count, limit)
  }
  return max_unlisted < neededCount() ? { counts: greatestCounts(counts, limit), more: true } : null
}

/** The papers of the frequent values in a segment, together with the hits in it. */
interface SegmentValues extends ListedPapers {
  bits: Bits
}

/** Counts the hits of the value at `index` in all segments; the count is incomplete when it cannot reach `minCount`. */
function countValue(segments: SegmentValues[], index: number, total: number, minCount: number): number {
  // The count so far, and its upper bound.
  let [count, maxCount] = [0, total]
  for (let at = 0; at < segments.length && maxCount >= minCount; at += 1) {
    const segment = segments[at]
    if (!segment) continue
    const hits = countInSegment(segment, index)
    count += hits
    maxCount -= (segment.starts[index + 1] ?? 0) - (segment.starts[index] ?? 0) - hits
  }
  return count
}

/** Counts the found papers of a segment that have a value. */
function countInSegment({ starts, docs, kernels, bits }: SegmentValues, index: number): number {
  return kernels.count_listed(
    byteAddress(docs, starts[index]),
    byteAddress(docs, starts[index + 1]),
    byteAddress(bits),
  )
}

/** Inserts a count into the `limit` greatest ones, in descending order. */
function insertCount(best: number[], count: number, limit: number): void {
  if (best.length === limit && count <= (best[limit - 1] ?? 0)) return
  if (best.length === limit) best.pop()
  let at = best.length
  while (at > 0 && (best[at - 1] ?? 0) < count) at -= 1
  best.splice(at, 0, count)
}
