// What a person has searched for.
export { ownQueries } from './search-log.service.ts'
