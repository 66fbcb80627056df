// What files were parsed to, and where that answers. It lies below datasets: whoever copies or deletes documents says so here.
export { claimParse, failHeldParse, handBackParses, leasedParses, releaseParses } from './claim.ts'
export {
  awaitParse,
  documentsBack,
  documentsCopied,
  documentsGone,
  requestParse,
  restartStalled,
  stopWaiting,
} from './documents.ts'
export { leaveOut } from './leave-out.ts'
export { bringLeftOut, leftOutOf } from './left-out.ts'
export type { ParseRow } from './parse.store.ts'
export {
  disownParses,
  pagesOf,
  parseById,
  parseOfBytes,
  removeUnusedParses,
  renewParses,
  waitingParses,
} from './parses.ts'
export { parsingOf } from './parsing-view.ts'
export {
  addBlocks,
  addPassages,
  blocksFrom,
  clearParse,
  finishParse,
  holdParse,
  tellProgress,
} from './running.ts'
export type { StoredFacts } from './serve.ts'
export { findTitles } from './titles.ts'
