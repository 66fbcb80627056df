import { MASKS, TEXT_GAP } from '../index/layout.ts'
import { maskAt } from '../index/terms.ts'
import type { Plan } from '../planning/plan.ts'
import type { IndexRequest } from '../planning/term-index.ts'
import { seekPosting } from './postings.ts'
import { startsWithHan, termWidth } from './proximity.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/** A word of a query that is not a phrase, in the form in which it was written. */
export interface WrittenWord {
  /** Its idf. */
  weight: number
  /** Alternative lists of terms; a paper with all terms of one list contains the word. */
  lists: string[][]
}

/** Fields by which a paper is named: its heading. */
const HEADING_MASK = MASKS.title | MASKS.author | MASKS.source
/**
 * Scores when all words occur as written anywhere in the paper, and in its heading, as shares of their weight. Some of
 * the words count by the power `FILL_EXPONENT` of their share: one word in a title says little about which paper is
 * meant, all of them identify it (docs/adr/0014).
 */
const IN_PAPER_LIFT = 0.5
const IN_HEADING_LIFT = 0.7
/**
 * Score when the words are the whole title, as a share of their weight; in a longer title it is multiplied with the
 * words' share of its length: four words of a title of five name the paper, four of a title of fifteen its subject
 * (docs/adr/0014).
 */
const FILLS_TITLE_LIFT = 2
/**
 * Exponent of the share of words that occur as written: score = lift · W · (w / W) ** FILL_EXPONENT for words of weight
 * w of a total W.
 */
export const FILL_EXPONENT = 5

/** Maximum number of words that may name a paper; more words are remembered from its text. */
const MAX_HEADING_WORDS = 5

/**
 * Returns the greatest scores of words as written for each place, as shares of their weight.
 *
 * @param fillLift share added when the words fill a title (`titleFillLift`).
 */
export const maxLifts = (words: WrittenWord[], fillLift: number) =>
  words.length > MAX_HEADING_WORDS
    ? { paper: IN_PAPER_LIFT, heading: 0, title: 0 }
    : { paper: IN_PAPER_LIFT, heading: IN_HEADING_LIFT, title: fillLift }

/** Returns the share for filling a title; 0 for records that are not named by titles. */
export const titleFillLift = ({ titles }: Pick<IndexRequest, 'titles'>): number =>
  titles.length > 0 ? FILLS_TITLE_LIFT : 0

/** Returns the words of a plan with their written forms (`written` of a boost). */
export function writtenWords(plan: Plan, idfOf: (plan: Plan) => number): WrittenWord[] {
  if (plan.op === 'boost' && plan.written) return [{ weight: idfOf(plan.part), lists: plan.written }]
  if (plan.op !== 'and' && plan.op !== 'or' && plan.op !== 'min_should_match') return []
  return plan.parts.flatMap((part) => writtenWords(part, idfOf))
}

/**
 * Returns what the words as written add to the scores of papers of a segment: for words of weight W, of which those in
 * the paper weigh w, lift · W · (w / W) ** FILL_EXPONENT, and likewise for its heading and its title.
 *
 * @param docs papers of the segment, ascending.
 * @param fillLift share added when the words fill a title (`titleFillLift`).
 * @returns one score per paper.
 */
export function writtenLifts(
  view: SegmentView,
  docs: number[],
  words: WrittenWord[],
  fillLift: number,
): number[] {
  const totalWeight = words.reduce((sum, { weight }) => sum + weight, 0)
  if (totalWeight === 0) return docs.map(() => 0)
  const [inPaper, inHeading, inTitle] = [docs.map(() => 0), docs.map(() => 0), docs.map(() => 0)]
  for (const { weight, lists } of words) {
    const places = lists.map((terms) => terms.map((term) => termPlaces(view, docs, term)))
    docs.forEach((_, at) => {
      // The place of a list is the worst of its terms, that of the word the best of its lists.
      const place = Math.max(...places.map((terms) => Math.min(...terms.map((each) => each[at] ?? 0))))
      if (place >= TERM_PLACES.paper) inPaper[at] = (inPaper[at] ?? 0) + weight
      if (place >= TERM_PLACES.heading) inHeading[at] = (inHeading[at] ?? 0) + weight
      if (place >= TERM_PLACES.title) inTitle[at] = (inTitle[at] ?? 0) + weight
    })
  }
  const width = wordsWidth(words)
  // A Chinese title takes more positions, one per character, than the same title in words of another language.
  const titleIndex = hasChineseTerms(words) ? -1 : 0
  const max = maxLifts(words, fillLift)
  const lift = (share: number, weight = 0) => share * totalWeight * (weight / totalWeight) ** FILL_EXPONENT
  return docs.map((doc, at) => {
    const filled = Math.min(1, width / (titleLengths(view.segment, doc).at(titleIndex) ?? 1))
    return (
      lift(max.paper, inPaper[at]) + lift(max.heading, inHeading[at]) + filled * lift(max.title, inTitle[at])
    )
  })
}

/** Returns the number of positions that words take in a title, each in its longest form. */
export const wordsWidth = (words: WrittenWord[]): number =>
  words.reduce((sum, { lists }) => sum + Math.max(0, ...lists.map(termsWidth)), 0)

const termsWidth = (terms: string[]) => terms.reduce((sum, term) => sum + termWidth(term), 0)

/** Returns whether the words are compared with the Chinese one of two titles. */
export const hasChineseTerms = (words: WrittenWord[]): boolean =>
  words.some(({ lists }) => lists.some((terms) => terms.some(startsWithHan)))

/**
 * Returns the length of a paper's title in positions, at least 1; of a paper with titles in two languages both,
 * ascending.
 */
export function titleLengths(
  { field_ends }: Pick<SegmentView['segment'], 'field_ends'>,
  doc: number,
): number[] {
  const [first = 0, both = 0] = field_ends.subarray(doc * 3, doc * 3 + 2)
  const lengths = [first - TEXT_GAP, both - first - TEXT_GAP].filter((length) => length > 0)
  return lengths.length === 0 ? [1] : lengths.sort((a, b) => a - b)
}

/** Where a paper contains a term; greater values have more weight, and 0 means nowhere. */
const TERM_PLACES = { paper: 1, heading: 2, title: 3 } as const

/** Returns the best place of a term for each paper; 0 when a paper does not contain it. */
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
