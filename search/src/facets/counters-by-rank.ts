import type { Segment } from '../index/layout.ts'
import { clearNumbers, ownKernels } from '../kernels/kernels.ts'
import { allocateOwn, byteAddress } from '../kernels/own.ts'
import type { ValueCounts } from '../planning/term-index.ts'
import type { Docs } from '../sets/bits.ts'
import { createBest, offerCount, takeBest } from './best-counts.ts'
import type { FrequentValues, ListFacet } from './frequent-values.ts'
import { createLaneCounts, joinLanes, LANE_BYTES, type LaneCounts } from './lanes.ts'

/** Number of papers whose values are gathered before they are counted. */
const BATCH_SIZE = 1024
/** Number of values per paper for which there is room, and that the kernel may write beyond the end. */
const GATHERED_VALUES = 8
/** Holds the ranks of the values of one batch. */
const gatherBuffer = allocateOwn(Uint16Array, (BATCH_SIZE + 1) * GATHERED_VALUES)

/**
 * Adds the values of the first `count` papers of `docs` to the counters of a facet, each by its rank: the most frequent
 * values are adjacent, while a table of all values exceeds the processor's cache. Does nothing in a segment without
 * ranks.
 */
export function countByRank(
  { papers }: FrequentValues,
  facet: ListFacet,
  segment: Segment,
  docs: Docs,
  count: number,
): void {
  const inSegment = papers.get(segment)
  if (!inSegment) return
  const { kernels, ranks } = inSegment
  const counts = byteAddress(facetCounts(facet))
  const end = byteAddress(docs, count)
  if (facet === 'source') {
    kernels.add_column(byteAddress(docs), end, byteAddress(ranks), counts, LANE_BYTES)
    return
  }
  const starts = byteAddress(segment[`${facet}_starts`])
  const lane = laneBytes(facet)
  for (let at = 0; at < count; at += BATCH_SIZE) {
    const to = Math.min(end, byteAddress(docs, at + BATCH_SIZE))
    kernels.add_places(
      byteAddress(docs, at),
      to,
      starts,
      byteAddress(ranks),
      counts,
      lane,
      byteAddress(gatherBuffer),
    )
  }
}

/**
 * Counters of the frequent values of facets, by rank: 1 + the index of a value among them. All other values are counted
 * at 0.
 */
const countsByFacet = new Map<ListFacet, LaneCounts>()

/** Returns the counters of a facet, which are created at the first call. */
function facetCounts(facet: ListFacet): LaneCounts {
  const counts = countsByFacet.get(facet) ?? createLaneCounts()
  countsByFacet.set(facet, counts)
  return counts
}

/**
 * Returns the distance of a facet's lanes in bytes; 0 for a single lane. Authors and keywords have so many values that
 * the same one seldom occurs twice in succession, and their lanes would be too large.
 */
const laneBytes = (facet: ListFacet) => (facet === 'author' || facet === 'keyword' ? 0 : LANE_BYTES)

/** Number of counts that the kernel `next_count` examines together. */
const COUNTS_PER_STEP = 4

/**
 * Returns the `limit` greatest counts, and whether there are others; returns null when a value outside the frequent
 * values may be among them. Either way all counters of the facet are zero afterwards.
 */
export function takeCountsByRank(
  { values, max_unranked }: FrequentValues,
  facet: ListFacet,
  limit: number,
): { counts: ValueCounts; more: boolean } | null {
  const best = createBest(limit)
  const counts = facetCounts(facet)
  const size = values.length + 1
  if (laneBytes(facet) !== 0) joinLanes(counts, size)
  counts[0] = 0
  for (let first = 0; first < size; first += COUNTS_PER_STEP) {
    first = findNextCount(counts, first, size, best.min_count)
    for (let rank = first; rank < first + COUNTS_PER_STEP; rank += 1)
      offerCount(best, values[rank - 1] ?? 0, counts[rank] ?? 0)
  }
  clearNumbers(counts, 0, size)
  const taken = takeBest(best)
  const isCertain = max_unranked === 0 || (taken.more && max_unranked < (taken.counts.at(-1)?.[1] ?? 0))
  return isCertain ? taken : null
}

/** Returns the first group of counts, from `first` on, of which one reaches `minCount`; the end if none does. */
function findNextCount(counts: LaneCounts, first: number, size: number, minCount: number): number {
  const end = byteAddress(counts, Math.ceil(size / COUNTS_PER_STEP) * COUNTS_PER_STEP)
  const found = ownKernels.next_count(byteAddress(counts, first), end, minCount)
  return (found - byteAddress(counts)) / counts.BYTES_PER_ELEMENT
}
