/** The door: what other parts use of it. It speaks queries and names, never terms, masks or numbers of values. */
export { analyse, type Token } from './analysis/analyse.ts'
export { loadDictionary, segment } from './analysis/dictionary.ts'
export { areNear } from './analysis/edit-distance.ts'
export { fold } from './analysis/fold.ts'
export { plainText } from './analysis/markup.ts'
export { nameTerms } from './analysis/names.ts'
export { simplified } from './analysis/traditional.ts'
export { absenceOf } from './concepts/absence.ts'
export {
  type Concept,
  type Concepts,
  coverage,
  isChinese,
  isChineseOnly,
  saidOf,
  sayableShare,
  stemsIn,
  termsAbout,
  termsIn,
  wordsIn,
} from './concepts/concept.ts'
export { writtenAs } from './concepts/runs.ts'
export { areClose, joinedTerms, says, type Terms } from './concepts/says.ts'
export type { Counting } from './concepts/weigh.ts'
export {
  type PassageEngine,
  type SearchAnswer,
  type SearchEngine,
  type SearchRequest,
  SearchUnavailable,
} from './engine.ts'
export type { Facet, FacetName } from './facets/named.ts'
export { type Highlight, highlighter } from './highlight/highlight.ts'
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
export { addPair, type Bilingual, copyOf, emptyBilingual } from './planning/bilingual.ts'
export { englishQuery, englishWords } from './planning/english-query.ts'
export { ConditionsRefused, type Understood, type Wanted } from './planning/plan-search.ts'
export type { Vocabulary } from './planning/vocabulary.ts'
export { parseQuery } from './query/parse.ts'
export { printQuery } from './query/print.ts'
export {
  type Field,
  join,
  type LeafQuery,
  type ParsedQuery,
  type Query,
  type RangeQuery,
} from './query/query.ts'
export { positiveWords, textFields } from './query/words.ts'
export { SearchTooLong } from './ranking/deadline.ts'
export { beginsWord, typedText, visibleText } from './suggest/typed.ts'
export { addPaper, emptyLearner, isFull, type LearnedPair, learnedPairs } from './terms/learn-terms.ts'
export { phrasesOf, termKey } from './terms/title-phrases.ts'
export { topicsOf } from './terms/topics.ts'
