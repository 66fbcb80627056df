import type { Segment } from '../index/layout.ts'
import type { AllValues } from '../index/values.ts'
import type { CountedFacet, IndexAnswer } from '../planning/term-index.ts'
import { type Bits, createDocs, listBits, orWith, takeBits } from '../sets/bits.ts'
import {
  type AttributeCombinations,
  closeCombinations,
  combinationColumn,
  countCombinations,
  createCombinations,
} from './attribute-combinations.ts'
import { closePlaces, tallyPlaces } from './counters-by-rank.ts'
import {
  countFrequentValues,
  estimateSteps,
  type FrequentValues,
  findFrequentValues,
  type ListFacet,
  type SegmentHits,
} from './frequent-values.ts'
import { hitsWithValues } from './sparse-facets.ts'
import {
  COMBINED_FACETS,
  closeTally,
  createTally,
  expectEntries,
  type Tally,
  tallyCombinations,
  tallyList,
} from './tally.ts'

/** Sizes of the facets' tables of values. */
export type FacetSizes = Record<CountedFacet, number>

/** Data for counting that a thread keeps between searches. */
export interface FacetMemory {
  /** All counts are zero between searches. */
  tallies: Map<CountedFacet, Tally>
  frequent: Map<ListFacet, { segments: Segment[]; frequent: FrequentValues }>
  combinations: AttributeCombinations
}

export const createFacetMemory = (): FacetMemory => ({
  tallies: new Map(),
  frequent: new Map(),
  combinations: createCombinations(),
})

/** The papers that one or several facets count. */
export interface FacetHits {
  facets: CountedFacet[]
  hits: SegmentHits[]
  /** Number of papers in `hits`. */
  count: number
}

const MAX_SHOWN_VALUES = 30
/** With fewer papers than this, papers are counted one by one in any case. */
const MIN_FREQUENT_HITS = 10_000
/** The corresponding limit for combinations, all of which are added up at the end. */
const MIN_COMBINED_HITS = 1_000
/** Number of values per facet whose papers are stored in lists. */
const MAX_LISTED_VALUES = 4096
/** Number of frequent values that are counted by index, and minimum number of hits for doing so. */
const MAX_PLACED_VALUES = 65_535
const MIN_PLACED_HITS = 500

/** How many times cheaper testing a listed paper is than counting a paper in a table. */
const LIST_STEPS_PER_COUNT = { author: 2, keyword: 2, subject: 1, source: 1.5 }

interface FacetCounting {
  memory: FacetMemory
  segments: Segment[]
  sizes: FacetSizes
  all_sources: boolean
}

type FacetAnswers = IndexAnswer['facets']

/** Counts the facets of each group and returns them by name. */
export function countFacets(counting: FacetCounting, groups: FacetHits[]): FacetAnswers {
  const answers: FacetAnswers = {}
  for (const group of groups) countGroup(counting, group, answers)
  return answers
}

function countGroup(counting: FacetCounting, group: FacetHits, answers: FacetAnswers): void {
  const lists = group.facets
    .filter(isListFacet)
    .filter((facet) => !countFrequent(counting, group, facet, answers))
  const placed = lists.filter((facet) => isPlaced(counting, group, facet))
  const slow = lists.filter((facet) => !isPlaced(counting, group, facet))
  const combined = COMBINED_FACETS.map((facet) =>
    group.facets.includes(facet) ? facetTally(counting, facet) : null,
  )
  countTogether(counting, group, { placed, slow, combined })
  if (group.count >= MIN_COMBINED_HITS && combined.some((tally) => tally !== null))
    closeCombinations(counting.memory.combinations, combined)
  for (const facet of placed) answerPlaced(counting, group, facet, answers)
  for (const facet of group.facets)
    answers[facet] ??= closeTally(
      facet,
      facetTally(counting, facet),
      shownValueCount(facet, counting.all_sources),
    )
}

/** How facets are counted paper by paper. */
interface CountingPlan {
  placed: ListFacet[]
  slow: ListFacet[]
  combined: (Tally | null)[]
}

function countTogether(
  counting: FacetCounting,
  group: FacetHits,
  { placed, slow, combined }: CountingPlan,
): void {
  for (const facet of slow) expectEntries(facetTally(counting, facet), estimateEntries(group, facet))
  const wantsCombined = combined.some((tally) => tally !== null)
  // Nothing is left to count when the frequent values have answered all facets.
  for (const { segment, bits } of slow.length + placed.length > 0 || wantsCombined ? group.hits : []) {
    const count = listBits(bits, docBuffer)
    if (wantsCombined) countCombined(counting, group, combined, segment, count)
    for (const facet of slow) tallyList(facetTally(counting, facet), segment, facet, docBuffer, count)
    for (const facet of placed) {
      const able = hitsWithValues(segment, facet, bits, { docs: docBuffer, count })
      tallyPlaces(currentFrequent(counting, facet), facet, segment, able.docs, able.count)
    }
  }
}

