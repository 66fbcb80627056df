import type { Segment } from '../index/layout.ts'
import type { FacetName, IndexAnswer } from '../planning/request.ts'
import { type Bits, createDocs, listBits, orWith, takeBits } from '../sets/bits.ts'
import {
  type Combinations,
  closeCombinations,
  combinationColumn,
  countCombinations,
  createCombinations,
} from './attribute-combinations.ts'
import { countFrequentValues, expectedSteps, type SegmentHits } from './count-frequent-values.ts'
import { closePlaces, tallyPlaces } from './counters-by-rank.ts'
import { withValues } from './few-values.ts'
import { type FrequentValues, frequentValues, type ListFacet } from './frequent-values.ts'
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
export type FacetSizes = Record<FacetName, number>

/** What a thread keeps between searches for counting. */
export interface FacetMemory {
  /** Zero whenever nothing is counted. */
  tallies: Map<FacetName, Tally>
  frequent: Map<ListFacet, { segments: Segment[]; frequent: FrequentValues }>
  combinations: Combinations
}

export const createFacetMemory = (): FacetMemory => ({
  tallies: new Map(),
  frequent: new Map(),
  combinations: createCombinations(),
})

/** The papers that one or several facets count. */
export interface FacetHits {
  facets: FacetName[]
  hits: SegmentHits[]
  /** How many papers the hits are. */
  count: number
}

const SHOWN = 30
/** Fewer papers than this are counted one by one in any case. */
const MANY = 10_000
/** The same where all values that papers have together are gone through in the end. */
const SEVERAL = 1_000
/** Values of each facet whose papers are kept in lists. */
const LISTED = 4096
/** Values whose hits are counted first of all, and from how many hits on. */
const PLACES = 65_535
const SOME = 500

/** Looking whether a paper of a list is a hit takes so many times less than counting one in a table. */
const STEPS = { author: 2, keyword: 2, subject: 1, source: 1.5 }

interface Counting {
  memory: FacetMemory
  segments: Segment[]
  sizes: FacetSizes
  all_sources: boolean
}

type Answers = IndexAnswer['facets']

export function countFacets(counting: Counting, groups: FacetHits[]): Answers {
  const answers: Answers = {}
  for (const group of groups) countGroup(counting, group, answers)
  return answers
}

function countGroup(counting: Counting, group: FacetHits, answers: Answers): void {
  const lists = group.facets.filter(isList).filter((facet) => !countFrequent(counting, group, facet, answers))
  const placed = lists.filter((facet) => isPlaced(counting, group, facet))
  const slow = lists.filter((facet) => !isPlaced(counting, group, facet))
  const combined = COMBINED_FACETS.map((facet) =>
    group.facets.includes(facet) ? tallyOf(counting, facet) : null,
  )
  countTogether(counting, group, { placed, slow, combined })
  if (group.count >= SEVERAL && combined.some((tally) => tally !== null))
    closeCombinations(counting.memory.combinations, combined)
  for (const facet of placed) closePlaced(counting, group, facet, answers)
  for (const facet of group.facets)
    answers[facet] ??= closeTally(facet, tallyOf(counting, facet), shownOf(facet, counting.all_sources))
}

/** What is counted paper by paper, and how. */
interface Ways {
  placed: ListFacet[]
  slow: ListFacet[]
  combined: (Tally | null)[]
}

function countTogether(counting: Counting, group: FacetHits, { placed, slow, combined }: Ways): void {
  for (const facet of slow) expectEntries(tallyOf(counting, facet), entriesOf(group, facet))
  const wantsCombined = combined.some((tally) => tally !== null)
  // Where the frequent values told all there is to tell, nothing is left to count.
  for (const { segment, bits } of slow.length + placed.length > 0 || wantsCombined ? group.hits : []) {
    const count = listBits(bits, docs)
    if (wantsCombined) countCombined(counting, group, combined, segment, count)
    for (const facet of slow) tallyList(tallyOf(counting, facet), segment, facet, docs, count)
    for (const facet of placed) {
      const able = withValues(segment, facet, bits, { docs, count })
      tallyPlaces(currentFrequent(counting, facet), facet, segment, able.docs, able.count)
    }
  }
}

