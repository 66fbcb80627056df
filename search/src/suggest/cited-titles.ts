import { MASKS, MAX_DOCS, type Segment } from '../index/layout.ts'
import { advanceCursor, cursorAt, type TermCursor } from '../index/term-cursor.ts'
import { maskAt } from '../index/terms.ts'
import { openPositions, readPositions } from '../ranking/position-cursor.ts'

/** The most cited papers of a segment, indexed by the words of their titles. */
export interface CitedTitles {
  /** Most cited first; among equal ones the newest first. */
  docs: Uint16Array
  /** Numbers of the terms of their titles, ascending; `starts`: where the papers of each begin. */
  terms: Uint32Array
  starts: Uint32Array
  /** Indexes in `docs`, plus `OPENING_BIT` when the term is the first of the title. */
  places: Uint16Array
  /** Upper bound of the citations of other papers of the segment; -1 when there are none. */
  rest: number
}

/** Number of papers kept per segment: terms that none of them has are rare, and cheap to search. */
export const MAX_CITED_PAPERS = 8_192
/** Marks the place of a title that begins with the term; places are below it. */
export const OPENING_BIT = 1 << 15
/** Number of terms and postings processed between two yields. */
const STEP_SIZE = 16_384

/** Indexes the most cited titles of a segment in steps of a few milliseconds. */
export function* makeCitedTitles(segment: Segment): Generator<void, CitedTitles> {
  const docs = yield* findMostCited(segment)
  const placeOf = new Uint16Array(segment.head.doc_count)
  docs.forEach((doc, place) => {
    placeOf[doc] = place + 1
  })
  const [terms, starts, places]: [number[], number[], number[]] = [[], [], []]
  const cursor = cursorAt(segment, 0)
  for (let since = 0; advanceCursor(cursor); since += 1 + cursor.to - cursor.from) {
    const before = places.length
    addTermPlaces(cursor, placeOf, places)
    if (places.length > before) {
      terms.push(cursor.term)
      starts.push(before)
    }
    if (since < STEP_SIZE) continue
    since = 0
    yield
  }
  starts.push(places.length)
  const rest = docs.length === segment.head.doc_count ? -1 : (segment.cited[docs.at(-1) ?? 0] ?? 0)
  return {
    docs,
    terms: Uint32Array.from(terms),
    starts: Uint32Array.from(starts),
    places: Uint16Array.from(places),
    rest,
  }
}

/** Finds the most cited papers by sorting parts and merging them, with a yield after each. */
function* findMostCited({ cited, seq, head }: Segment): Generator<void, Uint16Array> {
  const byRank = (a: number, b: number) => (cited[b] ?? 0) - (cited[a] ?? 0) || (seq[b] ?? 0) - (seq[a] ?? 0)
  let best = new Uint16Array(0)
  for (let from = 0; from < head.doc_count; from += MAX_CITED_PAPERS) {
    const part = Uint16Array.from(
      { length: Math.min(MAX_CITED_PAPERS, head.doc_count - from) },
      (_, at) => from + at,
    )
    best = mergeFirst(best, part.sort(byRank), byRank)
    yield
  }
  return best
}

/** Merges two sorted lists up to the number of papers kept. */
function mergeFirst(a: Uint16Array, b: Uint16Array, compare: (a: number, b: number) => number) {
  const first = new Uint16Array(Math.min(MAX_CITED_PAPERS, a.length + b.length))
  let [inA, inB] = [0, 0]
  for (let at = 0; at < first.length; at += 1) {
    const isA = inB >= b.length || (inA < a.length && compare(a[inA] ?? 0, b[inB] ?? 0) <= 0)
    first[at] = (isA ? a[inA++] : b[inB++]) ?? 0
  }
  return first
}

function addTermPlaces(cursor: TermCursor, placeOf: Uint16Array, places: number[]): void {
  const { segment, from, to } = cursor
  const reader = openPositions(segment, cursor, null)
  for (let at = from; at < to; at += 1) {
    const place = placeOf[segment.docs[at] ?? 0] ?? 0
    if (place === 0 || (maskAt(segment, cursor, at) & MASKS.title) === 0) continue
    reader.posting = at
    const isOpening = readPositions(reader, positionBuffer) > 0 && positionBuffer[0] === 0
    places.push(place - 1 + (isOpening ? OPENING_BIT : 0))
  }
}

const positionBuffer = new Uint16Array(MAX_DOCS)
