import type { Segment } from '../segment/layout.ts'
import type { Heads, ListFacet } from './heads.ts'
import type { Counts } from './request.ts'
import { offerCount, startBest, strongestOf } from './strongest.ts'

/** Counts by 1 + the place of a value among the heads; those of all other values together are at 0. */
export type PlaceCounts = Uint32Array

const MOST_PLACES = 65_536

/** Zero whenever nothing is counted. */
export const createPlaceCounts = (): PlaceCounts => new Uint32Array(MOST_PLACES)

/**
 * Adds the first `count` papers of `docs`, each value by its place: the commonest values lie side by side, where a table
 * of all values is too wide for the memory that is near.
 */
export function tallyPlaces(
  counts: PlaceCounts,
  { papers }: Heads,
  facet: Exclude<ListFacet, 'source'>,
  segment: Segment,
  docs: Uint16Array,
  count: number,
): void {
  const places = papers.get(segment)?.places
  if (places) addPlaces(counts, segment[`${facet}_starts`], places, docs, count)
}

function addPlaces(
  counts: PlaceCounts,
  starts: Uint32Array,
  places: Uint16Array,
  docs: Uint16Array,
  count: number,
): void {
  for (let at = 0; at < count; at += 1) {
    const doc = docs[at] ?? 0
    const end = starts[doc + 1] ?? 0
    for (let entry = starts[doc] ?? 0; entry < end; entry += 1) {
      const place = places[entry] ?? 0
      counts[place] = (counts[place] ?? 0) + 1
    }
  }
}

/**
 * The `shown` greatest counts, leaving all at zero; null where a value that is none of the heads may be among them.
 */
export function closePlaces(
  counts: PlaceCounts,
  { values, rest }: Heads,
  shown: number,
): { counts: Counts; more: boolean } | null {
  const best = startBest(shown)
  for (let place = 0; place < values.length; place += 1) {
    const count = counts[place + 1] ?? 0
    if (count >= best.weakest) offerCount(best, values[place] ?? 0, count)
  }
  counts.fill(0)
  const found = strongestOf(best)
  return found.more && rest < (found.counts.at(-1)?.[1] ?? 0) ? found : null
}
