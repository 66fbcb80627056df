import { api } from '@scinav/contract'
import { type CallCase, type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'

const { projects } = api

const createProject = async (person: Person) => (await person.call(projects.add, { name: '课题组' })).id

/** Builds a case for a call that takes a project; the rest of the input is the same in every case. */
function projectCase(rest: object, bad: object): CallCase {
  return {
    valid: async ({ ada }) => ({ project_id: await createProject(ada), ...rest }),
    bad: { project_id: '', ...bad },
    foreign: async ({ bo }) => [
      { project_id: await createProject(bo), ...rest },
      { project_id: UNKNOWN_ID, ...rest },
    ],
  }
}

/** Builds a case for a call about Bo as a member of Ada's project. */
function memberCase(rest: (user_id: string) => object, bad: object): CallCase {
  return {
    valid: async ({ ada, bo }: CaseScene) => {
      const project_id = await createProject(ada)
      await ada.call(projects.addMembers, { project_id, user_ids: [bo.id] })
      return { project_id, ...rest(bo.id) }
    },
    bad,
    foreign: async ({ ada, bo }) => [
      { project_id: await createProject(bo), ...rest(ada.id) },
      { project_id: UNKNOWN_ID, ...rest(ada.id) },
    ],
  }
}

const PAGE = { page_num: 1, page_size: 10 }

export const projectsCases: CallCases<typeof api.projects> = {
  mine: { valid: () => ({ ...PAGE, keyword: '课题' }), bad: { page_num: 0, page_size: 101 } },
  joined: { valid: () => PAGE, bad: { page_num: 'x', page_size: 10 } },
  role: projectCase({}, { project_id: 'x'.repeat(65) }),
  one: projectCase({}, { project_id: 'x'.repeat(65) }),
  add: { valid: () => ({ name: '课题组' }), bad: { name: ' ', description: 'x'.repeat(501) } },
  update: projectCase({ name: '新名' }, { name: 'x'.repeat(61) }),
  remove: projectCase({ confirm_name: '课题组' }, { project_id: 'p1' }),
  bin: { valid: () => ({}) },
  restore: {
    valid: async ({ ada }) => createDeletedProject(ada),
    bad: { project_id: '' },
    foreign: async ({ bo }) => [await createDeletedProject(bo), { project_id: UNKNOWN_ID }],
  },
  members: projectCase({ ...PAGE, nick_name: 'A' }, { project_id: 'p1', page_num: 0, page_size: 10 }),
  addMembers: {
    valid: async ({ ada, bo }) => ({ project_id: await createProject(ada), user_ids: [bo.id], role: 3 }),
    bad: { project_id: 'x', user_ids: [], role: 1 },
    foreign: async ({ ada, bo }) => [
      { project_id: await createProject(bo), user_ids: [ada.id] },
      { project_id: UNKNOWN_ID, user_ids: [ada.id] },
    ],
  },
  assignRole: memberCase((user_id) => ({ user_id, role: 2 }), { project_id: 'x', user_id: 'y', role: 5 }),
  removeMembers: memberCase((user_id) => ({ user_ids: [user_id] }), { project_id: 'x', user_ids: [] }),
  handOver: memberCase((user_id) => ({ user_id }), { project_id: 'x', user_id: '' }),
  findUsers: projectCase({ keyword: 'Bo' }, { project_id: 'x', keyword: 'a' }),
  joinedAll: { valid: () => ({}) },
  isManager: projectCase({}, { project_id: 'x'.repeat(65) }),
  files: projectCase({ keyword: 'a' }, { page_size: 101 }),
}

async function createDeletedProject(person: Person) {
  const project_id = await createProject(person)
  await person.call(projects.remove, { project_id, confirm_name: '课题组' })
  return { project_id }
}
