// Interests and subscriptions of users.
export { interestQuery } from './matching.ts'
export { getPreferences } from './preference.service.ts'