/** Answers a facet from its frequent values, or tallies all values when they do not suffice. */
function answerPlaced(
  counting: FacetCounting,
  group: FacetHits,
  facet: ListFacet,
  answers: FacetAnswers,
): void {
  const found = closePlaces(currentFrequent(counting, facet), facet, MAX_SHOWN_VALUES)
  if (found) {
    answers[facet] = found
    return
  }
  const tally = facetTally(counting, facet)
  expectEntries(tally, estimateEntries(group, facet))
  for (const { segment, bits } of group.hits)
    tallyList(tally, segment, facet, docBuffer, listBits(bits, docBuffer))
}

/** Returns whether the frequent values of a facet are counted by index. */
function isPlaced({ all_sources }: FacetCounting, { count }: FacetHits, facet: ListFacet): boolean {
  return count >= MIN_PLACED_HITS && shownValueCount(facet, all_sources) === MAX_SHOWN_VALUES
}

/** Counts the first `count` papers of `docs` in the requested facets of the combination. */
function countCombined(
  { memory: { combinations } }: FacetCounting,
  group: FacetHits,
  combined: (Tally | null)[],
  segment: Segment,
  count: number,
): void {
  const column = group.count < MIN_COMBINED_HITS ? null : combinationColumn(combinations, segment)
  if (column) countCombinations(column, docBuffer, count)
  else tallyCombinations(combined, segment, docBuffer, count)
}

/** Estimates the number of entries of a facet in the hits. */
function estimateEntries({ hits, count }: FacetHits, facet: ListFacet): number {
  let [entries, papers] = [0, 0]
  for (const { segment } of hits) {
    entries += segment[facet].length
    papers += segment.head.doc_count
  }
  return papers === 0 ? 0 : (count * entries) / papers
}

const docBuffer = createDocs()

function isListFacet(facet: CountedFacet): facet is ListFacet {
  return facet === 'author' || facet === 'keyword' || facet === 'subject' || facet === 'source'
}

/** Returns the number of values shown: every year, and every source where ranks are summed from sources. */
function shownValueCount(facet: CountedFacet, all_sources: boolean): number {
  return facet === 'year' || (facet === 'source' && all_sources) ? Number.POSITIVE_INFINITY : MAX_SHOWN_VALUES
}

/** Counts only the values with many papers, when hits and values are many; returns false when that does not suffice. */
function countFrequent(
  counting: FacetCounting,
  group: FacetHits,
  facet: ListFacet,
  answers: FacetAnswers,
): boolean {
  const { all_sources, sizes, segments } = counting
  const shown = shownValueCount(facet, all_sources)
  if (group.count < MIN_FREQUENT_HITS || sizes[facet] < 2 * MAX_LISTED_VALUES || shown !== MAX_SHOWN_VALUES)
    return false
  const frequent = currentFrequent(counting, facet)
  const papers = segments.reduce((sum, { head }) => sum + head.doc_count, 0)
  const budget = LIST_STEPS_PER_COUNT[facet] * estimateEntries(group, facet)
  if (estimateSteps(frequent, group.count / papers, shown) > budget) return false
  const found = countFrequentValues(frequent, group.hits, shown, budget)
  if (found) answers[facet] = found
  return found !== null
}

function currentFrequent({ memory, segments, sizes }: FacetCounting, facet: ListFacet): FrequentValues {
  const known = memory.frequent.get(facet)
  if (known && known.segments === segments && known.frequent.totals.length >= sizes[facet])
    return known.frequent
  return renewFrequent(memory, segments, facet, sizes[facet])
}

function renewFrequent(
  memory: FacetMemory,
  segments: Segment[],
  facet: ListFacet,
  size: number,
): FrequentValues {
  const before = memory.frequent.get(facet)?.frequent ?? null
  const frequent = findFrequentValues(
    segments,
    { facet, size, most: MAX_PLACED_VALUES, listed: MAX_LISTED_VALUES },
    before,
  )
  memory.frequent.set(facet, { segments, frequent })
  return frequent
}

/** Drops references to segments that are not among the given ones; the next search would do so too. */
export function refreshFrequentValues(memory: FacetMemory, segments: Segment[]): void {
  for (const [facet, { frequent }] of memory.frequent)
    renewFrequent(memory, segments, facet, frequent.totals.length)
}

function facetTally({ memory, sizes }: FacetCounting, facet: CountedFacet): Tally {
  const known = memory.tallies.get(facet)
  if (known && known.counts.length >= sizes[facet]) return known
  const tally = createTally(sizes[facet])
  memory.tallies.set(facet, tally)
  return tally
}

/** Returns the union of two sets as a new set. */
export function unionOf(a: Bits, b: Bits): Bits {
  const both = takeBits()
  both.set(a)
  orWith(both, b)
  return both
}

const YEAR_COUNT = 10_000

/** Returns the table size of each facet, indexed by value number. */
export function facetSizes(values: AllValues): FacetSizes {
  const size = (table: keyof AllValues) => values[table].count + 1
  return {
    year: YEAR_COUNT,
    resource_type: 256,
    is_oa: 2,
    source: size('source'),
    subject: size('subject'),
    language: size('language'),
    author: size('author'),
    keyword: size('keyword'),
  }
}
