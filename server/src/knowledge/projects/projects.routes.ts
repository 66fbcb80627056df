import { projectsApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { addMembers, assignRole, findUsers, handOver, listMembers, removeMembers } from './member.service.ts'
import {
  addProject,
  isManager,
  joinedProjects,
  namesOfProjects,
  oneProject,
  ownProjects,
  projectBin,
  projectRole,
  removeProject,
  restoreProject,
  updateProject,
} from './project.service.ts'

export const projectsRoutes = implement(projectsApi, {
  mine: ownProjects,
  joined: joinedProjects,
  role: projectRole,
  one: oneProject,
  add: addProject,
  update: updateProject,
  remove: removeProject,
  bin: projectBin,
  restore: restoreProject,
  members: listMembers,
  addMembers,
  assignRole,
  removeMembers,
  handOver,
  findUsers,
  joinedAll: namesOfProjects,
  isManager,
})
