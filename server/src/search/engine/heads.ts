import type { Segment } from '../segment/layout.ts'
import type { Bits } from './bits.ts'
import type { Counts } from './request.ts'
import { strongest } from './strongest.ts'

/** Facets whose values are many. */
export type ListFacet = 'author' | 'keyword' | 'subject' | 'source'

/** The values of one facet that most papers have, each with its papers: what a facet shows is nearly always among them. */
export interface Heads {
  /** Papers that have each value, those that are gone among them. */
  totals: Uint32Array
  values: Uint32Array
  /** Places in `values`, those of most papers first. */
  order: number[]
  /** 1 + the place of a value in `values`, 0 for none. */
  place_of: Uint16Array
  /** No value outside `values` has more papers than this. */
  rest: number
  papers: Map<Segment, HeadPapers>
  /** Entries of all segments, when the values were chosen and now. */
  chosen_of: number
  entries: number
}

/** By the place of a value: where its papers in one segment begin. */
interface HeadPapers {
  starts: Uint32Array
  docs: Uint16Array
}

/** Which values, and how many of them are looked at. */
export interface HeadChoice {
  facet: ListFacet
  /** The facet's values are numbers below this. */
  size: number
  most: number
}

/** The heads of some segments; `before` is what was known of others, most of them the same. */
export function headsOf(segments: Segment[], choice: HeadChoice, before: Heads | null): Heads {
  const { facet, size } = choice
  const kept = before && canKeep(before, segments, size) ? before : null
  if (!kept) return chooseHeads(segments, choice)
  for (const segment of kept.papers.keys()) if (!segments.includes(segment)) forget(kept, segment, facet)
  for (const segment of segments) if (!kept.papers.has(segment)) learn(kept, segment, facet)
  if (2 * kept.chosen_of < kept.entries) return chooseHeads(segments, choice)
  return { ...kept, order: orderOf(kept) }
}

function canKeep({ totals, papers }: Heads, segments: Segment[], size: number): boolean {
  return (
    totals.length >= size && segments.filter((segment) => papers.has(segment)).length * 2 >= segments.length
  )
}

function chooseHeads(segments: Segment[], { facet, size, most }: HeadChoice): Heads {
  const length = Math.ceil(size * 1.25) + 64
  const heads: Heads = {
    totals: new Uint32Array(length),
    values: new Uint32Array(),
    order: [],
    place_of: new Uint16Array(length),
    rest: 0,
    papers: new Map(),
    chosen_of: 0,
    entries: 0,
  }
  for (const segment of segments) addTotals(heads, segment, facet, 1)
  heads.chosen_of = heads.entries
  heads.values = mostFrequent(heads.totals, most)
  heads.values.forEach((value, place) => {
    heads.place_of[value] = place + 1
  })
  heads.totals.forEach((total, value) => {
    if (heads.place_of[value] === 0) heads.rest = Math.max(heads.rest, total)
  })
  for (const segment of segments) heads.papers.set(segment, papersOf(heads, segment, facet))
  return { ...heads, order: orderOf(heads) }
}

function addTotals(heads: Heads, segment: Segment, facet: ListFacet, sign: 1 | -1): void {
  const { totals } = heads
  const entries = segment[facet]
  for (let at = 0; at < entries.length; at += 1) {
    const value = entries[at] ?? 0
    totals[value] = (totals[value] ?? 0) + sign
  }
  totals[0] = 0
  heads.entries += sign * entries.length
}

function orderOf({ values, totals }: Pick<Heads, 'values' | 'totals'>): number[] {
  const total = (place: number) => totals[values[place] ?? 0] ?? 0
  return [...values.keys()].sort((a, b) => total(b) - total(a))
}

/** The values that most papers have; as many as are looked at. */
function mostFrequent(totals: Uint32Array, most: number): Uint32Array {
  const sorted = totals.toSorted()
  const least = Math.max(2, sorted[Math.max(0, sorted.length - most)] ?? 0)
  const values: number[] = []
  totals.forEach((total, value) => {
    if (total >= least) values.push(value)
  })
  values.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b)
  return Uint32Array.from(values.slice(0, most))
}

