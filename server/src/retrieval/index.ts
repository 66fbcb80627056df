// Retrieval of evidence for a question: passages of papers and files that may answer it.

export { type AnswerCriteria, answerCriteria } from './answer-criteria.ts'
export { createNumbering, quotePosition, sourceFields, toPassageHit } from './evidence/cited-source.ts'
export { buildEvidence, type Evidence, type FoundPaper } from './evidence/evidence.ts'
export { maxPassagesPerSource } from './evidence/passage-score.ts'
export {
  createQuoteWriter,
  escapeCell,
  type Quote,
  type QuoteWriter,
  SITE_MARK,
  SITE_NOTE,
  sourceLabel,
} from './evidence/quote-writer.ts'
export { filterRelevant } from './evidence/relevance.ts'
export { statesShare } from './evidence/stated-names.ts'
export { isRelated, subjectConcepts, unknownTerms } from './evidence/subject.ts'
export { AnswerFault, toAnswerFault } from './fault.ts'
export { figureCriteria } from './figure-criteria.ts'
export { attachedFileSources, foundFileSources } from './file-sources.ts'
export { findPaperByTitle } from './find-by-title.ts'
export { findHitEvidence, labelConcepts } from './hit-evidence.ts'
export { createIntroductionMatcher } from './introduced-names.ts'
export { extractTitledPapers, findNamedPapers } from './named-papers.ts'
export { withLines } from './read-evidence.ts'
export { findPapersById } from './read-papers.ts'
export { withoutRetracted } from './retracted-works.ts'
export type { Retrieval, RetrievalRequest } from './retrieval.ts'
export { retrieve } from './retrieve.ts'
export { type AnswerScope, hasChosenSources, hasChosenTexts, resolveEvidenceScope } from './scope.ts'
export { hasDigits, statesChange, statesFigure, statesYear } from './stated-figures.ts'
