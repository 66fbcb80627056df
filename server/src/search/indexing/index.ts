// Search indexes that follow the database.

export { createDatabaseIndex, type IndexOptions } from './database-index.ts'
export { type IndexFeed, readPages } from './feed.ts'
