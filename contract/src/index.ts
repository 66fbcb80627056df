import './issues.ts'
import { adminApi } from './admin.ts'
import { jobsApi } from './jobs.ts'
import { userApi } from './user.ts'

export { isEmpty } from './empty.ts'
export type { Endpoint, Endpoints, InputOf, OutputOf, ParsedInputOf } from './endpoint.ts'
export { codeOf, type ProblemId, problems } from './problems.ts'
export type { MenuItem } from './user.ts'
export { accountName, contact, password } from './user.ts'
export type { Creator, Reference, Work } from './work.ts'
export { blankWork, reference, work } from './work.ts'

/** Every call the product makes, by area. The only source of paths and shapes. */
export const api = { user: userApi, jobs: jobsApi, admin: adminApi }
