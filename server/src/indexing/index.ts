// Search indexes that follow the database.
export { type Feed, pages } from './feed.ts'
export { followingIndex } from './following-index.ts'
export { refusing } from './refusing.ts'
export { type SharedPlace, sharedEngine } from './shared-engine.ts'
