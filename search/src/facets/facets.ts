import type { Segment } from '../index/layout.ts'
import type { CountedFacet, IndexAnswer } from '../planning/term-index.ts'
import { createDocs, listBits } from '../sets/bits.ts'
import { closeCombinations, combinationColumn, countCombinations } from './attribute-combinations.ts'
import { countFrequentValues, estimateSteps, type SegmentHits } from './count-frequent.ts'
import { countByRank, takeCountsByRank } from './counters-by-rank.ts'
import { currentFrequent, type FacetCounting, MAX_LISTED_VALUES } from './facet-memory.ts'
import type { ListFacet } from './frequent-values.ts'
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

/** The papers that one or several facets count. */
export interface FacetHits {
  facets: CountedFacet[]
  hits: SegmentHits[]
  /** Number of papers in `hits`. */
  count: number
}

/** The counted values by facet. */
type FacetAnswers = IndexAnswer['facets']

/** Counts the facets of each group of hits and returns them by name; facets in no group are absent. */
export function countFacets(counting: FacetCounting, groups: FacetHits[]): FacetAnswers {
  const answers: FacetAnswers = {}
  for (const group of groups) countGroup(counting, group, answers)
  return answers
}

/** Minimum number of hits for counting by combinations, all of which are added up at the end. */
const MIN_COMBINED_HITS = 1_000

/**
 * Counts the facets of one group of hits in the cheapest way that suffices: lists of the papers of frequent values,
 * counters of frequent values by rank, a table of all values, or combinations of attributes.
 */
function countGroup(counting: FacetCounting, group: FacetHits, answers: FacetAnswers): void {
  const lists = group.facets
    .filter(isListFacet)
    .filter((facet) => !countFrequent(counting, group, facet, answers))
  const byRank = lists.filter((facet) => isCountedByRank(counting, group, facet))
  const byTable = lists.filter((facet) => !isCountedByRank(counting, group, facet))
  const combined = COMBINED_FACETS.map((facet) =>
    group.facets.includes(facet) ? facetTally(counting, facet) : null,
  )
  countTogether(counting, group, { byRank, byTable, combined })
  if (group.count >= MIN_COMBINED_HITS && combined.some((tally) => tally !== null))
    closeCombinations(counting.memory.combinations, combined)
  for (const facet of byRank) answerByRank(counting, group, facet, answers)
  for (const facet of group.facets)
    answers[facet] ??= closeTally(
      facet,
      facetTally(counting, facet),
      shownValueCount(facet, counting.all_sources),
    )
}

/** Returns whether a facet is one of `ListFacet`: authors, keywords, subjects and sources. */
function isListFacet(facet: CountedFacet): facet is ListFacet {
  return facet === 'author' || facet === 'keyword' || facet === 'subject' || facet === 'source'
}

/** Number of values of a facet that an answer contains, unless all are requested. */
const MAX_SHOWN_VALUES = 30
/** Minimum number of hits for counting only the frequent values, by their lists of papers. */
const MIN_FREQUENT_HITS = 10_000
/** How many times as many values a facet must have as are listed, for counting by lists. */
const MIN_UNLISTED_FACTOR = 2
/** How many times cheaper testing a listed paper is than counting a paper in a table. */
const LIST_STEPS_PER_COUNT = { author: 2, keyword: 2, subject: 1, source: 1.5 }

/**
 * Answers a facet by counting only its frequent values, when it has many hits and values. Returns false when the facet
 * has not been answered, because they do not suffice or counting them would cost more.
 */
