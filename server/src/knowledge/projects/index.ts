// Team projects: members, their roles, and the rights of each role.
export { handOverUnowned, listUnowned } from './member.service.ts'
export { listProjectNames } from './project.service.ts'
export { requireProject } from './role.ts'
