// Retrieval of evidence for a question: passages of papers and files that may answer it.

export { type AnswerCriteria, answerCriteria } from './answer-criteria.ts'
export { findPapersById } from './candidate.ts'
export { createNumbering, quotePosition, sourceFields, toPassageHit } from './evidence/cited-source.ts'
export {
  buildEvidence,
  type Evidence,
  type FoundPaper,
  filterRelevant,
  maxPassagesPerSource,
  statesShare,
} from './evidence/evidence.ts'
export {
  createQuoteWriter,
  escapeCell,
  type Quote,
  type QuoteWriter,
  SITE_MARK,
  SITE_NOTE,
  sourceLabel,
} from './evidence/quote-writer.ts'
export { isRelated, subjectConcepts, unknownTerms } from './evidence/subject.ts'
export { AnswerFault, toAnswerFault } from './fault.ts'
export { figureCriteria, hasDigits, statesChange, statesFigure, statesYear } from './figure-criteria.ts'
export { attachedFileSources, foundFileSources } from './file-sources.ts'
export { findHitEvidence, labelConcepts } from './hit-evidence.ts'
export { createIntroductionMatcher } from './introduced-names.ts'
export { extractTitledPapers, findNamedPapers, findPaperByTitle } from './named-papers.ts'
export { withoutRetracted } from './retracted-works.ts'
export { type Retrieval, type RetrievalRequest, retrieve, withLines } from './retrieve.ts'
export { type AnswerScope, hasChosenSources, hasChosenTexts, resolveEvidenceScope } from './scope.ts'
