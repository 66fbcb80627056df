import { projectsApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import {
  addMembers,
  assignRole,
  findUsers,
  handOverProject,
  listMembers,
  removeMembers,
} from './member.service.ts'
import {
  addProject,
  getProject,
  getProjectRole,
  isManager,
  listJoinedProjects,
  listOwnProjects,
  listProjectBin,
  listProjectNames,
  removeProject,
  restoreProject,
  updateProject,
} from './project.service.ts'

export const projectsRoutes = implement(projectsApi, {
  mine: listOwnProjects,
  joined: listJoinedProjects,
  role: getProjectRole,
  one: getProject,
  add: addProject,
  update: updateProject,
  remove: removeProject,
  bin: listProjectBin,
  restore: restoreProject,
  members: listMembers,
  addMembers,
  assignRole,
  removeMembers,
  handOver: handOverProject,
  findUsers,
  joinedAll: listProjectNames,
  isManager,
})
