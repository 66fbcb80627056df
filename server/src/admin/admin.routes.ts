import { api } from '@scinav/contract'
import { implement } from '../http/implement.ts'
import { listJobs, setJob } from '../jobs/job.service.ts'
import { listAccounts, setAccount } from '../user/account-admin.service.ts'
import { listMenus, setMenus } from '../user/menu-admin.service.ts'
import { systemState } from './system.service.ts'

export const adminRoutes = implement(api.admin, {
  users: listAccounts,
  setUser: setAccount,
  jobs: listJobs,
  setJob,
  system: systemState,
  menus: listMenus,
  setMenus,
})
