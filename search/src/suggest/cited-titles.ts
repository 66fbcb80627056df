import { isDeleted, MASKS, MAX_DOCS, type Segment } from '../index/layout.ts'
import { advanceCursor, cursorAt, type TermCursor } from '../index/term-cursor.ts'
import { maskAt, prefixRange, singleTermRange, type TermRange } from '../index/terms.ts'
import type { Plan } from '../planning/plan.ts'
import { openPositions, readPositions } from '../ranking/position-cursor.ts'
import { lowerBound } from './lower-bound.ts'

/** The most cited papers of a segment, indexed by the words of their titles. */
export interface CitedTitles {
  /** Most cited first; among equal ones the newest first. */
  docs: Uint16Array
  /** Numbers of the terms of their titles, ascending; `starts`: where the papers of each begin. */
  terms: Uint32Array
  starts: Uint32Array
  /** Indexes in `docs`, plus `OPENING_BIT` when the term is the first of the title. */
  places: Uint16Array
  /** Upper bound of the citations of other papers of the segment; `NO_OTHERS` when there are none. */
  max_other_citations: number
}

/** Value of `max_other_citations` when all papers of a segment are indexed. */
export const NO_OTHERS = -1
/** Number of papers kept per segment: terms that none of them has are rare, and cheap to search. */
const MAX_CITED_PAPERS = 8_192
/** Marks the place of a title that begins with the term; places are below it. */
const OPENING_BIT = 1 << 15
/** Number of terms and postings processed between two yields. */
const STEP_SIZE = 16_384

