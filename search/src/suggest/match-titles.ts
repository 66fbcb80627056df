// Matches titles of the most cited papers of a segment.
import { isDeleted, type Segment } from '../index/layout.ts'
import { prefixRange, singleTermRange, type TermRange } from '../index/terms.ts'
import type { Plan } from '../planning/plan.ts'
import { type CitedTitles, MAX_CITED_PAPERS, OPENING_BIT } from './cited-titles.ts'
import { lowerBound } from './lower-bound.ts'

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
