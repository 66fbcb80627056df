// What a person has searched for.
export { findOwnQueries } from './search-log.service.ts'
