// Search indexes that follow the database.
export { type Feed, followingIndex, pages, refusing, type Sharing } from './following-index.ts'
export { sharedEngine } from './shared-engine.ts'
