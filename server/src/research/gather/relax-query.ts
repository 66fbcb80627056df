import { labelConcepts } from '../../retrieval/index.ts'
import type { ResearchQuestion } from '../plan/read-question.ts'
import type { Research } from '../run/research.ts'
import {
  type ConceptLabels,
  ENOUGH_PAPERS,
  findOtherTerms,
  HAN_CHARACTER,
  isUnknown,
  rankQueryTerms,
} from './query-terms.ts'
import { relevantEvidence } from './relevant.ts'
import type { RetrievalResult } from './search-result.ts'
import {
  getTitleStatistics,
  quotePhrase,
  type TermStatistics,
  type TitleStatistics,
} from './title-statistics.ts'

/** A query with fewer words than the one that found too little. */
export interface RelaxedQuery {
  words: string
  /** Terms of which every source has to contain at least one; an empty list accepts all sources. */
  terms: string[]
}

/** Maximum number of terms around which a query is relaxed. */
const MAX_TERMS = 2

/**
 * Returns relaxed queries for a query whose words hardly occur together: each has one of its main terms, most important
 * first, and as many other words as enough papers contain together. Returns an empty list when the query contains no
 * term, or a word that the library hardly knows.
 *
 * Terms are recognized by statistics of the library: words that are adjacent in many papers and often in titles or
 * keywords.
 */
export async function relaxQuery(titles: TitleStatistics, query: string): Promise<RelaxedQuery[]> {
  const { list } = await titles.engine.concepts(query)
  if (list.some((each) => isUnknown(each, titles.papers))) return []
  const names = labelConcepts(query, list)
  const leads = (await rankQueryTerms(titles, query, names, list)).slice(0, MAX_TERMS)
  return Promise.all(leads.map((lead) => relaxAroundTerm(titles, names, lead)))
}

/**
 * Returns the query of a term and of the other terms, most important first, that enough papers have together
 * with it.
 */
async function relaxAroundTerm(
  titles: TitleStatistics,
  names: ConceptLabels,
  lead: TermStatistics,
): Promise<RelaxedQuery> {
  const words = [lead.label]
  for (const { label } of await findOtherTerms(titles, names, lead)) {
    const together = [quotePhrase(lead.label), ...words.slice(1), label].join(' ')
    if ((await titles.totalOf(together)) >= ENOUGH_PAPERS) words.push(label)
  }
  return { words: words.join(' '), terms: HAN_CHARACTER.test(lead.label) ? [] : [lead.label] }
}

/** Number of sources with a required term that make up for those without. */
const MIN_SOURCES = 3

/**
 * Returns the terms of a query of which sources have to contain one, if at least `MIN_SOURCES` do. Returns
 * none for Chinese terms, which have synonyms.
 */
export async function findRequiredTerms(
  research: Research,
  found: RetrievalResult,
  { words, question }: { words: string; question: ResearchQuestion },
): Promise<string[]> {
  const titles = await getTitleStatistics(research)
  const { list } = await titles.engine.concepts(words)
  const terms = (await rankQueryTerms(titles, words, labelConcepts(words, list), list)).map(
    ({ label }) => label,
  )
  if (terms.length === 0 || terms.some((term) => HAN_CHARACTER.test(term))) return []
  const relevant = relevantEvidence(found, question.textWithNames, terms)
  const sources = new Set(relevant.map(({ source_id }) => source_id))
  return sources.size >= MIN_SOURCES ? terms : []
}
