import { api } from '@scinav/contract'
import { implement } from '../http/implement.ts'
import { listJobs, setJob } from '../jobs/index.ts'
import { handOverUnowned, listUnowned } from '../projects/index.ts'
import { listAccounts, listMenus, setAccount, setMenus } from '../user/index.ts'
import { systemState } from './system.service.ts'

export const adminRoutes = implement(api.admin, {
  users: listAccounts,
  setUser: setAccount,
  unownedProjects: listUnowned,
  handOverProject: handOverUnowned,
  jobs: listJobs,
  setJob,
  system: systemState,
  menus: listMenus,
  setMenus,
})
