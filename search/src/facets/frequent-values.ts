import type { Segment } from '../index/layout.ts'
import { createMemory, instantiateKernels, type Kernels } from '../kernels/kernels.ts'

/** Facets whose values are many. */
export type ListFacet = 'author' | 'keyword' | 'subject' | 'source'

/** The values of one facet that most papers have: what a facet shows is nearly always among them. */
export interface FrequentValues {
  /** Papers that have each value, those that are gone among them. */
  totals: Uint32Array
  values: Uint32Array
  /** So many of the first values have lists of their papers. */
  listed: number
  /** Places in `values` that have lists, those of most papers first. */
  order: number[]
  /** By place in `order`: entries of the value there and of all before it. */
  sums: number[]
  /** 1 + the place of a value in `values`, 0 for none. */
  place_of: Uint16Array
  /** No value outside `values` has more papers than this, and none without a list than `unlisted`. */
  rest: number
  unlisted: number
  papers: Map<Segment, ListedPapers>
  /** Entries of all segments, when the values were chosen and now. */
  chosen_of: number
  entries: number
}

/** The frequent values in one segment. */
export interface ListedPapers {
  /** By the place of a value with a list: where its papers begin in `docs`. */
  starts: Uint32Array
  docs: Uint16Array
  /** By entry of the facet: 1 + the place of its value, 0 for none. A place takes half the room of a value. */
  places: Uint16Array
  /** Over the segment and the memory that both lie in. */
  kernels: Kernels
}

/** Which values, and how many of them are looked at. */
export interface FrequentChoice {
  facet: ListFacet
  /** The facet's values are numbers below this. */
  size: number
  /** At most 65,535. */
  most: number
  listed: number
}

/** The frequent values of some segments; `before` is what was known of others, most of them the same. */
export function findFrequentValues(
  segments: Segment[],
  choice: FrequentChoice,
  before: FrequentValues | null,
): FrequentValues {
  const { facet, size } = choice
  const kept = before && canKeep(before, segments, size) ? before : null
  if (!kept) return chooseFrequent(segments, choice)
  for (const segment of kept.papers.keys())
    if (!segments.includes(segment)) removeSegment(kept, segment, facet)
  for (const segment of segments) if (!kept.papers.has(segment)) addSegment(kept, segment, facet)
  if (2 * kept.chosen_of < kept.entries) return chooseFrequent(segments, choice)
  return orderByTotals(kept)
}

function canKeep({ totals, papers }: FrequentValues, segments: Segment[], size: number): boolean {
  return (
    totals.length >= size && segments.filter((segment) => papers.has(segment)).length * 2 >= segments.length
  )
}

function chooseFrequent(segments: Segment[], { facet, size, most, listed }: FrequentChoice): FrequentValues {
  const length = Math.ceil(size * 1.25) + 64
  const frequent: FrequentValues = {
    totals: new Uint32Array(length),
    values: new Uint32Array(),
    listed: 0,
    order: [],
    sums: [],
    place_of: new Uint16Array(length),
    rest: 0,
    unlisted: 0,
    papers: new Map(),
    chosen_of: 0,
    entries: 0,
  }
  for (const segment of segments) addTotals(frequent, segment, facet, 1)
  frequent.chosen_of = frequent.entries
  frequent.values = chooseMostFrequent(frequent.totals, most)
  frequent.listed = Math.min(listed, frequent.values.length)
  frequent.values.forEach((value, place) => {
    frequent.place_of[value] = place + 1
  })
  frequent.totals.forEach((total, value) => {
    if (frequent.place_of[value] === 0) frequent.rest = Math.max(frequent.rest, total)
  })
  for (const segment of segments) frequent.papers.set(segment, listPapers(frequent, segment, facet))
  return orderByTotals(frequent)
}

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

function orderByTotals(frequent: FrequentValues): FrequentValues {
  const { totals, values, listed, rest } = frequent
  const total = (place: number) => totals[values[place] ?? 0] ?? 0
  const order = Array.from({ length: listed }, (_, place) => place).sort((a, b) => total(b) - total(a))
  let sum = 0
  const sums = order.map((place) => {
    sum += total(place)
    return sum
  })
  let unlisted = rest
  for (let place = listed; place < values.length; place += 1) unlisted = Math.max(unlisted, total(place))
  return { ...frequent, order, sums, unlisted }
}

/** The values that most papers have; as many as are looked at. */
function chooseMostFrequent(totals: Uint32Array, most: number): Uint32Array {
  const sorted = totals.toSorted()
  const isRoomForAll = (sorted.at(-most - 1) ?? 0) === 0
  const least = isRoomForAll ? 1 : Math.max(2, sorted.at(-most) ?? 0)
  const values: number[] = []
  totals.forEach((total, value) => {
    if (total >= least) values.push(value)
  })
  values.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b)
  return Uint32Array.from(values.slice(0, most))
}

/** Kernels read up to so many bytes more than there are. */
const READ_AHEAD_BYTES = 16

/** Of one segment the places of its entries, and the papers of each value that has a list. */
function listPapers({ place_of, listed }: FrequentValues, segment: Segment, facet: ListFacet): ListedPapers {
  const entries = segment[facet]
  const width = Uint16Array.BYTES_PER_ELEMENT
  // Room for all entries in the lists too: what is not written to takes none.
  const memory = createMemory(2 * width * entries.length + READ_AHEAD_BYTES)
  const places = new Uint16Array(memory.buffer, 0, entries.length)
  for (let entry = 0; entry < entries.length; entry += 1) places[entry] = place_of[entries[entry] ?? 0] ?? 0
  const starts = placeStarts(places, listed)
  const docs = new Uint16Array(memory.buffer, places.byteLength, starts[listed] ?? 0)
  const next = starts.slice()
  const rows = entryDocs(segment, facet)
  for (let entry = 0; entry < places.length; entry += 1) {
    const place = places[entry] ?? 0
    if (place === 0 || place > listed) continue
    const at = next[place - 1] ?? 0
    docs[at] = rows[entry] ?? 0
    next[place - 1] = at + 1
  }
  return { starts, docs, places, kernels: instantiateKernels(segment.memory, memory) }
}

/** Places count from 1, so that the sum up to a place is where the next one begins. */
function placeStarts(places: Uint16Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (const place of places) if (place <= count) starts[place] = (starts[place] ?? 0) + 1
  starts[0] = 0
  for (let at = 1; at <= count; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  return starts
}

/** The paper of each entry. */
function entryDocs(segment: Segment, facet: ListFacet): Uint16Array {
  const rows = new Uint16Array(segment[facet].length)
  if (facet === 'source') return rows.map((_, doc) => doc)
  const starts = segment[`${facet}_starts`]
  for (let doc = 0; doc < segment.head.doc_count; doc += 1) rows.fill(doc, starts[doc], starts[doc + 1])
  return rows
}

function addSegment(frequent: FrequentValues, segment: Segment, facet: ListFacet): void {
  addTotals(frequent, segment, facet, 1)
  for (const value of segment[facet])
    if (frequent.place_of[value] === 0) frequent.rest = Math.max(frequent.rest, frequent.totals[value] ?? 0)
  frequent.papers.set(segment, listPapers(frequent, segment, facet))
}

function removeSegment(frequent: FrequentValues, segment: Segment, facet: ListFacet): void {
  addTotals(frequent, segment, facet, -1)
  frequent.papers.delete(segment)
}
