// Results of parsing files, and the documents for which they are active. This feature is below datasets: code that
// copies or deletes documents calls it.

export type { StoredDocumentFacts } from './activate-parse.ts'
export { claimParse, failLeasedParse, parseLeases, releaseParses, requeueParses } from './claim-parse.ts'
export {
  activateCopies,
  awaitParse,
  cancelDocumentParses,
  reinstateDocuments,
  requestParse,
  restartStalledParse,
  withdrawDocuments,
} from './request-parse.ts'
export { excludePassages } from './exclude-passages.ts'
export { findExcludedPassages, restoreExclusions } from './excluded-passages.ts'
export type { ParseRow } from './parse.store.ts'
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
  clearParseOwner,
  countWaitingParses,
  findParse,
  findParseOfBytes,
  pageCount,
  removeUnusedParses,
  renewOutdatedParses,
} from './maintain-parses.ts'
export { findParsingViews } from './parse-progress.ts'
export { fillMissingTitles } from './titles.ts'
