// What somebody is interested in and follows.
export { interestQuery } from './matching.ts'
export { getPreferences } from './preference.service.ts'
