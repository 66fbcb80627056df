import { isDeleted, type Segment } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import { type CitedTitles, MOST_CITED, OPENING } from './cited-titles.ts'
import { firstNotBefore } from './first-not-before.ts'
import { type TermRange, termItself, termsBeginning } from './term-range.ts'

/** A paper among the most cited of its segment. */
export interface TitleHit {
  seq: number
  cited: number
  /** Whether the title begins with the first of the words that were asked for. */
  opening: boolean
}

/** Whether a plan over titles can be matched with the most cited: words and beginnings of words, not their order. */
export function isMatchable(plan: Plan): boolean {
  if (plan.op === 'and' || plan.op === 'or') return plan.parts.every(isMatchable)
  if (plan.op === 'boost') return isMatchable(plan.part)
  return plan.op === 'term' || (plan.op === 'prefix' && plan.pattern === null)
}

/** A bit a place for titles that fit, then one for those that begin with the first word. */
type Marks = Uint32Array
const WORDS = MOST_CITED / 32

interface Titles {
  segment: Segment
  cited: CitedTitles
}

/**
 * Papers of a segment's most cited whose titles fit the plan, most cited first, up to `most`; with `apart` up to `most` that
 * begin with its first word, then up to `most` others.
 */
export function matchTitles(titles: Titles, plan: Plan, most: number, apart: boolean): TitleHit[] {
  const marks = marksOf(titles, plan)
  const found = (word: number) => marks[word] ?? 0
  const opening = (word: number) => found(word) & (marks[WORDS + word] ?? 0)
  const hits = apart
    ? [
        ...collect(titles, opening, most, true),
        ...collect(titles, (word) => found(word) & ~opening(word), most, false),
      ]
    : collect(titles, found, most, false)
  free.push(marks)
  return hits
}

function collect(
  { segment, cited }: Titles,
  wordAt: (word: number) => number,
  most: number,
  opening: boolean,
): TitleHit[] {
  const hits: TitleHit[] = []
  for (let word = 0; word < WORDS && hits.length < most; word += 1) {
    // The lowest bit is taken away each time.
    for (let bits = wordAt(word); bits !== 0 && hits.length < most; bits &= bits - 1) {
      const doc = cited.docs[word * 32 + 31 - Math.clz32(bits & -bits)] ?? 0
      if (!isDeleted(segment, doc))
        hits.push({ seq: segment.seq[doc] ?? 0, cited: segment.cited[doc] ?? 0, opening })
    }
  }
  return hits
}

const free: Marks[] = []
const takeMarks = () => free.pop()?.fill(0) ?? new Uint32Array(2 * WORDS)

function marksOf(titles: Titles, plan: Plan): Marks {
  const { segment } = titles
  switch (plan.op) {
    case 'boost':
      return marksOf(titles, plan.part)
    case 'term':
      return rangeMarks(titles, termItself(segment, plan.term))
    case 'prefix':
      return rangeMarks(titles, termsBeginning(segment, plan.prefix))
    case 'and':
    case 'or':
      return jointMarks(titles, plan.op, plan.parts)
    default:
      return takeMarks()
  }
}

function jointMarks(titles: Titles, op: 'and' | 'or', [first, ...others]: Plan[]): Marks {
  const marks = first ? marksOf(titles, first) : takeMarks()
  for (const part of others) {
    const other = marksOf(titles, part)
    if (op === 'and') keepBoth(marks, other)
    else addAll(marks, other)
    free.push(other)
  }
  return marks
}

/** What begins titles stays: it is the first word that counts. */
function keepBoth(marks: Marks, other: Marks): void {
  for (let at = 0; at < WORDS; at += 1) marks[at] = (marks[at] ?? 0) & (other[at] ?? 0)
}

function addAll(marks: Marks, other: Marks): void {
  for (let at = 0; at < marks.length; at += 1) marks[at] = (marks[at] ?? 0) | (other[at] ?? 0)
}

function rangeMarks({ cited: { terms, starts, places } }: Titles, [from, to]: TermRange): Marks {
  const marks = takeMarks()
  const end = starts[firstNotBefore(terms, to)] ?? 0
  for (let at = starts[firstNotBefore(terms, from)] ?? 0; at < end; at += 1) {
    const entry = places[at] ?? 0
    const place = entry & (OPENING - 1)
    const bit = 1 << (place & 31)
    const word = place >>> 5
    marks[word] = (marks[word] ?? 0) | bit
    if (entry >= OPENING) marks[WORDS + word] = (marks[WORDS + word] ?? 0) | bit
  }
  return marks
}
