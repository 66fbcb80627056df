// What somebody is interested in and follows.
export { queryOf } from './matching.ts'
export { readPreferences } from './preference.service.ts'
