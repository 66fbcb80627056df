import { findPosting } from '../index/docs.ts'
import { FIELD_ENDS_ENTRIES, MASKS, TEXT_GAP } from '../index/layout.ts'
import { maskAt } from '../index/masks.ts'
import type { Plan } from '../planning/plan.ts'
import type { IndexRequest } from '../planning/term-index.ts'
import { startsWithHan, termWidth } from './proximity.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/** A word of a query that is not a phrase, in the form in which it was written. */
export interface WrittenWord {
  /** Its idf. */
  weight: number
  /** Alternative lists of terms; a paper with all terms of one list contains the word. */
  lists: string[][]
}

/** The fields of a paper's heading, by which people name it. */
const HEADING_MASK = MASKS.title | MASKS.author | MASKS.source
/**
 * Scores when all words occur as written anywhere in the paper, and in its heading, as shares of their weight. When
 * only some of the words do, the score is multiplied by the power `FILL_EXPONENT` of their share: one word in a title
 * says little about which paper is meant, all of them identify it (docs/adr/0014).
 */
const IN_PAPER_LIFT = 0.5
const IN_HEADING_LIFT = 0.7
/**
 * Score when the words are the whole title, as a share of their weight. In a longer title it is multiplied by the
 * words' share of its length: four words of a title of five name the paper, four of a title of fifteen its subject
 * (docs/adr/0014).
 */
const FILLS_TITLE_LIFT = 2
/**
 * Exponent of the share of words that occur as written: score = lift · W · (w / W) ** FILL_EXPONENT for words of weight
 * w of a total W.
 */
export const FILL_EXPONENT = 5

/** Maximum number of words that may name a paper; people remember more words from its text. */
const MAX_HEADING_WORDS = 5

/**
 * Returns the greatest scores of words as written for their occurrence anywhere in a paper, in its heading and in its
 * title, as shares of their weight.
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
  const located = words.map((word) => ({ weight: word.weight, regions: wordRegions(view, docs, word) }))
  /** Returns the weight of the words that a paper, given by its index in `docs`, has in a region. */
  const weightWithin = (region: number, index: number) =>
    located.reduce((sum, { weight, regions }) => sum + ((regions[index] ?? 0) >= region ? weight : 0), 0)
  const width = wordsWidth(words)
  // A Chinese title takes more positions, one per character, than the same title in words of another language.
  const titleIndex = hasChineseTerms(words) ? -1 : 0
  const max = maxLifts(words, fillLift)
  const lift = (share: number, weight: number) =>
    share * totalWeight * (weight / totalWeight) ** FILL_EXPONENT
  return docs.map((doc, index) => {
    const filled = Math.min(1, width / (titleLengths(view.segment, doc).at(titleIndex) ?? 1))
    return (
      lift(max.paper, weightWithin(TERM_REGIONS.paper, index)) +
      lift(max.heading, weightWithin(TERM_REGIONS.heading, index)) +
      filled * lift(max.title, weightWithin(TERM_REGIONS.title, index))
    )
  })
}

/** Returns the number of positions that words take in a title, each in the longest of its written forms. */
export const wordsWidth = (words: WrittenWord[]): number =>
  words.reduce((sum, { lists }) => sum + Math.max(0, ...lists.map(termsWidth)), 0)

const termsWidth = (terms: string[]) => terms.reduce((sum, term) => sum + termWidth(term), 0)

/** Returns whether the words are compared with the Chinese one of two titles. */
export const hasChineseTerms = (words: WrittenWord[]): boolean =>
  words.some(({ lists }) => lists.some((terms) => terms.some(startsWithHan)))

/**
 * Returns the lengths of a paper's titles in positions, ascending: one, or two of a paper with titles in two languages.
 * A paper without a title has the length 1.
 */
export function titleLengths(
  { field_ends }: Pick<SegmentView['segment'], 'field_ends'>,
  doc: number,
): number[] {
  const [first = 0, both = 0] = field_ends.subarray(doc * FIELD_ENDS_ENTRIES)
  const lengths = [first - TEXT_GAP, both - first - TEXT_GAP].filter((length) => length > 0)
  return lengths.length === 0 ? [1] : lengths.sort((a, b) => a - b)
}

/** Regions of a paper, each contained in the previous one; 0 means that the paper does not contain a term. */
const TERM_REGIONS = { paper: 1, heading: 2, title: 3 } as const

/**
 * Returns for each paper the narrowest region in which it contains a word: all terms of one of its lists. The region of
 * a list is the widest of its terms' regions, that of the word the narrowest of its lists' regions.
 */
function wordRegions(view: SegmentView, docs: number[], { lists }: WrittenWord): number[] {
  const listRegions = lists.map((terms) => terms.map((term) => termRegions(view, docs, term)))
  return docs.map((_, index) =>
    Math.max(...listRegions.map((terms) => Math.min(...terms.map((regions) => regions[index] ?? 0)))),
  )
}

/** Returns for each paper the narrowest region in which it contains a term; 0 when it does not. */
function termRegions(view: SegmentView, docs: number[], term: string): number[] {
  const postings = lookUpTerm(view, term)
  if (!postings) return docs.map(() => 0)
  const { segment } = view
  return docs.map((doc) => {
    const posting = findPosting(segment, postings, doc)
    if (posting < 0) return 0
    const mask = maskAt(segment, postings, posting)
    if ((mask & MASKS.title) !== 0) return TERM_REGIONS.title
    return (mask & HEADING_MASK) === 0 ? TERM_REGIONS.paper : TERM_REGIONS.heading
  })
}
