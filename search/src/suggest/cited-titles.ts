import { readDocs } from '../index/docs.ts'
import { isDeleted, MASKS, MAX_DOCS, type Segment } from '../index/layout.ts'
import { maskAt } from '../index/masks.ts'
import { positionsInMemory, readAllPositions } from '../index/position-source.ts'
import { advanceCursor, cursorAt, type TermCursor } from '../index/term-cursor.ts'
import { prefixRange, singleTermRange, type TermRange } from '../index/terms.ts'
import type { Plan } from '../planning/plan.ts'
import { openPositions, readPositions } from '../ranking/position-cursor.ts'
import { lowerBound } from './lower-bound.ts'

/**
 * The most cited papers of a segment, indexed by the terms of their titles. The rank of a paper is its index in `docs`.
 */
export interface CitedTitles {
  /** Most cited first; among equal ones the newest first. */
  docs: Uint16Array
  /** Numbers of the terms of their titles, ascending. */
  terms: Uint32Array
  /** For each term, the index of its first entry in `entries`; then the number of entries. */
  starts: Uint32Array
  /** For each term, the ranks of the papers, plus `OPENING_BIT` where the title begins with the term. */
  entries: Uint16Array
  /** Upper bound of the citations of other papers of the segment; `NO_OTHERS` when there are none. */
  max_other_citations: number
}

/** Value of `max_other_citations` when all papers of a segment are indexed. */
export const NO_OTHERS = -1
/** Number of terms and postings processed between two yields: some milliseconds of work. */
const STEP_SIZE = 16_384

/** Indexes the most cited titles of a segment in steps of a few milliseconds; the index is the return value. */
export function* makeCitedTitles(segment: Segment): Generator<void, CitedTitles> {
  const docs = yield* findMostCited(segment)
  // By paper: its rank plus 1, or 0 when it is not indexed.
  const rankOf = new Uint16Array(segment.head.doc_count)
  docs.forEach((doc, rank) => {
    rankOf[doc] = rank + 1
  })
  const [terms, starts, entries]: [number[], number[], number[]] = [[], [], []]
  // Nearly all positions are read.
  const positions = positionsInMemory(readAllPositions(segment.positions))
  const cursor = cursorAt({ ...segment, positions }, 0)
  for (let stepsSinceYield = 0; advanceCursor(cursor); stepsSinceYield += 1 + cursor.to - cursor.from) {
    const start = entries.length
    addTermEntries(cursor, rankOf, entries)
    if (entries.length > start) {
      terms.push(cursor.term)
      starts.push(start)
    }
    if (stepsSinceYield < STEP_SIZE) continue
    stepsSinceYield = 0
    yield
  }
  starts.push(entries.length)
  const max_other_citations =
    docs.length === segment.head.doc_count ? NO_OTHERS : (segment.cited[docs.at(-1) ?? 0] ?? 0)
  return {
    docs,
    terms: Uint32Array.from(terms),
    starts: Uint32Array.from(starts),
    entries: Uint16Array.from(entries),
    max_other_citations,
  }
}

/** Maximum number of indexed papers per segment: terms that none of them has are rare, and cheap to search. */
const MAX_CITED_PAPERS = 8_192

/** Returns the most cited papers. Parts of the segment are sorted and merged, with a yield after each. */
function* findMostCited({ cited, seq, head }: Segment): Generator<void, Uint16Array> {
  const byRank = (a: number, b: number) => (cited[b] ?? 0) - (cited[a] ?? 0) || (seq[b] ?? 0) - (seq[a] ?? 0)
  let best = new Uint16Array(0)
  for (let from = 0; from < head.doc_count; from += MAX_CITED_PAPERS) {
    const part = Uint16Array.from(
      { length: Math.min(MAX_CITED_PAPERS, head.doc_count - from) },
      (_, index) => from + index,
    )
    best = mergeFirst(best, part.sort(byRank), byRank)
    yield
  }
  return best
}

/** Merges two lists that are sorted by `compare` and returns the first `MAX_CITED_PAPERS` papers. */
function mergeFirst(a: Uint16Array, b: Uint16Array, compare: (a: number, b: number) => number) {
  const merged = new Uint16Array(Math.min(MAX_CITED_PAPERS, a.length + b.length))
  let [nextA, nextB] = [0, 0]
  for (let index = 0; index < merged.length; index += 1) {
    const takesA = nextB >= b.length || (nextA < a.length && compare(a[nextA] ?? 0, b[nextB] ?? 0) <= 0)
    merged[index] = (takesA ? a[nextA++] : b[nextB++]) ?? 0
  }
  return merged
}

/** Added to the rank of a title that begins with the term; ranks are below it. */
const OPENING_BIT = 1 << 15
/** Holds the positions of a term in one paper. */
const positionBuffer = new Uint16Array(MAX_DOCS)

