// Search indexes that follow the database.
export { type Feed, followingIndex, pages, refused } from './following-index.ts'
