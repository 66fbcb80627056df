// Reading of manuscripts: their reference lists, the citations in the text, and the links between them.
export { readLatexManuscript } from './latex/read-latex.ts'
export { findListFindings, type ListFinding } from './list-findings.ts'
export {
  type Manuscript,
  type ManuscriptBlock,
  type ManuscriptFault,
  manuscriptBlocks,
} from './manuscript.ts'
export { readManuscript } from './read-manuscript.ts'
