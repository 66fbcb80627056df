// Records of literature into the library, whatever they come from.
export { watchInbox } from './inbox.ts'
export { matchPapers } from './known-works.ts'
export { readRecords, storeOutsideWorks } from './outside-works.ts'
export { loadStarterLibrary } from './starter-library.ts'
