import type { Segment } from '../index/layout.ts'
import { createMemory, instantiateKernels, type Kernels } from '../kernels/kernels.ts'
import { chooseMostFrequent } from './most-frequent.ts'

/** Facets with many values, of which a paper may have several (a source only one). */
export type ListFacet = 'author' | 'keyword' | 'subject' | 'source'

/** The frequent values in one segment. */
export interface ListedPapers {
  /** For each value with a list: where its papers begin in `docs`; then the end of the last list. */
  starts: Uint32Array
  /** Numbers of papers in the segment, ascending within a list. */
  docs: Uint16Array
  /** For each entry of the facet the rank of its value, which takes half the memory of the value itself. */
  ranks: Uint16Array
  /** Kernels over the segment and the memory that holds both arrays. */
  kernels: Kernels
}

/**
 * The values of one facet with the most papers, which nearly always include those that a facet shows. An entry of a
 * facet is one value of one paper.
 */
export interface FrequentValues {
  /** Number of papers of each value, including deleted ones; 0 for value 0, which stands for no value. */
  totals: Uint32Array
  /** The frequent values, the one with the most papers first when they were chosen. */
  values: Uint32Array
  /** Number of leading entries of `values` whose papers are stored in lists. */
  list_count: number
  /** Indexes in `values` with lists, in descending order of papers. */
  order: number[]
  /** For each index of `order`: number of papers of that value and all previous ones. */
  sums: number[]
  /** The rank of each value: 1 + its index in `values`, 0 for a value that is not among them. */
  rank_of: Uint16Array
  /** Upper bound of the papers of a value outside `values`. */
  max_unranked: number
  /** Upper bound of the papers of a value without a list. */
  max_unlisted: number
  /** By segment; together they are all segments of the search. */
  papers: Map<Segment, ListedPapers>
  /** Number of entries of all segments now. */
  entries: number
  /** Number of entries of all segments when the values were chosen. */
  entries_at_choice: number
}

/** Which values are chosen, and how many. */
export interface FrequentChoice {
  facet: ListFacet
  /** Upper bound of the facet's value numbers, exclusive. */
  size: number
  /** Maximum number of values, at most 65,535. */
  limit: number
  /** Number of values whose papers are stored in lists. */
  list_count: number
}

/**
 * Returns the frequent values of some segments.
 *
 * @param previous the result for another set of segments; if the two sets are similar, its arrays and its map are
 *   changed in place and used again, so that it must not be used any more
 */
export function findFrequentValues(
  segments: Segment[],
  choice: FrequentChoice,
  previous: FrequentValues | null,
): FrequentValues {
  const { facet, size } = choice
  const reused = previous && canKeep(previous, segments, size) ? previous : null
  if (!reused) return chooseFrequent(segments, choice)
  for (const segment of reused.papers.keys())
    if (!segments.includes(segment)) removeSegment(reused, segment, facet)
  for (const segment of segments) if (!reused.papers.has(segment)) addSegment(reused, segment, facet)
  // The index has more than doubled since: other values may be frequent now.
  if (2 * reused.entries_at_choice < reused.entries) return chooseFrequent(segments, choice)
  return orderByTotals(reused)
}

/** Returns whether at least half of the segments are the same, and all values fit. */
function canKeep({ totals, papers }: FrequentValues, segments: Segment[], size: number): boolean {
  return (
    totals.length >= size && segments.filter((segment) => papers.has(segment)).length * 2 >= segments.length
  )
}

/**
 * Tables have room for values that are added before the frequent ones are chosen anew: a quarter more, and this many.
 */
const GROWTH_FACTOR = 1.25
const SPARE_VALUES = 64

/** Chooses the values with the most papers in these segments and lists their papers. */
function chooseFrequent(
  segments: Segment[],
  { facet, size, limit, list_count }: FrequentChoice,
): FrequentValues {
  const length = Math.ceil(size * GROWTH_FACTOR) + SPARE_VALUES
  const frequent: FrequentValues = {
    totals: new Uint32Array(length),
    values: new Uint32Array(),
    list_count: 0,
    order: [],
    sums: [],
    rank_of: new Uint16Array(length),
    max_unranked: 0,
    max_unlisted: 0,
    papers: new Map(),
    entries: 0,
    entries_at_choice: 0,
  }
  for (const segment of segments) addTotals(frequent, segment, facet, 1)
  frequent.entries_at_choice = frequent.entries
  frequent.values = chooseRepeated(frequent.totals, limit)
  frequent.list_count = Math.min(list_count, frequent.values.length)
  frequent.values.forEach((value, index) => {
    frequent.rank_of[value] = index + 1
  })
  frequent.totals.forEach((total, value) => {
    if (frequent.rank_of[value] === 0) frequent.max_unranked = Math.max(frequent.max_unranked, total)
  })
  for (const segment of segments) frequent.papers.set(segment, listPapers(frequent, segment, facet))
  return orderByTotals(frequent)
}