function countFrequent(
  counting: FacetCounting,
  group: FacetHits,
  facet: ListFacet,
  answers: FacetAnswers,
): boolean {
  const { all_sources, sizes, segments } = counting
  const limit = shownValueCount(facet, all_sources)
  if (
    group.count < MIN_FREQUENT_HITS ||
    sizes[facet] < MIN_UNLISTED_FACTOR * MAX_LISTED_VALUES ||
    limit !== MAX_SHOWN_VALUES
  )
    return false
  const frequent = currentFrequent(counting, facet)
  const papers = segments.reduce((sum, { head }) => sum + head.doc_count, 0)
  const budget = LIST_STEPS_PER_COUNT[facet] * estimateEntries(group, facet)
  if (estimateSteps(frequent, group.count / papers, limit) > budget) return false
  const found = countFrequentValues(frequent, group.hits, limit, budget)
  if (found) answers[facet] = found
  return found !== null
}

/**
 * Returns the maximum number of values of a facet in an answer; infinite for years, and for sources if ranks are
 * summed.
 */
function shownValueCount(facet: CountedFacet, all_sources: boolean): number {
  return facet === 'year' || (facet === 'source' && all_sources) ? Number.POSITIVE_INFINITY : MAX_SHOWN_VALUES
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

/** Minimum number of hits for counting by rank. */
const MIN_RANKED_HITS = 500

/** Returns whether the frequent values of a facet are counted by rank. */
function isCountedByRank({ all_sources }: FacetCounting, { count }: FacetHits, facet: ListFacet): boolean {
  return count >= MIN_RANKED_HITS && shownValueCount(facet, all_sources) === MAX_SHOWN_VALUES
}

/** Returns the tally of a facet; creates one if there is none or it is too small for all values. */
function facetTally({ memory, sizes }: FacetCounting, facet: CountedFacet): Tally {
  const cached = memory.tallies.get(facet)
  if (cached && cached.counts.length >= sizes[facet]) return cached
  const tally = createTally(sizes[facet])
  memory.tallies.set(facet, tally)
  return tally
}

/** How the facets of a group are counted paper by paper. */
interface CountingPlan {
  /** Facets whose frequent values are counted by rank (counters-by-rank.ts). */
  byRank: ListFacet[]
  /** Facets whose values are all counted in a table (tally.ts). */
  byTable: ListFacet[]
  /** Tallies of the requested facets among COMBINED_FACETS, in their order; null for others. */
  combined: (Tally | null)[]
}

/** Holds the papers of one segment while they are counted. */
const docBuffer = createDocs()

/** Counts the hits segment by segment, in all facets of the plan at once; the counts are read afterwards. */
function countTogether(
  counting: FacetCounting,
  group: FacetHits,
  { byRank, byTable, combined }: CountingPlan,
): void {
  for (const facet of byTable) expectEntries(facetTally(counting, facet), estimateEntries(group, facet))
  const wantsCombined = combined.some((tally) => tally !== null)
  if (byTable.length + byRank.length === 0 && !wantsCombined) return
  for (const { segment, bits } of group.hits) {
    const count = listBits(bits, docBuffer)
    if (wantsCombined) countCombined(counting, group, combined, segment, count)
    for (const facet of byTable) tallyList(facetTally(counting, facet), segment, facet, docBuffer, count)
    for (const facet of byRank) {
      const hits = hitsWithValues(segment, facet, bits, { docs: docBuffer, count })
      countByRank(currentFrequent(counting, facet), facet, segment, hits.docs, hits.count)
    }
  }
}

/** Counts the first `count` papers of `docBuffer` in the requested facets of the combination. */
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

/** Answers a facet from its frequent values. When they do not suffice, counts all values in the tally instead. */
function answerByRank(
  counting: FacetCounting,
  group: FacetHits,
  facet: ListFacet,
  answers: FacetAnswers,
): void {
  const counted = takeCountsByRank(currentFrequent(counting, facet), facet, MAX_SHOWN_VALUES)
  if (counted) {
    answers[facet] = counted
    return
  }
  const tally = facetTally(counting, facet)
  expectEntries(tally, estimateEntries(group, facet))
  for (const { segment, bits } of group.hits)
    tallyList(tally, segment, facet, docBuffer, listBits(bits, docBuffer))
}
