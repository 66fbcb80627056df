import { FLAGS, type Segment } from '../segment/layout.ts'
import type { Counts, EngineAnswer, FacetName } from './request.ts'

const SHOWN = 30

/** Counts of one facet by value, and which values have any. */
interface Tally {
  counts: Uint32Array
  touched: number[]
}

export type Tallies = Map<FacetName, Tally>

/** Counting arrays are kept between searches; they are zero whenever no search runs. */
const kept = new Map<FacetName, Tally>()

export function openTallies(facets: FacetName[], sizes: Record<FacetName, number>): Tallies {
  return new Map(
    facets.map((facet) => {
      const known = kept.get(facet)
      const tally =
        known && known.counts.length >= sizes[facet]
          ? known
          : { counts: new Uint32Array(Math.ceil(sizes[facet] * 1.25) + 16), touched: [] }
      kept.set(facet, tally)
      return [facet, tally]
    }),
  )
}

/** Adds the papers of a segment (the first `count` of `docs`) to one facet. */
export function tallyDocs(
  tally: Tally,
  facet: FacetName,
  segment: Segment,
  docs: Uint16Array,
  count: number,
): void {
  if (facet === 'author' || facet === 'keyword' || facet === 'subject')
    tallyLists(tally, segment[`${facet}_starts`], segment[facet], docs, count)
  else if (facet === 'is_oa') tallyFlag(tally, segment.flags, docs, count)
  else tallyColumn(tally, columnOf(segment, facet), docs, count)
}

function columnOf(segment: Segment, facet: 'year' | 'resource_type' | 'source' | 'language') {
  return facet === 'resource_type' ? segment.type : segment[facet]
}

function tallyColumn(
  { counts, touched }: Tally,
  column: Uint8Array | Uint16Array | Uint32Array,
  docs: Uint16Array,
  count: number,
): void {
  for (let at = 0; at < count; at += 1) {
    const value = column[docs[at] ?? 0] ?? 0
    const before = counts[value] ?? 0
    if (before === 0) touched.push(value)
    counts[value] = before + 1
  }
}

function tallyLists(
  { counts, touched }: Tally,
  starts: Uint32Array,
  values: Uint32Array,
  docs: Uint16Array,
  count: number,
): void {
  for (let at = 0; at < count; at += 1) {
    const doc = docs[at] ?? 0
    const end = starts[doc + 1] ?? 0
    for (let from = starts[doc] ?? 0; from < end; from += 1) {
      const value = values[from] ?? 0
      const before = counts[value] ?? 0
      if (before === 0) touched.push(value)
      counts[value] = before + 1
    }
  }
}

function tallyFlag({ counts, touched }: Tally, flags: Uint8Array, docs: Uint16Array, count: number): void {
  let open = 0
  for (let at = 0; at < count; at += 1) if (((flags[docs[at] ?? 0] ?? 0) & FLAGS.oa) !== 0) open += 1
  for (const [value, more] of [
    [0, count - open],
    [1, open],
  ] as const) {
    if (more === 0) continue
    if (counts[value] === 0) touched.push(value)
    counts[value] = (counts[value] ?? 0) + more
  }
}

/** The greatest counts of every facet; leaves the arrays at zero. */
export function closeTallies(tallies: Tallies, all_sources: boolean): EngineAnswer['facets'] {
  const facets: EngineAnswer['facets'] = {}
  for (const [facet, tally] of tallies)
    facets[facet] = closeTally(facet, tally, facet === 'year' || (all_sources && facet === 'source'))
  return facets
}

/** Where 0 stands for "none" it is no value. */
const WITH_ZERO = new Set<FacetName>(['is_oa'])

function closeTally(
  facet: FacetName,
  { counts, touched }: Tally,
  whole: boolean,
): { counts: Counts; distinct: number } {
  const shown = whole ? touched.length : SHOWN
  let least = 0
  let best: Counts = []
  let distinct = 0
  for (const value of touched) {
    const count = counts[value] ?? 0
    counts[value] = 0
    if (value === 0 && !WITH_ZERO.has(facet)) continue
    distinct += 1
    if (count < least) continue
    best.push([value, count])
    if (best.length < shown * 4 || shown === 0) continue
    best = strongest(best, shown)
    least = best.at(-1)?.[1] ?? 0
  }
  touched.length = 0
  return { counts: strongest(best, shown), distinct }
}

function strongest(counts: Counts, shown: number): Counts {
  return counts.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, shown)
}
