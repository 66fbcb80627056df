import { api } from '@scinav/contract'
import { type Case, type CasesOf, NOBODY, type Person, type Scene } from './case.ts'

const { projects } = api

const projectOf = async (person: Person) => (await person.call(projects.add, { name: '课题组' })).id

/** A call that takes a project and the same rest in every case. */
function ofProject(rest: object, bad: object): Case {
  return {
    valid: async ({ ada }) => ({ project_id: await projectOf(ada), ...rest }),
    bad: { project_id: '', ...bad },
    foreign: async ({ bo }) => [
      { project_id: await projectOf(bo), ...rest },
      { project_id: NOBODY, ...rest },
    ],
  }
}

/** A call about Bo as a member of Ada's project. */
function ofMember(rest: (user_id: string) => object, bad: object): Case {
  return {
    valid: async ({ ada, bo }: Scene) => {
      const project_id = await projectOf(ada)
      await ada.call(projects.addMembers, { project_id, user_ids: [bo.id] })
      return { project_id, ...rest(bo.id) }
    },
    bad,
    foreign: async ({ ada, bo }) => [
      { project_id: await projectOf(bo), ...rest(ada.id) },
      { project_id: NOBODY, ...rest(ada.id) },
    ],
  }
}

const page = { page_num: 1, page_size: 10 }

export const projectsCases: CasesOf<typeof api.projects> = {
  mine: { valid: () => ({ ...page, keyword: '课题' }), bad: { page_num: 0, page_size: 101 } },
  joined: { valid: () => page, bad: { page_num: 'x', page_size: 10 } },
  role: ofProject({}, { project_id: 'x'.repeat(65) }),
  one: ofProject({}, { project_id: 'x'.repeat(65) }),
  add: { valid: () => ({ name: '课题组' }), bad: { name: ' ', description: 'x'.repeat(501) } },
  update: ofProject({ name: '新名' }, { name: 'x'.repeat(61) }),
  remove: ofProject({ confirm_name: '课题组' }, { project_id: 'p1' }),
  bin: { valid: () => ({}) },
  restore: {
    valid: async ({ ada }) => deleted(ada),
    bad: { project_id: '' },
    foreign: async ({ bo }) => [await deleted(bo), { project_id: NOBODY }],
  },
  members: ofProject({ ...page, nick_name: 'A' }, { project_id: 'p1', page_num: 0, page_size: 10 }),
  addMembers: {
    valid: async ({ ada, bo }) => ({ project_id: await projectOf(ada), user_ids: [bo.id], role: 3 }),
    bad: { project_id: 'x', user_ids: [], role: 1 },
    foreign: async ({ ada, bo }) => [
      { project_id: await projectOf(bo), user_ids: [ada.id] },
      { project_id: NOBODY, user_ids: [ada.id] },
    ],
  },
  assignRole: ofMember((user_id) => ({ user_id, role: 2 }), { project_id: 'x', user_id: 'y', role: 5 }),
  removeMembers: ofMember((user_id) => ({ user_ids: [user_id] }), { project_id: 'x', user_ids: [] }),
  handOver: ofMember((user_id) => ({ user_id }), { project_id: 'x', user_id: '' }),
  findUsers: ofProject({ keyword: 'Bo' }, { project_id: 'x', keyword: 'a' }),
  joinedAll: { valid: () => ({}) },
  isManager: ofProject({}, { project_id: 'x'.repeat(65) }),
  files: ofProject({ keyword: 'a' }, { page_size: 101 }),
}

async function deleted(person: Person) {
  const project_id = await projectOf(person)
  await person.call(projects.remove, { project_id, confirm_name: '课题组' })
  return { project_id }
}
