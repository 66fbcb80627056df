/** The door: what other parts use of it. */
export type { IndexAccess } from './access.ts'
export { analyse, type Token } from './analyse/analyse.ts'
export { segment } from './analyse/dictionary.ts'
export { type Folded, fold } from './analyse/fold.ts'
export { type Plain, plainText, stripMarkup } from './analyse/markup.ts'
export { nameQueryTerms, nameTerms } from './analyse/names.ts'
export { contentRuns, isParticle } from './analyse/particles.ts'
export { scan } from './analyse/scan.ts'
export { scanCjkAt } from './analyse/scan-cjk.ts'
export { simplified } from './analyse/traditional.ts'
export { cjk, kindOf, separator } from './analyse/unit-kind.ts'
export { entryOf, formsAt } from './analyse/word-table.ts'
export { authorKey, authorsOf, keywordKey, sourceKey, yearOf } from './document.ts'
export { SearchTooLong } from './engine/deadline.ts'
export { addPair, type Bilingual, copyOf, emptyBilingual, stemsOf } from './engine/expand.ts'
export { authorPlan, exactly, fieldPlan, type Lookup, rangePlan, textMask } from './engine/field-plans.ts'
export { type Lowered, lowerQuery } from './engine/lower.ts'
export {
  type NearPlan,
  type PhrasePlan,
  type Placed,
  type Plan,
  type PrefixPlan,
  scoringLeaves,
  termsOf,
  wordLeaves,
} from './engine/plan.ts'
export {
  type Counts,
  type EngineAnswer,
  type EngineRequest,
  FACETS,
  type FacetName,
  type Filter,
  type Sort,
} from './engine/request.ts'
export { allOf, oneOf, phrasePlan, wordPlans } from './engine/words.ts'
export { openIndex } from './open.ts'
export { paced } from './pace.ts'
export type { PaperIndex } from './port.ts'
export { conditionFault, conditionsToQuery } from './query/conditions.ts'
export { parseQuery } from './query/parse.ts'
export { printQuery } from './query/print.ts'
export {
  type Field,
  join,
  type LeafQuery,
  type ParsedQuery,
  type Query,
  type RangeQuery,
  type WordQuery,
} from './query/query.ts'
export { positiveWords, textFields } from './query/words.ts'
export { identifierTerm } from './segment/fields.ts'
export { ANY_MASK, MASKS, TEXT_GAP } from './segment/layout.ts'
export { AUTHOR_MASKS, SPACES } from './segment/terms.ts'
export type { AllValues, Values } from './segment/values.ts'
export { hasManifest, readManifest } from './store/files.ts'
export { beginsWord, typedText, visibleText } from './suggest/typed.ts'
