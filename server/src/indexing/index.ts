// Search indexes that follow the database.
export { type Feed, followingIndex, pages, refusing } from './following-index.ts'
export { type SharedPlace, sharedEngine } from './shared-engine.ts'
