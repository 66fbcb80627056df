import { readDocs } from '../index/docs.ts'
import { MASKS, MAX_DOCS, type Segment } from '../index/layout.ts'
import { maskAt } from '../index/masks.ts'
import { positionsInMemory, readAllPositions } from '../index/position-source.ts'
import { advanceCursor, cursorAt, type TermCursor } from '../index/term-cursor.ts'
import { openPositions, readPositions } from '../ranking/position-cursor.ts'

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
export const MAX_CITED_PAPERS = 8_192

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
export const OPENING_BIT = 1 << 15
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
