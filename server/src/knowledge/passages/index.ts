// What people's files say: the index of their passages, and passages for those who may read them.
export { type AttachedPassage, awaitFiles, findInFiles, ownFiles } from './attached.ts'
export { linesOf } from './lines.ts'
export { hasPassages, passageIndex } from './passage-index.ts'
export {
  countedIn,
  type FoundPassage,
  findPassages,
  outlinesOf,
  type PassageScope,
  passageId,
  passagesAround,
  passagesById,
  type ReadDocument,
} from './passages.ts'
export {
  areOpen,
  filesAmong,
  filesOfDatasets,
  filesOfPapers,
  filesOfPart,
  mayReadDocuments,
  readableDocuments,
} from './scope.ts'
