import { isDeleted, type Segment } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import { type CitedTitles, MAX_CITED_PAPERS, OPENING_BIT } from './cited-titles.ts'
import { lowerBound } from './lower-bound.ts'
import { prefixRange, singleTermRange, type TermRange } from './term-range.ts'

/** A paper among the most cited of its segment. */
export interface TitleHit {
  seq: number
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
 * Returns the most cited papers of a segment whose titles match, most cited first, up to `most`; with `apart` up to
 * `most` that begin with the first word, then up to `most` others.
 */
export function matchTitles(titles: SegmentTitles, plan: Plan, most: number, apart: boolean): TitleHit[] {
  const marks = matchMarks(titles, plan)
  const found = (word: number) => marks[word] ?? 0
  const opening = (word: number) => found(word) & (marks[MARK_WORDS + word] ?? 0)
  const hits = apart
    ? [
        ...collectHits(titles, opening, most, true),
        ...collectHits(titles, (word) => found(word) & ~opening(word), most, false),
      ]
    : collectHits(titles, found, most, false)
  freeMarks.push(marks)
  return hits
}

function collectHits(
  { segment, cited }: SegmentTitles,
  wordAt: (word: number) => number,
  most: number,
  opening: boolean,
): TitleHit[] {
  const hits: TitleHit[] = []
  for (let word = 0; word < MARK_WORDS && hits.length < most; word += 1) {
    // Clears the lowest bit in each iteration.
    for (let bits = wordAt(word); bits !== 0 && hits.length < most; bits &= bits - 1) {
      const doc = cited.docs[word * 32 + 31 - Math.clz32(bits & -bits)] ?? 0
      if (!isDeleted(segment, doc))
        hits.push({ seq: segment.seq[doc] ?? 0, cited: segment.cited[doc] ?? 0, opening })
    }
  }
  return hits
}

const freeMarks: TitleMarks[] = []
const takeMarks = () => freeMarks.pop()?.fill(0) ?? new Uint32Array(2 * MARK_WORDS)

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

function addMarks(marks: TitleMarks, other: TitleMarks): void {
  for (let at = 0; at < marks.length; at += 1) marks[at] = (marks[at] ?? 0) | (other[at] ?? 0)
}

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