/** Of one segment the papers of each head. */
function papersOf({ values, place_of }: Heads, segment: Segment, facet: ListFacet): HeadPapers {
  const places = Uint16Array.from(segment[facet], (value) => place_of[value] ?? 0)
  const starts = startsOf(places, values.length)
  const docs = new Uint16Array(starts[values.length] ?? 0)
  const next = starts.slice()
  const rows = rowsOf(segment, facet)
  places.forEach((place, entry) => {
    if (place === 0) return
    const at = next[place - 1] ?? 0
    docs[at] = rows[entry] ?? 0
    next[place - 1] = at + 1
  })
  return { starts, docs }
}

/** Places count from 1, so that the sum up to a place is where the next one begins. */
function startsOf(places: Uint16Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (const place of places) starts[place] = (starts[place] ?? 0) + 1
  starts[0] = 0
  for (let at = 1; at <= count; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  return starts
}

/** The paper of each entry. */
function rowsOf(segment: Segment, facet: ListFacet): Uint16Array {
  const rows = new Uint16Array(segment[facet].length)
  if (facet === 'source') return rows.map((_, doc) => doc)
  const starts = segment[`${facet}_starts`]
  for (let doc = 0; doc < segment.head.doc_count; doc += 1) rows.fill(doc, starts[doc], starts[doc + 1])
  return rows
}

function learn(heads: Heads, segment: Segment, facet: ListFacet): void {
  addTotals(heads, segment, facet, 1)
  for (const value of segment[facet])
    if (heads.place_of[value] === 0) heads.rest = Math.max(heads.rest, heads.totals[value] ?? 0)
  heads.papers.set(segment, papersOf(heads, segment, facet))
}

function forget(heads: Heads, segment: Segment, facet: ListFacet): void {
  addTotals(heads, segment, facet, -1)
  heads.papers.delete(segment)
}

/** The hits of a search in one segment. */
export interface SegmentHits {
  segment: Segment
  bits: Bits
}

/**
 * Counts values from the one with the most papers on, until no other can be among the `shown` most frequent; null where
 * that cannot be told from the heads, or not in fewer than `budget` steps.
 */
export function countHeads(
  { values, order, totals, rest, papers }: Heads,
  hits: SegmentHits[],
  shown: number,
  budget: number,
): { counts: Counts; more: boolean } | null {
  const sides = hits.flatMap(({ segment, bits }) => {
    const found = papers.get(segment)
    return found ? [{ ...found, bits }] : []
  })
  const counts: Counts = []
  const best: number[] = []
  const least = () => (counts.length > shown ? (best[shown - 1] ?? 0) : 0)
  let left = budget
  for (const place of order) {
    const value = values[place] ?? 0
    const total = totals[value] ?? 0
    if (total < least()) break
    left -= total + hits.length
    if (left < 0) return null
    const count = countValue(sides, place)
    if (count > 0) counts.push([value, count])
    insert(best, count, shown)
  }
  return rest < least() ? { counts: strongest(counts, shown), more: true } : null
}

/** Keeps the `most` greatest counts in order. */
function insert(best: number[], count: number, most: number): void {
  if (best.length === most && count <= (best[most - 1] ?? 0)) return
  if (best.length === most) best.pop()
  let at = best.length
  while (at > 0 && (best[at - 1] ?? 0) < count) at -= 1
  best.splice(at, 0, count)
}

/** The heads' papers of a segment beside the hits in it. */
interface Side extends HeadPapers {
  bits: Bits
}

function countValue(sides: Side[], place: number): number {
  let count = 0
  for (let side = 0; side < sides.length; side += 1) {
    const found = sides[side]
    if (found) count += countIn(found, place)
  }
  return count
}

function countIn({ starts, docs, bits }: Side, place: number): number {
  const end = starts[place + 1] ?? 0
  let count = 0
  for (let at = starts[place] ?? 0; at < end; at += 1) {
    const doc = docs[at] ?? 0
    count += ((bits[doc >>> 5] ?? 0) >>> (doc & 31)) & 1
  }
  return count
}
