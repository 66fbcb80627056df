import { type Concept, textStems } from '@scinav/search'
import type { labelConcepts } from '../../retrieval/index.ts'
import { bilingualTerms } from '../../search/engine/index.ts'
import type { TermStatistics, TitleStatistics } from './title-statistics.ts'

/** A number of papers that grows with the library: a share of its papers, but at least `least` and at most `most`. */
interface PaperBounds {
  least: number
  most: number
  share: number
}

/** Number of papers that is enough for all words of a query together. */
export const ENOUGH_PAPERS = 5

/**
 * Bounds on the number of papers below which a word counts as unknown: such a word cannot be identified as the subject,
 * and a search must not drop it.
 */
const MIN_PAPERS: PaperBounds = { least: 1, most: 12, share: 1 / 8_000 }

/** The same for a name, which may denote several things: CMB. */
const MIN_NAME_PAPERS: PaperBounds = { least: 2, most: ENOUGH_PAPERS, share: 1 / 400 }

/**
 * Bounds on the number of papers above which a term is a field rather than the subject of a question: language models.
 */
const MAX_PAPERS = { least: 12, share: 0.01 }

/**
 * Bounds on the number of papers of a term, which also has to be in the title or keywords of a share of them: lateral
 * thinking, but not "agreement scores".
 */
const TERM_PAPERS: PaperBounds = { least: 2, most: 20, share: 1 / 4_000 }

/** The least share of the papers of a term that have it in their title or keywords. */
const MIN_TERM_TITLE_SHARE = 0.25
/** Bounds for a term in the term lists, which is known to be one. */
const LISTED_TERM_PAPERS: PaperBounds = { ...TERM_PAPERS, least: 1 }

/**
 * Minimum share of papers with a word whose title or keywords contain it; others carry no subject: intricate,
 * necessary.
 */
const MIN_WORD_TITLE_SHARE = 0.1

/** Minimum share of papers with a listed single-word term that have it as a keyword: 就业, automation, but not tools. */
const MIN_KEYWORD_SHARE = 0.5

const clamp = (least: number, most: number, value: number) => Math.min(most, Math.max(least, value))

/** Matches text with Chinese characters. */
export const HAN_CHARACTER = /\p{Script=Han}/u

/** Returns whether the library hardly knows a word; a name is known from fewer papers. */
export function isUnknown({ papers, run, named }: Concept, library: number): boolean {
  return run !== null || papers < minPapers(named ? MIN_NAME_PAPERS : MIN_PAPERS, library)
}

const minPapers = ({ least, most, share }: PaperBounds, library: number): number =>
  clamp(least, most, library * share)

/** The concepts of a query with their labels. */
export type ConceptLabels = ReturnType<typeof labelConcepts>

/** Maximum number of concepts of a query that is relaxed; a longer one is measured too slowly. */
const MAX_CONCEPTS = 12

/**
 * Returns the terms of a query, most important first: names, listed terms, and adjacent words that papers use together.
 */
export async function rankQueryTerms(
  titles: TitleStatistics,
  query: string,
  names: ConceptLabels,
  list: Concept[],
): Promise<TermStatistics[]> {
  if (list.length > MAX_CONCEPTS) return []
  const words = query.split(' ')
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`)
  const isName = (plan: Concept['plan']) => list.some((each) => each.plan === plan && each.named)
  const named = new Set(names.filter(({ plan }) => isName(plan)).map(({ label }) => label))
  const labels = names.map(({ label }) => label)
  const multiword = [...labels, ...words].filter((label) => MULTIWORD_TERM.test(label))
  const terms: TermStatistics[] = []
  for (const label of new Set([...named, ...multiword, ...pairs])) {
    const measured = await titles.measure(label)
    const unlistedBounds = named.has(label) ? MIN_NAME_PAPERS : TERM_PAPERS
    const bounds = isListedTerm(label) ? LISTED_TERM_PAPERS : unlistedBounds
    if (isTerm(measured, titles.papers, bounds)) terms.push(measured)
  }
  const isInNoTerm = (label: string) => terms.every((term) => !term.label.includes(label))
  terms.push(...(await findKeywordTerms(titles, labels.filter(isInNoTerm))))
  return terms.toSorted((one, other) => other.worth - one.worth)
}

/** Returns words of the term lists that papers use as keywords. */
async function findKeywordTerms(titles: TitleStatistics, labels: string[]): Promise<TermStatistics[]> {
  const terms: TermStatistics[] = []
  for (const label of new Set(labels.filter(isListedTerm))) {
    const measured = await titles.measure(label)
    if (!isTerm(measured, titles.papers, LISTED_TERM_PAPERS)) continue
    const withKeyword = await titles.countKeyword(label)
    if (withKeyword > 0 && withKeyword >= measured.papers * MIN_KEYWORD_SHARE) terms.push(measured)
  }
  return terms
}

/** Returns whether the bilingual term lists have a term. */
function isListedTerm(label: string): boolean {
  const { fromChinese, fromEnglish } = bilingualTerms()
  return fromChinese.has(label) || fromEnglish.has(textStems(label).join(' '))
}

/** A term of several words, or of at least four Chinese characters. */
const MULTIWORD_TERM = /\S\s\S|\p{Script=Han}{4}/u

/** Returns whether a phrase is in neither too few nor too many papers for a term, and often in their titles. */
function isTerm({ papers, titleShare }: TermStatistics, library: number, bounds: PaperBounds): boolean {
  const maxPapers = Math.max(MAX_PAPERS.least, library * MAX_PAPERS.share)
  return papers >= minPapers(bounds, library) && papers <= maxPapers && titleShare >= MIN_TERM_TITLE_SHARE
}

/** Returns the other terms of a query, most important first. */
export async function findOtherTerms(
  titles: TitleStatistics,
  names: ConceptLabels,
  lead: TermStatistics,
): Promise<TermStatistics[]> {
  const leadWords = lead.label.split(' ')
  const others: TermStatistics[] = []
  for (const { label } of names) {
    if (label.split(' ').some((word) => leadWords.includes(word))) continue
    const measured = await titles.measure(label)
    if (measured.titleShare >= MIN_WORD_TITLE_SHARE && others.every((each) => each.label !== label))
      others.push(measured)
  }
  return others.toSorted((one, other) => other.worth - one.worth)
}
