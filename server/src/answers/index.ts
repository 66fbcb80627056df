// Answers from the library: takes a question and streams the parts of a cited answer.
export { answer } from './answer.ts'
export { cueScore as sentenceCue } from './extractive/answer-cues.ts'
export {
  ASPECTS as ABSTRACT_ASPECTS,
  aspectLogits,
} from './extractive/aspects/aspect-model.ts'
export { readAspects } from './extractive/aspects/read-aspects.ts'
export { overlap } from './extractive/pick-sentences.ts'
export { type ResearchSentence, researchSentences } from './extractive/research-sentences.ts'
export { languageDataLoaded, loadLanguageData } from './load-language-data.ts'
export { preparedSuggestions } from './suggestions/answerable-questions.ts'
export { findPapersByTerm } from './suggestions/papers-by-term.ts'
export { followUpQuestions, startQuestions } from './suggestions/suggest-questions.ts'
export type { AnswerPart, AnswerTask, AnswerTool } from './task/task.ts'
export { understandForAnswer } from './task/understand.ts'
export { bestQuote, sharedWordShare } from './verification/best-quote.ts'
export { checkClaim } from './verification/check-claim.ts'
export { createMarkerReader } from './verification/citation-markers.ts'
export type { ClaimVerdict } from './verification/claim-verdicts.ts'
export type { JudgedClaim } from './verification/claims-prompt.ts'
export { judgeClaims } from './verification/judge-claims.ts'
export { contradicts } from './verification/polarity.ts'
export { clauseToRedact } from './verification/redacted-clause.ts'
