// Search indexes that follow the database.
export { type Feed, pages } from './feed.ts'
export { type IndexOptions, placedIndex } from './placed-index.ts'
