import type { Segment } from '../index/layout.ts'
import { clear, ownKernels } from '../kernels/kernels.ts'
import { addressOf, own } from '../kernels/own.ts'
import type { Counts } from '../planning/request.ts'
import type { Docs } from '../sets/bits.ts'
import type { FrequentValues, ListFacet } from './frequent-values.ts'
import { createLaneCounts, joinLanes, LANE, type LaneCounts } from './lanes.ts'
import { offerCount, startBest, strongestOf } from './strongest.ts'

/** Counts by 1 + the place of a value among the frequent values; those of all other values together are at 0. */
const known = new Map<ListFacet, LaneCounts>()

function countsOf(facet: ListFacet): LaneCounts {
  const counts = known.get(facet) ?? createLaneCounts()
  known.set(facet, counts)
  return counts
}

/** Papers whose values are gathered before they are counted, and room for up to eight of each. */
const GATHERED = 1024
const room = own(Uint16Array, GATHERED * 8 + 8)

/** Values of these are so many that the same one seldom comes twice in a row, and lanes would be too wide. */
const laneOf = (facet: ListFacet) => (facet === 'author' || facet === 'keyword' ? 0 : LANE)

/**
 * Adds the first `count` papers of `docs`, each value by its place: the commonest values lie side by side, where a table
 * of all values is too wide for the memory that is near.
 */
export function tallyPlaces(
  { papers }: FrequentValues,
  facet: ListFacet,
  segment: Segment,
  docs: Docs,
  count: number,
): void {
  const inSegment = papers.get(segment)
  if (!inSegment) return
  const { kernels, places } = inSegment
  const counts = addressOf(countsOf(facet))
  const end = addressOf(docs, count)
  if (facet === 'source') {
    kernels.add_column(addressOf(docs), end, addressOf(places), counts, LANE)
    return
  }
  const starts = addressOf(segment[`${facet}_starts`])
  const lane = laneOf(facet)
  for (let at = 0; at < count; at += GATHERED) {
    const to = Math.min(end, addressOf(docs, at + GATHERED))
    kernels.add_places(addressOf(docs, at), to, starts, addressOf(places), counts, lane, addressOf(room))
  }
}

/** Counts that a kernel looks at together. */
const TOGETHER = 4

/**
 * The `shown` greatest counts, leaving all at zero; null where a value that is none of the frequent values may be among them.
 */
export function closePlaces(
  { values, rest }: FrequentValues,
  facet: ListFacet,
  shown: number,
): { counts: Counts; more: boolean } | null {
  const best = startBest(shown)
  const counts = countsOf(facet)
  const size = values.length + 1
  if (laneOf(facet) !== 0) joinLanes(counts, size)
  counts[0] = 0
  for (let first = 0; first < size; first += TOGETHER) {
    first = nextFrom(counts, first, size, best.weakest)
    for (let place = first; place < first + TOGETHER; place += 1)
      offerCount(best, values[place - 1] ?? 0, counts[place] ?? 0)
  }
  clear(counts, 0, size)
  const found = strongestOf(best)
  const isSure = rest === 0 || (found.more && rest < (found.counts.at(-1)?.[1] ?? 0))
  return isSure ? found : null
}

/** From `first` on, the first of several neighbouring places one of which has at least so many; behind all if none has. */
function nextFrom(counts: LaneCounts, first: number, size: number, least: number): number {
  const end = addressOf(counts, Math.ceil(size / TOGETHER) * TOGETHER)
  const found = ownKernels.next_count(addressOf(counts, first), end, least)
  return (found - addressOf(counts)) / counts.BYTES_PER_ELEMENT
}
