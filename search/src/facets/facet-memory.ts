// Keeps the frequent values of facets for later searches.

import type { Segment } from '../index/layout.ts'
import type { CountedFacet } from '../planning/term-index.ts'
import { type AttributeCombinations, createCombinations } from './attribute-combinations.ts'
import type { FacetSizes } from './facet-sizes.ts'
import { type FrequentValues, findFrequentValues, type ListFacet } from './frequent-values.ts'
import type { Tally } from './tally.ts'

/** Data for counting that a thread keeps between searches. */
export interface FacetMemory {
  /** All counts are zero between searches. */
  tallies: Map<CountedFacet, Tally>
  /** The frequent values, with the segments for which they are valid. */
  frequent: Map<ListFacet, { segments: Segment[]; frequent: FrequentValues }>
  combinations: AttributeCombinations
}

/** Returns an empty memory. */
export const createFacetMemory = (): FacetMemory => ({
  tallies: new Map(),
  frequent: new Map(),
  combinations: createCombinations(),
})

/** Number of values per facet whose papers are stored in lists. */
export const MAX_LISTED_VALUES = 4096

/** Inputs of counting facets. */
export interface FacetCounting {
  memory: FacetMemory
  segments: Segment[]
  sizes: FacetSizes
  /** Whether all sources are returned, from which ranks are summed. */
  all_sources: boolean
}

/** Returns the frequent values of a facet, renewed if segments or values have changed. */
export function currentFrequent(
  { memory, segments, sizes }: FacetCounting,
  facet: ListFacet,
): FrequentValues {
  const cached = memory.frequent.get(facet)
  if (cached && cached.segments === segments && cached.frequent.totals.length >= sizes[facet])
    return cached.frequent
  return renewFrequent(memory, segments, facet, sizes[facet])
}

/** Number of frequent values that are counted by rank: their ranks fit 16 bits. */
const MAX_RANKED_VALUES = 65_535

/** Adapts the frequent values of a facet to these segments, or chooses them, and keeps them in `memory`. */
function renewFrequent(
  memory: FacetMemory,
  segments: Segment[],
  facet: ListFacet,
  size: number,
): FrequentValues {
  const before = memory.frequent.get(facet)?.frequent ?? null
  const frequent = findFrequentValues(
    segments,
    { facet, size, limit: MAX_RANKED_VALUES, list_count: MAX_LISTED_VALUES },
    before,
  )
  memory.frequent.set(facet, { segments, frequent })
  return frequent
}

/** Adapts the frequent values to these segments and so drops references to others before the next search does. */
export function refreshFrequentValues(memory: FacetMemory, segments: Segment[]): void {
  for (const [facet, { frequent }] of memory.frequent)
    renewFrequent(memory, segments, facet, frequent.totals.length)
}
