import { api } from '@scinav/contract'
import { listAccounts, listMenus, setAccount, setMenus } from '../../account/user/index.ts'
import { handOverUnowned, listUnowned } from '../../knowledge/projects/index.ts'
import { implement } from '../../platform/http/implement.ts'
import { listJobs, setJob } from '../../platform/jobs/index.ts'
import { getSystemState } from './system.service.ts'

export const adminRoutes = implement(api.admin, {
  users: listAccounts,
  setUser: setAccount,
  unownedProjects: listUnowned,
  handOverProject: handOverUnowned,
  jobs: listJobs,
  setJob,
  system: getSystemState,
  menus: listMenus,
  setMenus,
})
