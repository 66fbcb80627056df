import { chooseMostFrequent } from '../facets/most-frequent.ts'
import type { Segment } from '../index/layout.ts'
import type { FacetValues } from '../index/values.ts'
import type { ValueCounts } from '../planning/term-index.ts'
import { type CompletedTable, valueBeginnings } from './beginnings.ts'
import { lowerBound } from './lower-bound.ts'

/**
 * The values of a table with the most papers, with all their beginnings. The rank of a value is its index by descending
 * number of papers, from 0.
 */
export interface FrequentCompletions {
  /** Beginnings (`valueBeginnings`) in code unit order. */
  texts: string[]
  /** For each text, the rank of its value, plus `INNER_FLAG` when the text begins inside the value. */
  keys: Uint32Array
  /** Value numbers by rank. */
  values: Uint32Array
  /** Numbers of papers by rank. */
  totals: Uint32Array
  /** Whether every value of a paper that is not deleted is included. */
  complete: boolean
}

/** Maximum number of frequent values: others have few papers, and are cheap to search. */
export const MAX_FREQUENT_VALUES = 32_768
/** Added to the rank of a value for texts that begin inside it; ranks are below it. */
const INNER_FLAG = 1 << 20
/** Appended to a prefix, this is the upper bound of all texts that begin with it. */
const LAST_CODE_UNIT = '\uffff'
/** Number of values processed between two yields. */
const STEP_SIZE = 100

/** Inputs of the frequent values of a table. */
interface FrequentSource {
  table: CompletedTable
  segments: Segment[]
  values: FacetValues
  /** Number of values kept. */
  limit: number
}

/** Computes the frequent values of a table in steps of a few milliseconds; its result is the return value. */
export function* makeFrequentValues({
  table,
  segments,
  values,
  limit,
}: FrequentSource): Generator<void, FrequentCompletions> {
  const totals = new Uint32Array(values.count + 1)
  for (const segment of segments) {
    countLive(segment, table, totals)
    yield
  }
  const { chosen, complete } = chooseMostFrequent(totals, limit)
  yield
  const entries = yield* sortedEntries(table, values, chosen)
  yield
  const texts = entries.map(({ text }) => text)
  yield
  const keys = Uint32Array.from(entries, ({ key }) => key)
  return { texts, keys, values: chosen, totals: chosen.map((value) => totals[value] ?? 0), complete }
}

/**
 * Returns the beginnings of the chosen values in code unit order. They are put into buckets by their first two
 * characters, which are sorted one by one: a single sort of everything would block the thread.
 */
function* sortedEntries(
  table: CompletedTable,
  values: FacetValues,
  chosen: Uint32Array,
): Generator<void, BeginningEntry[]> {
  const buckets = new Map<number, BeginningEntry[]>()
  for (const [rank, value] of chosen.entries()) {
    for (const { text, inner } of valueBeginnings(table, values, value))
      addToBucket(buckets, { text, key: rank + (inner ? INNER_FLAG : 0) })
    if (rank % STEP_SIZE === 0) yield
  }
  const inOrder = [...buckets].sort(([a], [b]) => a - b)
  for (const [, bucket] of inOrder) {
    bucket.sort(compareEntries)
    if (bucket.length > STEP_SIZE) yield
  }
  return inOrder.flatMap(([, bucket]) => bucket)
}

/** Number of UTF-16 code units. */
const CODE_UNITS = 1 << 16

/** Adds an entry to the bucket of its first two characters. */
function addToBucket(buckets: Map<number, BeginningEntry[]>, entry: BeginningEntry): void {
  const { text } = entry
  const firstTwo = text.charCodeAt(0) * CODE_UNITS + (text.length > 1 ? text.charCodeAt(1) : 0)
  const bucket = buckets.get(firstTwo)
  if (bucket) bucket.push(entry)
  else buckets.set(firstTwo, [entry])
}

/** A beginning with its key: see `FrequentCompletions.keys`. */
interface BeginningEntry {
  text: string
  key: number
}

/** Orders entries by text, equal ones by key. */
function compareEntries(a: BeginningEntry, b: BeginningEntry): number {
  if (a.text === b.text) return a.key - b.key
  return a.text < b.text ? -1 : 1
}

/** Adds to `totals` the number of a segment's papers with each value, without deleted papers. */
function countLive(segment: Segment, table: CompletedTable, totals: Uint32Array): void {
  const entries = segment[table]
  // This loop runs over millions of entries, hence no closures.
  for (let index = 0; index < entries.length; index += 1) {
    const value = entries[index] ?? 0
    totals[value] = (totals[value] ?? 0) + 1
  }
  segment.deleted.forEach((word, index) => {
    for (let bit = 0; word !== 0 && bit < 32; bit += 1) {
      if (((word >>> bit) & 1) === 0) continue
      for (const value of docValues(segment, table, index * 32 + bit))
        totals[value] = (totals[value] ?? 1) - 1
    }
  })
  // Number 0 stands for a paper without a value.
  totals[0] = 0
}

/** Returns the values of one paper. */
function docValues(segment: Segment, table: CompletedTable, doc: number): Uint32Array {
  if (table === 'source') return segment.source.subarray(doc, doc + 1)
  const starts = segment[`${table}_starts`]
  return segment[table].subarray(starts[doc], starts[doc + 1])
}

/** Returns the most frequent values, at most `limit`, by descending number of papers. */
export function mostFrequentValues(frequent: FrequentCompletions, limit: number): ValueCounts {
  return rankCounts(frequent, [...frequent.values.keys()].slice(0, limit))
}

/**
 * Returns values with a beginning that starts with one of the texts, at most `limit`: first those that themselves start
 * with it, then the others, both by descending number of papers.
 */
export function findByBeginning(frequent: FrequentCompletions, texts: string[], limit: number): ValueCounts {
  const smallest: number[] = []
  for (const text of texts) {
    const end = lowerBound(frequent.texts, text + LAST_CODE_UNIT)
    for (let index = lowerBound(frequent.texts, text); index < end; index += 1)
      keepSmallest(smallest, frequent.keys[index] ?? 0, limit)
  }
  const ranks = smallest.map((key) => key % INNER_FLAG)
  return rankCounts(frequent, ranks)
}

/** Inserts a key into the ascending list of the `limit` smallest keys, which contains only the smallest per value. */
function keepSmallest(smallest: number[], key: number, limit: number): void {
  if (smallest.length === limit && key >= (smallest[limit - 1] ?? 0)) return
  // The remainder is the rank, which identifies the value.
  const sameValueAt = smallest.findIndex((other) => other % INNER_FLAG === key % INNER_FLAG)
  if (sameValueAt >= 0 && (smallest[sameValueAt] ?? 0) <= key) return
  if (sameValueAt >= 0) smallest.splice(sameValueAt, 1)
  const firstGreater = smallest.findIndex((other) => other > key)
  smallest.splice(firstGreater < 0 ? smallest.length : firstGreater, 0, key)
  if (smallest.length > limit) smallest.pop()
}

/** Returns the values at some ranks with their numbers of papers. */
function rankCounts({ values, totals }: FrequentCompletions, ranks: number[]): ValueCounts {
  return ranks.map((rank) => [values[rank] ?? 0, totals[rank] ?? 0])
}
