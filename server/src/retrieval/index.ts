// Evidence for a question: passages of papers and files that may answer it.

export { papersById } from './candidate.ts'
export { foundPassage, placeOf, sourceFields } from './evidence/cited-source.ts'
export {
  type Evidence,
  evidenceOf,
  type FoundPaper,
  mostOfEach,
  relevant,
  saysShare,
} from './evidence/evidence.ts'
export { createNumbering } from './evidence/numbering.ts'
export {
  inCell,
  type Quote,
  type QuoteText,
  quoteText,
  SITE_MARK,
  SITE_NOTE,
  sourceOf,
} from './evidence/quote-text.ts'
export { isRelated, subjectOf, unknownOf } from './evidence/subject.ts'
export { AnswerFault, answerFaultOf } from './fault.ts'
export { givesFigure, givesYear, hasDigits, saysChange, wantedFigure } from './figure-wanted.ts'
export { foundFiles } from './full-text.ts'
export { conceptNames, evidenceFor } from './hit-evidence.ts'
export { introducing } from './introducing.ts'
export { type Retrieval, type RetrievalRequest, retrieve } from './retrieve.ts'
export { type AnswerScope, evidenceScope, isOfTexts } from './scope.ts'
export { type Wanted, wantedOf } from './wanted.ts'