/** Adds the entries of a segment to the totals, or removes them; those of value 0, no value, are not counted. */
function addTotals(frequent: FrequentValues, segment: Segment, facet: ListFacet, sign: 1 | -1): void {
  const { totals } = frequent
  const entries = segment[facet]
  for (let at = 0; at < entries.length; at += 1) {
    const value = entries[at] ?? 0
    totals[value] = (totals[value] ?? 0) + sign
  }
  totals[0] = 0
  frequent.entries += sign * entries.length
}

/**
 * Returns the values with the most papers, at most `limit`, most frequent first. Those of a single paper are left out
 * where not all of them fit.
 */
function chooseRepeated(totals: Uint32Array, limit: number): Uint32Array {
  const { chosen, complete } = chooseMostFrequent(totals, limit)
  return complete ? chosen : chosen.filter((value) => (totals[value] ?? 0) > 1)
}

/** Kernels may read up to this many bytes beyond the end. */
const READ_AHEAD_BYTES = 16

/** Computes the ranks of a segment's entries, and the papers of each value with a list. */
function listPapers(
  { rank_of, list_count }: FrequentValues,
  segment: Segment,
  facet: ListFacet,
): ListedPapers {
  const entries = segment[facet]
  const width = Uint16Array.BYTES_PER_ELEMENT
  // Sized for all entries in lists: unwritten pages take no memory.
  const memory = createMemory(2 * width * entries.length + READ_AHEAD_BYTES)
  const ranks = new Uint16Array(memory.buffer, 0, entries.length)
  for (let entry = 0; entry < entries.length; entry += 1) ranks[entry] = rank_of[entries[entry] ?? 0] ?? 0
  const starts = listStarts(ranks, list_count)
  const docs = new Uint16Array(memory.buffer, ranks.byteLength, starts[list_count] ?? 0)
  /** Where the next paper of each list goes. */
  const ends = starts.slice()
  const docOfEntry = entryDocs(segment, facet)
  for (let entry = 0; entry < ranks.length; entry += 1) {
    const rank = ranks[entry] ?? 0
    if (rank === 0 || rank > list_count) continue
    const at = ends[rank - 1] ?? 0
    docs[at] = docOfEntry[entry] ?? 0
    ends[rank - 1] = at + 1
  }
  return { starts, docs, ranks, kernels: instantiateKernels(segment.memory, memory) }
}

/** Returns the start of each list. Ranks count from 1, so the entries up to a rank end where the next list starts. */
function listStarts(ranks: Uint16Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (const rank of ranks) if (rank <= count) starts[rank] = (starts[rank] ?? 0) + 1
  starts[0] = 0
  for (let at = 1; at <= count; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  return starts
}

/** Returns the paper of each entry. */
function entryDocs(segment: Segment, facet: ListFacet): Uint16Array {
  const docs = new Uint16Array(segment[facet].length)
  if (facet === 'source') return docs.map((_, doc) => doc)
  const starts = segment[`${facet}_starts`]
  for (let doc = 0; doc < segment.head.doc_count; doc += 1) docs.fill(doc, starts[doc], starts[doc + 1])
  return docs
}

/** Returns the values with `order`, `sums` and `max_unlisted` computed anew from the totals. */
function orderByTotals(frequent: FrequentValues): FrequentValues {
  const { totals, values, list_count, max_unranked } = frequent
  const total = (index: number) => totals[values[index] ?? 0] ?? 0
  const order = Array.from({ length: list_count }, (_, index) => index).sort((a, b) => total(b) - total(a))
  let sum = 0
  const sums = order.map((index) => {
    sum += total(index)
    return sum
  })
  let max_unlisted = max_unranked
  for (let index = list_count; index < values.length; index += 1)
    max_unlisted = Math.max(max_unlisted, total(index))
  return { ...frequent, order, sums, max_unlisted }
}

/** Subtracts the counts of a segment that is no longer used; `max_unranked` stays an upper bound. */
function removeSegment(frequent: FrequentValues, segment: Segment, facet: ListFacet): void {
  addTotals(frequent, segment, facet, -1)
  frequent.papers.delete(segment)
}

/** Adds a segment and raises `max_unranked` where a value outside `values` has become more frequent. */
function addSegment(frequent: FrequentValues, segment: Segment, facet: ListFacet): void {
  addTotals(frequent, segment, facet, 1)
  for (const value of segment[facet])
    if (frequent.rank_of[value] === 0)
      frequent.max_unranked = Math.max(frequent.max_unranked, frequent.totals[value] ?? 0)
  frequent.papers.set(segment, listPapers(frequent, segment, facet))
}