/** Answers a facet by its commonest values, or counts all where they do not tell. */
function closePlaced(counting: Counting, group: FacetHits, facet: ListFacet, answers: Answers): void {
  const found = closePlaces(currentFrequent(counting, facet), facet, SHOWN)
  if (found) {
    answers[facet] = found
    return
  }
  const tally = tallyOf(counting, facet)
  expectEntries(tally, entriesOf(group, facet))
  for (const { segment, bits } of group.hits) tallyList(tally, segment, facet, docs, listBits(bits, docs))
}

/** Whether the commonest of the facet's values are counted first. */
function isPlaced({ all_sources }: Counting, { count }: FacetHits, facet: ListFacet): boolean {
  return count >= SOME && shownOf(facet, all_sources) === SHOWN
}

/** Counts the first `count` papers of `docs` in the facets that are wanted of the combination. */
function countCombined(
  { memory: { combinations } }: Counting,
  group: FacetHits,
  combined: (Tally | null)[],
  segment: Segment,
  count: number,
): void {
  const column = group.count < SEVERAL ? null : combinationColumn(combinations, segment)
  if (column) countCombinations(column, docs, count)
  else tallyCombinations(combined, segment, docs, count)
}

/** About how many entries of a facet the hits have. */
function entriesOf({ hits, count }: FacetHits, facet: ListFacet): number {
  let [entries, papers] = [0, 0]
  for (const { segment } of hits) {
    entries += segment[facet].length
    papers += segment.head.doc_count
  }
  return papers === 0 ? 0 : (count * entries) / papers
}

const docs = createDocs()

function isList(facet: FacetName): facet is ListFacet {
  return facet === 'author' || facet === 'keyword' || facet === 'subject' || facet === 'source'
}

/** Every year is shown, and every source where ranks are summed from them. */
function shownOf(facet: FacetName, all_sources: boolean): number {
  return facet === 'year' || (facet === 'source' && all_sources) ? Number.POSITIVE_INFINITY : SHOWN
}

/** Where hits and values are many, looks only at the values that many papers have; false where that does not tell. */
function countFrequent(counting: Counting, group: FacetHits, facet: ListFacet, answers: Answers): boolean {
  const { all_sources, sizes, segments } = counting
  const shown = shownOf(facet, all_sources)
  if (group.count < MANY || sizes[facet] < 2 * LISTED || shown !== SHOWN) return false
  const frequent = currentFrequent(counting, facet)
  const papers = segments.reduce((sum, { head }) => sum + head.doc_count, 0)
  const budget = STEPS[facet] * entriesOf(group, facet)
  if (expectedSteps(frequent, group.count / papers, shown) > budget) return false
  const found = countFrequentValues(frequent, group.hits, shown, budget)
  if (found) answers[facet] = found
  return found !== null
}

function currentFrequent({ memory, segments, sizes }: Counting, facet: ListFacet): FrequentValues {
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
  const frequent = frequentValues(segments, { facet, size, most: PLACES, listed: LISTED }, before)
  memory.frequent.set(facet, { segments, frequent })
  return frequent
}

/** Lets go of segments that are not among these; the next search would do so too. */
export function followSegments(memory: FacetMemory, segments: Segment[]): void {
  for (const [facet, { frequent }] of memory.frequent)
    renewFrequent(memory, segments, facet, frequent.totals.length)
}

function tallyOf({ memory, sizes }: Counting, facet: FacetName): Tally {
  const known = memory.tallies.get(facet)
  if (known && known.counts.length >= sizes[facet]) return known
  const tally = createTally(sizes[facet])
  memory.tallies.set(facet, tally)
  return tally
}

/** A set of its own with the papers of two. */
export function union(a: Bits, b: Bits): Bits {
  const both = takeBits()
  both.set(a)
  orWith(both, b)
  return both
}