/** Indexes the most cited titles of a segment in steps of a few milliseconds. */
export function* makeCitedTitles(segment: Segment): Generator<void, CitedTitles> {
  const docs = yield* findMostCited(segment)
  // 1 + the index in `docs` by paper; 0 for papers that are not among them.
  const placeOf = new Uint16Array(segment.head.doc_count)
  docs.forEach((doc, place) => {
    placeOf[doc] = place + 1
  })
  const [terms, starts, places]: [number[], number[], number[]] = [[], [], []]
  const cursor = cursorAt(segment, 0)
  for (let stepsSinceYield = 0; advanceCursor(cursor); stepsSinceYield += 1 + cursor.to - cursor.from) {
    const start = places.length
    addTermPlaces(cursor, placeOf, places)
    if (places.length > start) {
      terms.push(cursor.term)
      starts.push(start)
    }
    if (stepsSinceYield < STEP_SIZE) continue
    stepsSinceYield = 0
    yield
  }
  starts.push(places.length)
  const max_other_citations =
    docs.length === segment.head.doc_count ? NO_OTHERS : (segment.cited[docs.at(-1) ?? 0] ?? 0)
  return {
    docs,
    terms: Uint32Array.from(terms),
    starts: Uint32Array.from(starts),
    places: Uint16Array.from(places),
    max_other_citations,
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

/** Appends the places of the papers that have the cursor's term in their title. */
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

/** A paper among the most cited of its segment. */
export interface TitleHit {
  seq: number
  /** Number of its citations. */
  cited: number
  /** Whether the title begins with the first of the requested words. */
  opening: boolean
}

/**
 * Returns whether a plan over titles can be matched with the most cited titles, which know words and prefixes but not
 * their order.
 */
export function isMatchable(plan: Plan): boolean {
  if (plan.op === 'and' || plan.op === 'or') return plan.parts.every(isMatchable)
  if (plan.op === 'boost') return isMatchable(plan.part)
  return plan.op === 'term' || (plan.op === 'prefix' && plan.pattern === null)
}

/** One bit per place for matching titles, then one for titles that begin with the first word. */
type TitleMarks = Uint32Array
const MARK_WORDS = MAX_CITED_PAPERS / 32

interface SegmentTitles {
  segment: Segment
  cited: CitedTitles
}

/**
 * Returns the most cited papers of a segment whose titles match, most cited first, up to `limit`.
 *
 * @param openingFirst whether up to `limit` titles that begin with the first word come first, then up to `limit` others;
 * `opening` is only then set.
 */
export function matchTitles(
  titles: SegmentTitles,
  plan: Plan,
  limit: number,
  openingFirst: boolean,
): TitleHit[] {
  const marks = matchMarks(titles, plan)
  const matching = (word: number) => marks[word] ?? 0
  const opening = (word: number) => matching(word) & (marks[MARK_WORDS + word] ?? 0)
  const hits = openingFirst
    ? [
        ...collectHits(titles, opening, limit, true),
        ...collectHits(titles, (word) => matching(word) & ~opening(word), limit, false),
      ]
    : collectHits(titles, matching, limit, false)
  freeMarks.push(marks)
  return hits
}

/**
 * Returns the papers at the set bits of marks, without deleted ones.
 *
 * @param wordAt returns a word of 32 marks.
 */
function collectHits(
  { segment, cited }: SegmentTitles,
  wordAt: (word: number) => number,
  limit: number,
  opening: boolean,
): TitleHit[] {
  const hits: TitleHit[] = []
  for (let word = 0; word < MARK_WORDS && hits.length < limit; word += 1) {
    // Clears the lowest bit in each iteration.
    for (let bits = wordAt(word); bits !== 0 && hits.length < limit; bits &= bits - 1) {
      const doc = cited.docs[word * 32 + 31 - Math.clz32(bits & -bits)] ?? 0
      if (!isDeleted(segment, doc))
        hits.push({ seq: segment.seq[doc] ?? 0, cited: segment.cited[doc] ?? 0, opening })
    }
  }
  return hits
}

const freeMarks: TitleMarks[] = []
/** Returns cleared marks, reusing those that are free. */
const takeMarks = () => freeMarks.pop()?.fill(0) ?? new Uint32Array(2 * MARK_WORDS)

/** Returns the marks of the titles that match a plan; the caller returns them to `freeMarks`. */
function matchMarks(titles: SegmentTitles, plan: Plan): TitleMarks {
  const { segment } = titles
  switch (plan.op) {
    case 'boost':
      return matchMarks(titles, plan.part)
    case 'term':
      return rangeMarks(titles, singleTermRange(segment, plan.term))
    case 'prefix':
      return rangeMarks(titles, prefixRange(segment, plan.prefix))
    case 'and':
    case 'or':
      return jointMarks(titles, plan.op, plan.parts)
    default:
      return takeMarks()
  }
}

function jointMarks(titles: SegmentTitles, op: 'and' | 'or', [first, ...others]: Plan[]): TitleMarks {
  const marks = first ? matchMarks(titles, first) : takeMarks()
  for (const part of others) {
    const other = matchMarks(titles, part)
    if (op === 'and') intersectMarks(marks, other)
    else addMarks(marks, other)
    freeMarks.push(other)
  }
  return marks
}

/** Keeps the second half of the marks, since the first word determines which titles begin so. */
function intersectMarks(marks: TitleMarks, other: TitleMarks): void {
  for (let at = 0; at < MARK_WORDS; at += 1) marks[at] = (marks[at] ?? 0) & (other[at] ?? 0)
}

/** Adds the marks of both halves. */
function addMarks(marks: TitleMarks, other: TitleMarks): void {
  for (let at = 0; at < marks.length; at += 1) marks[at] = (marks[at] ?? 0) | (other[at] ?? 0)
}

/** Returns the marks of the titles with one of a range of terms. */
function rangeMarks({ cited: { terms, starts, places } }: SegmentTitles, [from, to]: TermRange): TitleMarks {
  const marks = takeMarks()
  const end = starts[lowerBound(terms, to)] ?? 0
  for (let at = starts[lowerBound(terms, from)] ?? 0; at < end; at += 1) {
    const entry = places[at] ?? 0
    const place = entry & (OPENING_BIT - 1)
    const bit = 1 << (place & 31)
    const word = place >>> 5
    marks[word] = (marks[word] ?? 0) | bit
    if (entry >= OPENING_BIT) marks[MARK_WORDS + word] = (marks[MARK_WORDS + word] ?? 0) | bit
  }
  return marks
}
