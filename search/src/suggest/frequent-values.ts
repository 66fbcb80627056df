import type { Segment } from '../index/layout.ts'
import type { FacetValues } from '../index/values.ts'
import type { ValueCounts } from '../planning/term-index.ts'
import { type CompletedTable, valueBeginnings } from './beginnings.ts'
import { lowerBound } from './lower-bound.ts'

/**
 * The values of a table with the most papers, sorted by all their beginnings. A place is the rank of a value, from 0.
 */
export interface FrequentCompletions {
  /** Beginnings in code unit order. */
  texts: string[]
  /** For each text, the place of its value, plus `INNER_FLAG` when the text begins inside the value. */
  keys: Uint32Array
  /** Value numbers by place; `totals`: their numbers of papers. */
  values: Uint32Array
  totals: Uint32Array
  /** Whether every value of a paper that is not deleted is included. */
  complete: boolean
}

/** Number of values kept: others have few papers, and are cheap to search. */
export const MAX_FREQUENT_VALUES = 32_768
/** Marks a text that begins inside its value; places are below it. */
const INNER_FLAG = 1 << 20
/** Greater than any character of a text. */
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

/** Computes the frequent values of a table in steps of a few milliseconds. */
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

/** Returns the beginnings of the chosen values in order. They are sorted by the first two characters first: a single sort of everything would block the thread. */
function* sortedEntries(
  table: CompletedTable,
  values: FacetValues,
  chosen: Uint32Array,
): Generator<void, BeginningEntry[]> {
  const buckets = new Map<number, BeginningEntry[]>()
  for (const [place, value] of chosen.entries()) {
    for (const { text, inner } of valueBeginnings(table, values, value))
      addToBucket(buckets, { text, key: place + (inner ? INNER_FLAG : 0) })
    if (place % STEP_SIZE === 0) yield
  }
  const inOrder = [...buckets].sort(([a], [b]) => a - b)
  for (const [, bucket] of inOrder) {
    bucket.sort(compareEntries)
    if (bucket.length > STEP_SIZE) yield
  }
  return inOrder.flatMap(([, bucket]) => bucket)
}

const CODE_UNITS = 1 << 16

function addToBucket(buckets: Map<number, BeginningEntry[]>, entry: BeginningEntry): void {
  const { text } = entry
  const first = text.charCodeAt(0) * CODE_UNITS + (text.length > 1 ? text.charCodeAt(1) : 0)
  const bucket = buckets.get(first)
  if (bucket) bucket.push(entry)
  else buckets.set(first, [entry])
}

/** A beginning with its key: see `FrequentCompletions.keys`. */
interface BeginningEntry {
  text: string
  key: number
}

function compareEntries(a: BeginningEntry, b: BeginningEntry): number {
  if (a.text === b.text) return a.key - b.key
  return a.text < b.text ? -1 : 1
}

/** Adds the number of a segment's papers with each value, without deleted papers. */
function countLive(segment: Segment, table: CompletedTable, totals: Uint32Array): void {
  const entries = segment[table]
  // This loop runs over millions of entries, hence no closures.
  for (let at = 0; at < entries.length; at += 1) {
    const value = entries[at] ?? 0
    totals[value] = (totals[value] ?? 0) + 1
  }
  segment.deleted.forEach((word, at) => {
    for (let bit = 0; word !== 0 && bit < 32; bit += 1)
      if ((word >>> bit) & 1)
        for (const value of docValues(segment, table, at * 32 + bit)) totals[value] = (totals[value] ?? 1) - 1
  })
  totals[0] = 0
}

/** Returns the values of one paper. */
function docValues(segment: Segment, table: CompletedTable, doc: number): Uint32Array {
  if (table === 'source') return segment.source.subarray(doc, doc + 1)
  const starts = segment[`${table}_starts`]
  return segment[table].subarray(starts[doc], starts[doc + 1])
}

/** Returns the values with the most papers; among equal ones those with lower numbers first. */
function chooseMostFrequent(totals: Uint32Array, limit: number): { chosen: Uint32Array; complete: boolean } {
  const minTotal = minFrequentTotal(totals, limit)
  const above: number[] = []
  const equal: number[] = []
  let usedValues = 0
  totals.forEach((total, value) => {
    if (total > 0) usedValues += 1
    if (total > minTotal) above.push(value)
    else if (total === minTotal && equal.length < limit) equal.push(value)
  })
  above.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b)
  const chosen = Uint32Array.from([...above, ...equal].slice(0, limit))
  return { chosen, complete: chosen.length === usedValues }
}

/** Totals from here on are counted as one: fewer values than requested have them. */
const MAX_COUNTED_TOTAL = 1 << 16

/** Returns the greatest total that at least `limit` values reach; 1 when there are not that many values. */
function minFrequentTotal(totals: Uint32Array, limit: number): number {
  const counts = new Uint32Array(MAX_COUNTED_TOTAL + 1)
  for (let value = 0; value < totals.length; value += 1) {
    const total = Math.min(totals[value] ?? 0, MAX_COUNTED_TOTAL)
    counts[total] = (counts[total] ?? 0) + 1
  }
  let minTotal = MAX_COUNTED_TOTAL
  let reached = counts[minTotal] ?? 0
  while (reached < limit && minTotal > 1) {
    minTotal -= 1
    reached += counts[minTotal] ?? 0
  }
  return minTotal
}

/** Returns the most frequent values, at most `limit`. */
export function mostFrequentValues(frequent: FrequentCompletions, limit: number): ValueCounts {
  return placeCounts(frequent, [...frequent.values.keys()].slice(0, limit))
}

/**
 * Returns values with a beginning that starts with one of the texts, at most `limit`: first those that themselves start
 * so, then by papers.
 */
export function findByBeginning(frequent: FrequentCompletions, texts: string[], limit: number): ValueCounts {
  const best: number[] = []
  for (const text of texts) {
    const end = lowerBound(frequent.texts, text + LAST_CODE_UNIT)
    for (let at = lowerBound(frequent.texts, text); at < end; at += 1)
      keepSmallest(best, frequent.keys[at] ?? 0, limit)
  }
  return placeCounts(
    frequent,
    best.map((key) => key % INNER_FLAG),
  )
}

/** Inserts a key into the `limit` smallest ones, in order and with one per value. */
function keepSmallest(best: number[], key: number, limit: number): void {
  if (best.length === limit && key >= (best[limit - 1] ?? 0)) return
  const same = best.findIndex((other) => other % INNER_FLAG === key % INNER_FLAG)
  if (same >= 0 && (best[same] ?? 0) <= key) return
  if (same >= 0) best.splice(same, 1)
  const at = best.findIndex((other) => other > key)
  best.splice(at < 0 ? best.length : at, 0, key)
  if (best.length > limit) best.pop()
}

/** Returns the values at some places with their numbers of papers. */
function placeCounts({ values, totals }: FrequentCompletions, places: number[]): ValueCounts {
  return places.map((place) => [values[place] ?? 0, totals[place] ?? 0])
}
