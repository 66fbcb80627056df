import type { Segment } from '../index/layout.ts'
import { byteAddress } from '../kernels/own.ts'
import type { ValueCounts } from '../planning/term-index.ts'
import type { Bits } from '../sets/bits.ts'
import { strongestCounts } from './best-counts.ts'
import type { FrequentValues, ListedPapers } from './frequent-values.ts'

/**
 * Estimates the steps that `countFrequentValues` takes, for hits that are a given share of all papers and have the
 * values as often as other papers do; usually they have some values far more often, and it takes fewer steps.
 */
export function estimateSteps(
  { values, order, totals, sums, unlisted }: FrequentValues,
  share: number,
  shown: number,
): number {
  const total = (at: number) => totals[values[order[at] ?? 0] ?? 0] ?? 0
  const least = share * total(shown - 1)
  if (order.length < shown || least <= unlisted) return Number.POSITIVE_INFINITY
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (total(middle) < least) high = middle
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
 * Counts values in descending order of papers, until no other one can be among the `shown` most frequent; returns null
 * when the frequent values do not suffice to decide, or not in fewer than `budget` steps.
 */
export function countFrequentValues(
  { values, order, totals, unlisted, papers }: FrequentValues,
  hits: SegmentHits[],
  shown: number,
  budget: number,
): { counts: ValueCounts; more: boolean } | null {
  const sides = hits.flatMap(({ segment, bits }) => {
    const found = papers.get(segment)
    return found ? [{ ...found, bits }] : []
  })
  const counts: ValueCounts = []
  const best: number[] = []
  // Count that a value needs to be shown, once more values than are shown have been found.
  const least = () => (counts.length > shown ? (best[shown - 1] ?? 0) : 0)
  let left = budget
  for (const place of order) {
    const value = values[place] ?? 0
    const total = totals[value] ?? 0
    const enough = least()
    if (total < enough) break
    left -= total + hits.length
    if (left < 0) return null
    const count = countValue(sides, place, total, enough)
    if (count > 0) counts.push([value, count])
    insertCount(best, count, shown)
  }
  return unlisted < least() ? { counts: strongestCounts(counts, shown), more: true } : null
}

/** Inserts a count into the `most` greatest ones, in descending order. */
function insertCount(best: number[], count: number, most: number): void {
  if (best.length === most && count <= (best[most - 1] ?? 0)) return
  if (best.length === most) best.pop()
  let at = best.length
  while (at > 0 && (best[at - 1] ?? 0) < count) at -= 1
  best.splice(at, 0, count)
}

/** The papers of the frequent values in a segment, together with the hits in it. */
interface SegmentSide extends ListedPapers {
  bits: Bits
}

/** Counts the hits of a value; the count is incomplete when it cannot reach `enough`. */
function countValue(sides: SegmentSide[], place: number, total: number, enough: number): number {
  let [count, most] = [0, total]
  for (let side = 0; side < sides.length && most >= enough; side += 1) {
    const found = sides[side]
    if (!found) continue
    const hits = countInSegment(found, place)
    count += hits
    most -= (found.starts[place + 1] ?? 0) - (found.starts[place] ?? 0) - hits
  }
  return count
}

function countInSegment({ starts, docs, kernels, bits }: SegmentSide, place: number): number {
  return kernels.count_listed(
    byteAddress(docs, starts[place]),
    byteAddress(docs, starts[place + 1]),
    byteAddress(bits),
  )
}
