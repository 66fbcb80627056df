// Records of literature into the library, whatever they come from.
export { watchInbox } from './inbox.service.ts'
export { papersOf } from './known-works.service.ts'
export { readRecords, storeOutside } from './outside.service.ts'
export { loadStarterLibrary } from './starter.service.ts'
