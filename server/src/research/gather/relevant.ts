import { analyze, type Concept, isChineseText, joinTermPlaces, planWords } from '@scinav/search'
import { readQuestion } from '../../language/question/question.ts'
import { type Evidence, filterRelevant, labelConcepts, statesShare } from '../../retrieval/index.ts'
import { nonSubjectWords } from '../plan/templates.ts'
import type { RetrievalResult } from './search-result.ts'

/** Minimum of coverage plus weighted title fit for a source that only resembles the query. */
const MIN_NEAR_SHARE = 0.57
const TITLE_FIT_WEIGHT = 0.5
/** Minimum share of the subject that a source has to state, not counting words added by a step. */
const MIN_SUBJECT_SHARE = 0.7
/**
 * Minimum share of the query that can be expressed in the source's language; below it the relevance cannot be
 * determined.
 */
const MIN_EXPRESSIBLE_SHARE = 0.6

/**
 * Returns the evidence that is about a query; of similar sources only those that state most of it. The subject has to
 * be present: a paper on grammar is not relevant to 语法纠错. Names that the question spells out have to be present too.
 *
 * @param textWithNames the research question, in which names are recognized by their spelling.
 * @param terms each source has to contain one of these terms as a phrase, if any are given.
 */
export function relevantEvidence(
  found: RetrievalResult,
  textWithNames: string,
  terms: string[] = [],
): Evidence[] {
  const { evidence, scoped } = found
  if (scoped) return evidence.filter((each) => filterRelevant([each], 'related', true).length > 0)
  const certain = new Set(filterRelevant(evidence, 'quotes', false))
  const similar = filterRelevant(evidence, 'related', false).filter(
    ({ coverage, title_fit }) => coverage + title_fit * TITLE_FIT_WEIGHT >= MIN_NEAR_SHARE,
  )
  const subject = querySubject(found)
  const names = mixedCaseNames(textWithNames).filter((name) => lettersAndDigits(found.query).includes(name))
  const requiredWords = [...names, ...subject.unknown]
  const stems = terms.map((term) => lettersAndDigits(term).replace(PLURAL_SUFFIX, ''))
  return evidence.filter((each) => {
    const isAboutQuery = certain.has(each) || similar.includes(each)
    if (!isAboutQuery || each.expressible_share < MIN_EXPRESSIBLE_SHARE) return false
    const stated = joinTermPlaces(each.about, each.terms)
    const isChinese = isChineseText(each.passage.text)
    const statesSubject = statesShare(stated, subject.concepts, isChinese, MIN_SUBJECT_SHARE)
    const hasTerm = stems.length === 0 || stems.some((stem) => containsAll(each, [stem]))
    return statesSubject && hasTerm && containsAll(each, requiredWords)
  })
}

/** Matches the endings of singular and plural forms: technology, technologies. */
const PLURAL_SUFFIX = /(?<=.{4})(?:ies|y|es|s)$/

/** A run of Chinese characters long enough for a word. */
const HAN_RUN = /\p{Script=Han}{2,}/gu

/**
 * Returns the concepts of a query without words added by steps, and its words that the library does not know.
 */
function querySubject({ query, concepts, question }: RetrievalResult) {
  const ignored = nonSubjectWords(question.language)
  const stepPlans = new Set(
    labelConcepts(query, concepts).flatMap(({ plan, label }) =>
      ignored.has(label.toLowerCase()) ? [plan] : [],
    ),
  )
  const known = new Set(concepts.flatMap(({ plan }) => planWords(plan)))
  // Known words are blanked out; Chinese that is left is no word of the index.
  let rest = query
  for (const { term, start, end } of analyze(query))
    if (known.has(term)) rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
  const unknown = (rest.match(HAN_RUN) ?? []).filter((word) => !ignored.has(word))
  const subjectConcepts = concepts.filter(({ plan }) => !stepPlans.has(plan))
  return { concepts: subjectConcepts, unknown: [...unknown, ...unknownWords(query, subjectConcepts)] }
}

/** Returns the words of concepts that no paper contains in either language, as letters and digits. */
const unknownWords = (query: string, concepts: Concept[]): string[] => {
  const unknownPlans = new Set(concepts.filter(({ papers }) => papers === 0).map(({ plan }) => plan))
  return labelConcepts(query, concepts).flatMap(({ plan, label }) =>
    unknownPlans.has(plan) ? lettersAndDigits(label) : [],
  )
}

/**
 * Matches names in upper and lower case: Transformer, Word2vec. The search would take the first for a form of
 * "transform".
 */
const MIXED_CASE_NAME = /(?<![\p{L}\p{N}])(?=\p{L}{0,20}\p{Ll})\p{Lu}[\p{L}\p{N}]{2,20}/gu
/** Length of the question in which names are sought, in characters. */
const MAX_READ_CHARS = 500

/** Returns the letters and digits of the names in a question, without a plural ending. */
function mixedCaseNames(question: string): string[] {
  const beginning = question.slice(0, MAX_READ_CHARS)
  const names = beginning.match(MIXED_CASE_NAME) ?? []
  // The first word of an English sentence is capitalized anyway. `\0` begins no question.
  const rest =
    readQuestion(beginning).language === 'en' && beginning.startsWith(names[0] ?? '\0')
      ? names.slice(1)
      : names
  return rest.map((name) => lettersAndDigits(name).replace(/s$/, ''))
}

/** Returns whether a record or its passage contains all words, given as letters and digits in lower case. */
function containsAll({ work, passage }: Evidence, words: string[]): boolean {
  if (words.length === 0) return true
  const { title, title_zh, abstract, abstract_zh, keywords } = work
  const text = lettersAndDigits([title, title_zh, abstract, abstract_zh, ...keywords, passage.text].join(' '))
  return words.every((word) => text.includes(word))
}

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
