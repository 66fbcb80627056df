// Import of records of literature into the library, from files and from outside engines.
export { watchInbox } from './inbox.ts'
export { matchPapers } from './known-works.ts'
export { readRecords, storeOutsideWorks } from './outside-works.ts'
export { loadStarterLibrary } from './starter-library.ts'
