import { MASKS, TEXT_GAP } from '../index/layout.ts'
import { maskAt } from '../index/terms.ts'
import type { Plan } from '../planning/plan.ts'
import type { IndexRequest } from '../planning/request.ts'
import { seekPosting } from './postings.ts'
import { startsWithHan, termWidth } from './proximity.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/** A word of a query that is no passage, as it was written. */
export interface WrittenWord {
  weight: number
  /** Lists of terms; a paper that has all of one has the word. */
  lists: string[][]
}

/** What a paper is called by. */
const HEADING_MASK = MASKS.title | MASKS.author | MASKS.source
/**
 * What it adds that all words stand in the paper as they were written, and in its heading, as shares of their weight.
 * Some of them add by a high power: one word in the title says little of which paper is meant, all of them say all
 * (docs/adr/0014).
 */
const IN_PAPER_LIFT = 0.5
const IN_HEADING_LIFT = 0.7
/**
 * What it adds that they stand in the title where they are all of it; where the title says more, by their share of its
 * words: four words of a title of five name the paper, four of a title of fifteen what it is about (docs/adr/0014).
 */
const FILLS_TITLE_LIFT = 2
export const FILL_EXPONENT = 5

/** Up to so many words may be what a paper is called by; more are remembered of its text. */
const MOST_IN_HEADING = 5

/** What it adds that all words stand in each place, at most, as shares of their weight. */
export const greatestLifts = (words: WrittenWord[], fills: number) =>
  words.length > MOST_IN_HEADING
    ? { paper: IN_PAPER_LIFT, heading: 0, title: 0 }
    : { paper: IN_PAPER_LIFT, heading: IN_HEADING_LIFT, title: fills }

/** The same for a search: nothing where what is found is not called by its title. */
export const titleFillLift = ({ titles }: Pick<IndexRequest, 'titles'>): number =>
  titles.length > 0 ? FILLS_TITLE_LIFT : 0

/** The words of a plan that say how they were written (`written` of a boost). */
export function writtenWords(plan: Plan, idfOf: (plan: Plan) => number): WrittenWord[] {
  if (plan.op === 'boost' && plan.written) return [{ weight: idfOf(plan.part), lists: plan.written }]
  if (plan.op !== 'and' && plan.op !== 'or' && plan.op !== 'min_should_match') return []
  return plan.parts.flatMap((part) => writtenWords(part, idfOf))
}

/**
 * What their words as written add to papers of a segment, ascending.
 *
 * @param fills what it adds that they are all of a title (`fillsTitle`).
 */
export function writtenLifts(
  view: SegmentView,
  docs: number[],
  words: WrittenWord[],
  fills: number,
): number[] {
  const whole = words.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return docs.map(() => 0)
  const [inPaper, inHeading, inTitle] = [docs.map(() => 0), docs.map(() => 0), docs.map(() => 0)]
  for (const { weight, lists } of words) {
    const places = lists.map((terms) => terms.map((term) => termPlaces(view, docs, term)))
    docs.forEach((_, at) => {
      const place = Math.max(...places.map((terms) => Math.min(...terms.map((each) => each[at] ?? 0))))
      if (place >= TERM_PLACES.paper) inPaper[at] = (inPaper[at] ?? 0) + weight
      if (place >= TERM_PLACES.heading) inHeading[at] = (inHeading[at] ?? 0) + weight
      if (place >= TERM_PLACES.title) inTitle[at] = (inTitle[at] ?? 0) + weight
    })
  }
  const width = wordsWidth(words)
  // A title says in more characters of Chinese what it says in words of another language.
  const longest = hasChineseTerms(words) ? -1 : 0
  const most = greatestLifts(words, fills)
  const lift = (share: number, weight = 0) => share * whole * (weight / whole) ** FILL_EXPONENT
  return docs.map((doc, at) => {
    const filled = Math.min(1, width / (titleLengths(view.segment, doc).at(longest) ?? 1))
    return (
      lift(most.paper, inPaper[at]) +
      lift(most.heading, inHeading[at]) +
      filled * lift(most.title, inTitle[at])
    )
  })
}

/** Places that words take in a title, each in its longest form. */
export const wordsWidth = (words: WrittenWord[]): number =>
  words.reduce((sum, { lists }) => sum + Math.max(0, ...lists.map(termsWidth)), 0)

const termsWidth = (terms: string[]) => terms.reduce((sum, term) => sum + termWidth(term), 0)

/** Whether words are looked for in the Chinese one of two titles. */
export const hasChineseTerms = (words: WrittenWord[]): boolean =>
  words.some(({ lists }) => lists.some((terms) => terms.some(startsWithHan)))

/** Places in a paper's title, at least one; in each of its titles where it has one in two languages, ascending. */
export function titleLengths(
  { field_ends }: Pick<SegmentView['segment'], 'field_ends'>,
  doc: number,
): number[] {
  const [first = 0, both = 0] = field_ends.subarray(doc * 3, doc * 3 + 2)
  const lengths = [first - TEXT_GAP, both - first - TEXT_GAP].filter((length) => length > 0)
  return lengths.length === 0 ? [1] : lengths.sort((a, b) => a - b)
}

/** Where a paper has a term; a place of more weight is greater. */
const TERM_PLACES = { paper: 1, heading: 2, title: 3 } as const

/** 0 where a paper does not have the term. */
function termPlaces(view: SegmentView, docs: number[], term: string): number[] {
  const postings = lookUpTerm(view, term)
  if (!postings) return docs.map(() => 0)
  const { segment } = view
  let at = postings.from
  return docs.map((doc) => {
    at = seekPosting(segment.docs, at, postings.to, doc)
    if (at >= postings.to || segment.docs[at] !== doc) return 0
    const mask = maskAt(segment, postings, at)
    if ((mask & MASKS.title) !== 0) return TERM_PLACES.title
    return (mask & HEADING_MASK) === 0 ? TERM_PLACES.paper : TERM_PLACES.heading
  })
}
