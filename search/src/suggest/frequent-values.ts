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
const INNER_FLAG = 1 << 20
/** Number of values processed between two yields. */
const STEP_SIZE = 100

/** Inputs of the frequent values of a table. */
interface FrequentSource {
  table: CompletedTable
  segments: Segment[]
  values: FacetValues
  most: number
}

/** Computes the frequent values of a table in steps of a few milliseconds. */
export function* makeFrequentValues({
  table,
  segments,
  values,
  most,
}: FrequentSource): Generator<void, FrequentCompletions> {
  const totals = new Uint32Array(values.count + 1)
  for (const segment of segments) {
    countLive(segment, table, totals)
    yield
  }
  const { chosen, complete } = chooseMostFrequent(totals, most)
  yield
  const entries = yield* sortedEntries(table, values, chosen)
  yield
  const texts = entries.map(({ text }) => text)
  yield
  const keys = Uint32Array.from(entries, ({ key }) => key)
  return { texts, keys, values: chosen, totals: chosen.map((value) => totals[value] ?? 0), complete }
}

/** Sorts by the first two characters first: a single sort of everything would block the thread. */
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

function docValues(segment: Segment, table: CompletedTable, doc: number): Uint32Array {
  if (table === 'source') return segment.source.subarray(doc, doc + 1)
  const starts = segment[`${table}_starts`]
  return segment[table].subarray(starts[doc], starts[doc + 1])
}

/** Returns the values with the most papers; among equal ones those with lower numbers first. */
function chooseMostFrequent(totals: Uint32Array, most: number): { chosen: Uint32Array; complete: boolean } {
  const least = minFrequentTotal(totals, most)
  const more: number[] = []
  const equal: number[] = []
  let living = 0
  totals.forEach((total, value) => {
    if (total > 0) living += 1
    if (total > least) more.push(value)
    else if (total === least && equal.length < most) equal.push(value)
  })
  more.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b)
  const chosen = Uint32Array.from([...more, ...equal].slice(0, most))
  return { chosen, complete: chosen.length === living }
}

/** Totals from here on are counted as one: fewer values than requested have them. */
const MAX_COUNTED_TOTAL = 1 << 16

/** Returns the greatest total that at least `most` values reach; 1 when there are not that many values. */
function minFrequentTotal(totals: Uint32Array, most: number): number {
  const counts = new Uint32Array(MAX_COUNTED_TOTAL + 1)
  for (let value = 0; value < totals.length; value += 1) {
    const total = Math.min(totals[value] ?? 0, MAX_COUNTED_TOTAL)
    counts[total] = (counts[total] ?? 0) + 1
  }
  let least = MAX_COUNTED_TOTAL
  for (let found = counts[least] ?? 0; found < most && least > 1; found += counts[least] ?? 0) least -= 1
  return least
}

/** Returns the most frequent values. */
export function mostFrequentValues(known: FrequentCompletions, most: number): ValueCounts {
  return placeCounts(known, [...known.values.keys()].slice(0, most))
}

/**
 * Returns values with a beginning that starts with one of `wanted`: first those that themselves start so, then by
 * papers.
 */
export function findByBeginning(known: FrequentCompletions, wanted: string[], most: number): ValueCounts {
  const best: number[] = []
  for (const text of wanted) {
    const end = lowerBound(known.texts, `${text}\uffff`)
    for (let at = lowerBound(known.texts, text); at < end; at += 1)
      keepSmallest(best, known.keys[at] ?? 0, most)
  }
  return placeCounts(
    known,
    best.map((key) => key % INNER_FLAG),
  )
}

/** Inserts a key into the `most` smallest ones, in order and with one per value. */
function keepSmallest(best: number[], key: number, most: number): void {
  if (best.length === most && key >= (best[most - 1] ?? 0)) return
  const known = best.findIndex((other) => other % INNER_FLAG === key % INNER_FLAG)
  if (known >= 0 && (best[known] ?? 0) <= key) return
  if (known >= 0) best.splice(known, 1)
  const at = best.findIndex((other) => other > key)
  best.splice(at < 0 ? best.length : at, 0, key)
  if (best.length > most) best.pop()
}

function placeCounts({ values, totals }: FrequentCompletions, places: number[]): ValueCounts {
  return places.map((place) => [values[place] ?? 0, totals[place] ?? 0])
}
