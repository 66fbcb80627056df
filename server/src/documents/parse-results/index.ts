// Results of parsing files, and the documents for which they are active. This feature is below datasets: code that
// copies or deletes documents calls it.

export type { StoredDocumentFacts } from './activate-parse.ts'
export { claimParse, parseLeases, releaseParses, requeueParses } from './claim-parse.ts'
export { fillMissingTitles } from './describe-file.ts'
export {
  excludePassages,
  findExcludedPassages,
  includePassages,
  restoreExclusions,
} from './excluded-passages.ts'
export { failLeasedParse } from './fail-parse.ts'
export { clearParseOwner, removeUnusedParses, renewOutdatedParses } from './maintain-parses.ts'
export type { ParseRow } from './parse.store.ts'
export { findParsingViews } from './parse-progress.ts'
export {
  addBlocks,
  addPassages,
  clearParseText,
  finishParse,
  readBlocksFrom,
  reportIndexing,
  reportProgress,
} from './parse-run.ts'
export {
  activateCopies,
  assignParse,
  cancelDocumentParses,
  countQueuedParses,
  findParse,
  findParseOfBytes,
  pageCount,
  reinstateDocuments,
  requestParse,
  restartStalledParse,
  withdrawDocuments,
} from './request-parse.ts'
