import type { Segment } from '../index/layout.ts'
import type { Values } from '../index/values.ts'
import type { Counts } from '../planning/request.ts'
import { beginningsOf, type Completed } from './beginnings.ts'
import { firstNotBefore } from './first-not-before.ts'

/** The values of a table that most papers have, by all their beginnings. A place is a value's rank, from 0. */
export interface FrequentValues {
  /** In the order of their code units. */
  texts: string[]
  /** Of each text the place of its value, plus `INNER` where the text stands inside the value. */
  keys: Uint32Array
  /** By place. */
  values: Uint32Array
  totals: Uint32Array
  /** Whether no value of a living paper is missing. */
  complete: boolean
}

/** So many values are kept: what fewer papers have is rare, and cheap to look for. */
export const MOST_FREQUENT = 32_768
const INNER = 1 << 20
/** Values between two moments in which others may work. */
const STEP = 100

/** What the frequent values of a table are made from. */
interface Material {
  table: Completed
  segments: Segment[]
  values: Values
  most: number
}

/** Makes the frequent values of a table in steps of a few milliseconds. */
export function* makeFrequentValues({
  table,
  segments,
  values,
  most,
}: Material): Generator<void, FrequentValues> {
  const totals = new Uint32Array(values.count + 1)
  for (const segment of segments) {
    countLiving(segment, table, totals)
    yield
  }
  const { chosen, complete } = mostFrequent(totals, most)
  yield
  const entries = yield* sortedEntries(table, values, chosen)
  yield
  const texts = entries.map(({ text }) => text)
  yield
  const keys = Uint32Array.from(entries, ({ key }) => key)
  return { texts, keys, values: chosen, totals: chosen.map((value) => totals[value] ?? 0), complete }
}

/** Sorted by their first two characters first: one long sorting would keep others waiting. */
function* sortedEntries(table: Completed, values: Values, chosen: Uint32Array): Generator<void, Entry[]> {
  const buckets = new Map<number, Entry[]>()
  for (const [place, value] of chosen.entries()) {
    for (const { text, inner } of beginningsOf(table, values, value))
      addTo(buckets, { text, key: place + (inner ? INNER : 0) })
    if (place % STEP === 0) yield
  }
  const inOrder = [...buckets].sort(([a], [b]) => a - b)
  for (const [, bucket] of inOrder) {
    bucket.sort(byText)
    if (bucket.length > STEP) yield
  }
  return inOrder.flatMap(([, bucket]) => bucket)
}

const CODE_UNITS = 1 << 16

function addTo(buckets: Map<number, Entry[]>, entry: Entry): void {
  const { text } = entry
  const first = text.charCodeAt(0) * CODE_UNITS + (text.length > 1 ? text.charCodeAt(1) : 0)
  const bucket = buckets.get(first)
  if (bucket) bucket.push(entry)
  else buckets.set(first, [entry])
}

interface Entry {
  text: string
  key: number
}

function byText(a: Entry, b: Entry): number {
  if (a.text === b.text) return a.key - b.key
  return a.text < b.text ? -1 : 1
}

/** Adds how many papers of a segment have each value, without those that are gone. */
function countLiving(segment: Segment, table: Completed, totals: Uint32Array): void {
  const entries = segment[table]
  // Counting loops over millions: no closures.
  for (let at = 0; at < entries.length; at += 1) {
    const value = entries[at] ?? 0
    totals[value] = (totals[value] ?? 0) + 1
  }
  segment.deleted.forEach((word, at) => {
    for (let bit = 0; word !== 0 && bit < 32; bit += 1)
      if ((word >>> bit) & 1)
        for (const value of valuesOf(segment, table, at * 32 + bit)) totals[value] = (totals[value] ?? 1) - 1
  })
  totals[0] = 0
}

function valuesOf(segment: Segment, table: Completed, doc: number): Uint32Array {
  if (table === 'source') return segment.source.subarray(doc, doc + 1)
  const starts = segment[`${table}_starts`]
  return segment[table].subarray(starts[doc], starts[doc + 1])
}

/** The values that most papers have, the first of equal ones first. */
function mostFrequent(totals: Uint32Array, most: number): { chosen: Uint32Array; complete: boolean } {
  const least = leastOf(totals, most)
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

/** Totals from here on are counted as one: not so many values have them. */
const GREAT = 1 << 16

/** The greatest total that enough values have or exceed; 1 where there are not so many. */
function leastOf(totals: Uint32Array, most: number): number {
  const counts = new Uint32Array(GREAT + 1)
  for (let value = 0; value < totals.length; value += 1) {
    const total = Math.min(totals[value] ?? 0, GREAT)
    counts[total] = (counts[total] ?? 0) + 1
  }
  let least = GREAT
  for (let found = counts[least] ?? 0; found < most && least > 1; found += counts[least] ?? 0) least -= 1
  return least
}

/** The most frequent values of all. */
export function frequent(known: FrequentValues, most: number): Counts {
  return countsOf(known, [...known.values.keys()].slice(0, most))
}

/** Values with a beginning that begins with one of `wanted`: before others those that themselves begin so, then by papers. */
export function beginningSo(known: FrequentValues, wanted: string[], most: number): Counts {
  const best: number[] = []
  for (const text of wanted) {
    const end = firstNotBefore(known.texts, `${text}\uffff`)
    for (let at = firstNotBefore(known.texts, text); at < end; at += 1) keep(best, known.keys[at] ?? 0, most)
  }
  return countsOf(
    known,
    best.map((key) => key % INNER),
  )
}

/** Keeps the `most` smallest keys in order, one a value. */
function keep(best: number[], key: number, most: number): void {
  if (best.length === most && key >= (best[most - 1] ?? 0)) return
  const known = best.findIndex((other) => other % INNER === key % INNER)
  if (known >= 0 && (best[known] ?? 0) <= key) return
  if (known >= 0) best.splice(known, 1)
  const at = best.findIndex((other) => other > key)
  best.splice(at < 0 ? best.length : at, 0, key)
  if (best.length > most) best.pop()
}

function countsOf({ values, totals }: FrequentValues, places: number[]): Counts {
  return places.map((place) => [values[place] ?? 0, totals[place] ?? 0])
}