/** Appends the entries of the papers that have the cursor's term in their title: see `CitedTitles.entries`. */
function addTermEntries(cursor: TermCursor, rankOf: Uint16Array, entries: number[]): void {
  const { segment, from, to } = cursor
  const reader = openPositions(segment, cursor, null)
  const docs = readDocs(segment, cursor)
  for (let posting = from; posting < to; posting += 1) {
    // 0 for a paper that is not indexed.
    const rankPlus1 = rankOf[docs[posting - from] ?? 0] ?? 0
    if (rankPlus1 === 0 || (maskAt(segment, cursor, posting) & MASKS.title) === 0) continue
    reader.posting = posting
    const isOpening = readPositions(reader, positionBuffer) > 0 && positionBuffer[0] === 0
    entries.push(rankPlus1 - 1 + (isOpening ? OPENING_BIT : 0))
  }
}

/** A paper among the most cited of its segment whose title matches. */
export interface TitleHit {
  seq: number
  /** Number of its citations. */
  cited: number
  /** Whether the title begins with the first of the typed words. */
  opening: boolean
}

/**
 * Returns whether a plan over titles can be matched with `CitedTitles`, which contain terms but, apart from the first
 * one, not their order: plans of terms and prefixes can, phrases cannot.
 */
export function isMatchable(plan: Plan): boolean {
  if (plan.op === 'and' || plan.op === 'or') return plan.parts.every(isMatchable)
  if (plan.op === 'boost') return isMatchable(plan.part)
  return plan.op === 'term' || (plan.op === 'prefix' && plan.pattern === null)
}

/** Number of marks of a word. */
const WORD_BITS = 32
/** Number of words of 32 marks that hold one bit per rank. */
const MARK_WORDS = MAX_CITED_PAPERS / WORD_BITS

/** A segment with its index of titles. */
interface SegmentTitles {
  segment: Segment
  cited: CitedTitles
}

/** One bit per rank for titles that match, then one per rank for titles that begin with the first typed word. */
type TitleMarks = Uint32Array

/** Marks for reuse. */
const freeMarks: TitleMarks[] = []

/**
 * Returns the most cited papers of a segment whose titles match, most cited first, up to `limit`. With `openingFirst`
 * up to `limit` titles that begin with the first word come first, then up to `limit` others; `TitleHit.opening` is
 * false without it.
 */
export function matchTitles(
  titles: SegmentTitles,
  plan: Plan,
  { limit, openingFirst }: { limit: number; openingFirst: boolean },
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

/** Returns the marks of the titles with a term of a range. */
function rangeMarks({ cited: { terms, starts, entries } }: SegmentTitles, [from, to]: TermRange): TitleMarks {
  const marks = takeMarks()
  const end = starts[lowerBound(terms, to)] ?? 0
  for (let index = starts[lowerBound(terms, from)] ?? 0; index < end; index += 1) {
    const entry = entries[index] ?? 0
    const rank = entry & (OPENING_BIT - 1)
    // The remainder and the quotient of rank / WORD_BITS.
    const bit = 1 << (rank & (WORD_BITS - 1))
    const word = rank >>> 5
    marks[word] = (marks[word] ?? 0) | bit
    if (entry >= OPENING_BIT) marks[MARK_WORDS + word] = (marks[MARK_WORDS + word] ?? 0) | bit
  }
  return marks
}

/** Returns cleared marks. */
const takeMarks = () => freeMarks.pop()?.fill(0) ?? new Uint32Array(2 * MARK_WORDS)

/** Returns the marks of the titles that match all parts, or any of them. */
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

/** Intersects the first half of `marks`. The second half stays, as only the first part contains the first word. */
function intersectMarks(marks: TitleMarks, other: TitleMarks): void {
  for (let word = 0; word < MARK_WORDS; word += 1) marks[word] = (marks[word] ?? 0) & (other[word] ?? 0)
}

/** Adds both halves of `other` to `marks`. */
function addMarks(marks: TitleMarks, other: TitleMarks): void {
  for (let word = 0; word < marks.length; word += 1) marks[word] = (marks[word] ?? 0) | (other[word] ?? 0)
}

/**
 * Returns the papers at the set bits of marks, most cited first, without deleted ones.
 *
 * @param wordAt returns the 32 marks of the word at an index.
 * @param opening value of `TitleHit.opening` for all of them.
 */
function collectHits(
  { segment, cited }: SegmentTitles,
  wordAt: (word: number) => number,
  limit: number,
  opening: boolean,
): TitleHit[] {
  const hits: TitleHit[] = []
  for (let word = 0; word < MARK_WORDS && hits.length < limit; word += 1) {
    // Each iteration processes the lowest set bit and then clears it.
    for (let bits = wordAt(word); bits !== 0 && hits.length < limit; bits &= bits - 1) {
      const lowestBit = WORD_BITS - 1 - Math.clz32(bits & -bits)
      const doc = cited.docs[word * WORD_BITS + lowestBit] ?? 0
      if (!isDeleted(segment, doc))
        hits.push({ seq: segment.seq[doc] ?? 0, cited: segment.cited[doc] ?? 0, opening })
    }
  }
  return hits
}
