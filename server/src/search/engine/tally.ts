import type { Segment } from '../segment/layout.ts'
import { MIX_ENTRIES } from '../segment/mix.ts'
import type { ListFacet } from './heads.ts'
import type { Counts, FacetName } from './request.ts'
import { strongest } from './strongest.ts'

/** Counts of one facet by value, and which values have any. */
export interface Tally {
  counts: Uint32Array
  touched: Uint32Array
  touched_count: number
}

export function createTally(size: number): Tally {
  const length = Math.ceil(size * 1.25) + 16
  return { counts: new Uint32Array(length), touched: new Uint32Array(length), touched_count: 0 }
}

function add(tally: Tally, value: number, more: number): void {
  const before = tally.counts[value] ?? 0
  if (before === 0) {
    tally.touched[tally.touched_count] = value
    tally.touched_count += 1
  }
  tally.counts[value] = before + more
}

/** Adds the first `count` papers of `docs`. */
export function tallyList(
  tally: Tally,
  segment: Segment,
  facet: ListFacet,
  docs: Uint16Array,
  count: number,
): void {
  if (facet === 'source') {
    for (let at = 0; at < count; at += 1) add(tally, segment.source[docs[at] ?? 0] ?? 0, 1)
    return
  }
  const starts = segment[`${facet}_starts`]
  const values = segment[facet]
  for (let at = 0; at < count; at += 1) {
    const doc = docs[at] ?? 0
    const end = starts[doc + 1] ?? 0
    for (let from = starts[doc] ?? 0; from < end; from += 1) add(tally, values[from] ?? 0, 1)
  }
}

/** Facets of few values, which papers have in few mixes. */
export const MIX_FACETS = ['year', 'resource_type', 'language', 'is_oa'] as const

const mixCounts = new Uint32Array(65_536)

/** Adds the papers to the facets of the mix; `tallies` has those that are wanted, in their order. */
export function tallyMixes(
  tallies: (Tally | null)[],
  { mix, mixes }: Segment,
  docs: Uint16Array,
  count: number,
): void {
  for (let at = 0; at < count; at += 1) {
    const number = mix[docs[at] ?? 0] ?? 0
    mixCounts[number] = (mixCounts[number] ?? 0) + 1
  }
  const all = mixes.length / MIX_ENTRIES
  if (count < all) for (let at = 0; at < count; at += 1) closeMix(tallies, mixes, mix[docs[at] ?? 0] ?? 0)
  else for (let number = 0; number < all; number += 1) closeMix(tallies, mixes, number)
}

function closeMix(tallies: (Tally | null)[], mixes: Uint32Array, number: number): void {
  const more = mixCounts[number] ?? 0
  if (more === 0) return
  mixCounts[number] = 0
  for (let entry = 0; entry < MIX_ENTRIES; entry += 1) {
    const tally = tallies[entry]
    if (tally) add(tally, mixes[number * MIX_ENTRIES + entry] ?? 0, more)
  }
}

/** The `shown` greatest counts, and whether there are others; leaves the counts at zero. */
export function closeTally(facet: FacetName, tally: Tally, shown: number): { counts: Counts; more: boolean } {
  // Where 0 stands for "none" it is no value.
  const least = facet === 'is_oa' ? 0 : 1
  let found = 0
  let best: Counts = []
  let weakest = 0
  for (let at = 0; at < tally.touched_count; at += 1) {
    const value = tally.touched[at] ?? 0
    const count = tally.counts[value] ?? 0
    tally.counts[value] = 0
    if (value < least) continue
    found += 1
    if (count < weakest) continue
    best.push([value, count])
    if (best.length < shown * 4) continue
    best = strongest(best, shown)
    weakest = best.at(-1)?.[1] ?? 0
  }
  tally.touched_count = 0
  return { counts: strongest(best, shown), more: found > shown }
}
