/**
 * Public entry point of the search engine. Its interface consists of queries and names; terms, masks and value numbers
 * stay internal.
 */
export { analyze, type Token } from './analysis/analyze.ts'
export { loadDictionary, segmentChinese } from './analysis/dictionary.ts'
export { areWithinDistance } from './analysis/edit-distance.ts'
export { fold } from './analysis/fold.ts'
export { textWithoutMarkup } from './analysis/markup.ts'
export { nameTerms } from './analysis/names.ts'
export { simplifyText } from './analysis/traditional.ts'
export { absenceConcept } from './concepts/absence.ts'
export { writtenText } from './concepts/chinese-runs.ts'
export {
  type Concept,
  conceptCoverage,
  coverage,
  expressibleShare,
  isChineseText,
  type QueryConcepts,
} from './concepts/concept.ts'
export { isChineseOnly, planWords } from './concepts/concept-plans.ts'
export type { PaperCounts } from './concepts/concept-weights.ts'
export { areClose, joinTermPlaces, statesPlan, type TermPlaces } from './concepts/term-places.ts'
export { collectTextTerms, textStems, workTerms } from './concepts/work-terms.ts'
export {
  type PassageEngine,
  type SearchAnswer,
  type SearchEngine,
  type SearchRequest,
  SearchUnavailable,
} from './engine.ts'
export type { Facet, FacetName } from './facets/named-facets.ts'
export { createHighlighter, type Highlight } from './highlight/highlight.ts'
export {
  authorKey,
  authorsOf,
  type IndexChange,
  keywordKey,
  sourceKey,
  yearOf,
} from './index/document.ts'
export { hasManifest, readManifest } from './index/files.ts'
export type { PassageRecord } from './index/schema.ts'
export { openEngine, openPassages } from './open-engine.ts'
export { addPair, type Bilingual, copyBilingual, emptyBilingual } from './planning/bilingual.ts'
export { englishQuery, englishWords } from './planning/english-query.ts'
export { ConditionsRefused, type QueryUnderstanding, type SearchCriteria } from './planning/plan-search.ts'
export type { Vocabulary } from './planning/vocabulary.ts'
export { parseQuery } from './query/parse.ts'
export { printQuery } from './query/print.ts'
export {
  joinQueries,
  type LeafQuery,
  type ParsedQuery,
  positiveWords,
  type Query,
  type RangeQuery,
  type SearchField,
  TEXT_FIELDS,
} from './query/query.ts'
export { SearchTooLong } from './ranking/deadline.ts'
export { beginsWord, typedText, visibleText } from './suggest/typed-text.ts'
export { createLearner, isLearnerFull, type LearnedPair, learnPaper } from './terms/learn-terms.ts'
export { selectLearnedPairs } from './terms/select-pairs.ts'
export { extractPhrases, termKey } from './terms/title-phrases.ts'
export { findTopics } from './terms/topics.ts'
