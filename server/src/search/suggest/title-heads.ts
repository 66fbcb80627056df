import { isDeleted, MASKS, type Segment } from '../segment/layout.ts'
import { advance, cursorAt, seekTerm, type TermCursor } from '../segment/term-cursor.ts'
import { LONGEST_TERM, writeUtf8 } from '../segment/utf8.ts'

/** The most cited papers of a segment, by the words of their titles. */
export interface TitleHeads {
  /** Most cited first, the newest of equals first. */
  docs: Uint16Array
  /** Numbers of the terms that their titles have, in order, and where the papers of each begin. */
  terms: Uint32Array
  starts: Uint32Array
  /** Places in `docs`. */
  places: Uint16Array
  /** No other paper of the segment is cited more often than this; -1 where there is no other. */
  rest: number
}

/** So many papers of each segment are kept: what none of them has is rare, and cheap to look for. */
const HEADS = 8_192
/** Terms between two moments in which others may work. */
const STEP = 4_096

/** Makes the heads of a segment in steps of a few milliseconds. */
export function* makeTitleHeads(segment: Segment): Generator<void, TitleHeads> {
  const docs = mostCited(segment)
  const placeOf = new Uint16Array(segment.head.doc_count)
  docs.forEach((doc, place) => {
    placeOf[doc] = place + 1
  })
  const [terms, starts, places]: [number[], number[], number[]] = [[], [], []]
  const cursor = cursorAt(segment, 0)
  while (advance(cursor)) {
    const before = places.length
    addPlaces(cursor, placeOf, places)
    if (places.length > before) {
      terms.push(cursor.term)
      starts.push(before)
    }
    if (cursor.term % STEP === 0) yield
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

function mostCited({ cited, seq, head }: Segment): Uint16Array {
  const docs = Uint16Array.from({ length: head.doc_count }, (_, doc) => doc)
  docs.sort((a, b) => (cited[b] ?? 0) - (cited[a] ?? 0) || (seq[b] ?? 0) - (seq[a] ?? 0))
  return docs.slice(0, HEADS)
}

function addPlaces({ segment, from, to }: TermCursor, placeOf: Uint16Array, places: number[]): void {
  const { docs, masks } = segment
  for (let at = from; at < to; at += 1) {
    const place = placeOf[docs[at] ?? 0] ?? 0
    if (place > 0 && (masks[at] ?? 0) & MASKS.title) places.push(place - 1)
  }
}

/** A paper with its citations. */
export interface Cited {
  seq: number
  cited: number
}

/** The most cited of the heads whose title has a term that begins with one of `prefixes`; no more than `most`. */
export function titlesBeginning(
  segment: Segment,
  heads: TitleHeads,
  prefixes: string[],
  most: number,
): Cited[] {
  isFound.fill(0, 0, heads.docs.length)
  for (const prefix of prefixes) markPlaces(heads, rangeOf(segment, prefix))
  const papers: Cited[] = []
  for (let place = 0; place < heads.docs.length && papers.length < most; place += 1) {
    const doc = heads.docs[place] ?? 0
    if (isFound[place] === 1 && !isDeleted(segment, doc))
      papers.push({ seq: segment.seq[doc] ?? 0, cited: segment.cited[doc] ?? 0 })
  }
  return papers
}

/** By place, for one segment after the other. */
const isFound = new Uint8Array(HEADS)

function markPlaces({ terms, starts, places }: TitleHeads, [from, to]: [number, number]): void {
  const end = starts[firstNotBefore(terms, to)] ?? 0
  for (let at = starts[firstNotBefore(terms, from)] ?? 0; at < end; at += 1) isFound[places[at] ?? 0] = 1
}

const bytes = new Uint8Array(LONGEST_TERM + 4)
/** No byte of a term is as great. */
const BEHIND_ALL = 0xff

/** Numbers of the first term that begins so, and of the one behind the last. */
function rangeOf(segment: Segment, prefix: string): [from: number, to: number] {
  if (segment.head.term_count === 0) return [0, 0]
  const length = writeUtf8(prefix, bytes, 0, LONGEST_TERM - 1)
  const from = seekTerm(segment, bytes, length).term
  bytes[length] = BEHIND_ALL
  return [from, seekTerm(segment, bytes, length + 1).term]
}

function firstNotBefore(terms: Uint32Array, term: number): number {
  let [low, high] = [0, terms.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((terms[middle] ?? 0) < term) low = middle + 1
    else high = middle
  }
  return low
}
