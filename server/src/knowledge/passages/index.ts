// Passages of documents: their index, and access for users who may read them.
export {
  type AttachedPassage,
  awaitFiles,
  findAttachedById,
  findInFiles,
  requireOwnFiles,
} from './attached.ts'
export { findLines } from './lines.ts'
export { createPassageIndex, hasPassages } from './passage-index.ts'
export {
  countScope,
  type FoundPassage,
  findOutlines,
  findPassages,
  findPassagesById,
  findSurroundingText,
  type PassageScope,
  parsePassageId,
  passageId,
  type ReadDocument,
} from './passages.ts'
export {
  areOpenToModels,
  mayReadDocuments,
  requireReadableNames,
  scopeOfDatasets,
  scopeOfDocuments,
  scopeOfPapers,
  scopeOfPart,
} from './scope.ts'
