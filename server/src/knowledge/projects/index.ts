// Projects of a team: who is in them as what, and what that lets them do.
export { handOverUnowned, listUnowned } from './member.service.ts'
export { listProjectNames } from './project.service.ts'
export { requireProject } from './role.ts'
