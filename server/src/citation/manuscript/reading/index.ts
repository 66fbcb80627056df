// Reading of manuscripts: their reference lists, the citations in the text, and the links between them.
export { findListFindings, type ListFinding } from './list-findings.ts'
export {
  type Manuscript,
  type ManuscriptBlock,
  type ManuscriptFault,
  manuscriptBlocks,
} from './manuscript.ts'
export { readManuscript } from './read-manuscript.ts'
