// Records of literature into the library, whatever they come from.
export { watchInbox } from './inbox.ts'
export { papersOf } from './known-works.ts'
export { readRecords, storeOutside } from './outside.ts'
export { loadStarterLibrary } from './starter.ts'
