// What somebody searched for and looked at.
export { ownQueries } from './search-log.service.ts'
export { viewedAmong } from './viewed-among.ts'
