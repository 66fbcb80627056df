import { api } from '@scinav/contract'
import { type CallCases, type CaseScene, UNKNOWN_ID } from './case.ts'

async function createDeadJob({ app }: CaseScene): Promise<string> {
  const id = app.base.newId()
  const now = app.base.now().toISOString()
  const row = {
    id,
    name: 'gone',
    title: '旧任务',
    payload: '{}',
    owner_id: null,
    unique_key: null,
    state: 'failed' as const,
  }
  const rest = {
    progress: 0,
    note: null,
    error: 'x',
    attempts: 1,
    run_at: now,
    lease: null,
    lease_until: null,
  }
  await app.base.db
    .insertInto('jobs')
    .values({ ...row, ...rest, cancel_requested: 0, created_at: now, finished_at: now })
    .execute()
  return id
}

/** Creates a project whose owner's account is disabled afterwards. */
async function createUnownedProject({ app }: CaseScene): Promise<string> {
  const cai = await app.signUp('Cai')
  const { id } = await cai.call(api.projects.add, { name: '课题组' })
  await app.base.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', cai.id).execute()
  return id
}

export const adminCases: CallCases<typeof api.admin> = {
  users: { valid: () => ({ keyword: 'bob', status: 'active' }), bad: { page_size: 101 } },
  setUser: {
    valid: ({ bo }) => ({ user_id: bo.id, status: 'disabled' }),
    bad: { user_id: '', status: 'gone' },
  },
  unownedProjects: { valid: () => ({}), bad: { page_num: 0 } },
  handOverProject: {
    valid: async (scene) => ({ project_id: await createUnownedProject(scene), user_id: scene.ada.id }),
    bad: { project_id: '', user_id: '' },
    foreign: async ({ ada, bo }) => [
      { project_id: UNKNOWN_ID, user_id: ada.id },
      { project_id: UNKNOWN_ID, user_id: bo.id },
    ],
  },
  jobs: { valid: () => ({ state: 'done' }), bad: { page_num: 0 } },
  setJob: {
    valid: async (scene) => ({ job_id: await createDeadJob(scene), action: 'retry' }),
    bad: { job_id: 'x', action: 'explode' },
  },
  system: { valid: () => ({}) },
  menus: { valid: () => ({}) },
  setMenus: {
    valid: () => ({ stopped: [{ path: '/subscribe', roles: ['user'], organizations: ['示例大学'] }] }),
    bad: { stopped: [{ path: 'subscribe', roles: ['guest'], organizations: [''] }] },
  },
}
