// The search history of each user.
export { findOwnQueries } from './search-log.service.ts'
