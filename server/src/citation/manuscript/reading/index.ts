// Reading of manuscripts: their reference lists, the citations in the text, and the links between them.
export { isPartTitle } from './find-lists.ts'
export { findListFindings, firstCitations, type ListFinding, MIN_ORDERED_SHARE } from './list-findings.ts'
export { longestRise } from './longest-rise.ts'
export {
  type CitationMarker,
  type Manuscript,
  type ManuscriptBlock,
  manuscriptBlocks,
  type ReadingFault,
  type ReferenceList,
} from './manuscript.ts'
export { readManuscript } from './read-manuscript.ts'
