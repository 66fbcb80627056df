import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { projectScene } from '../../testing/project-scene.ts'
import { testApp } from '../../testing/test-app.ts'

const { projects, user } = api
const page = { page_num: 1, page_size: 20 }
const notAllowed = { status: 403, problem: 'project.not_allowed' }

type Scene = Awaited<ReturnType<typeof projectScene>>

const roles = async ({ owner, project_id }: Pick<Scene, 'owner' | 'project_id'>) =>
  Object.fromEntries(
    (await owner.call(projects.members, { project_id, ...page })).list.map((each) => [
      each.nick_name,
      each.role,
    ]),
  )

test('members are listed by rank and found by their nick name, without address', async () => {
  const { viewer, project_id } = await projectScene()
  const { list, total } = await viewer.call(projects.members, { project_id, ...page })
  const found = await viewer.call(projects.members, { project_id, ...page, nick_name: 'm' })

  expect(total).toBe(4)
  expect(list.map(({ nick_name, role }) => [nick_name, role])).toEqual([
    ['Ada', 1],
    ['Max', 2],
    ['Mei', 3],
    ['Vera', 4],
  ])
  expect(found.list.map(({ nick_name }) => nick_name)).toEqual(['Max', 'Mei'])
  expect(JSON.stringify(list)).not.toContain('@')
})

test('people to invite are found by two characters of their name, never by or with an address', async () => {
  const scene = await projectScene()
  const { app, owner, manager, member, viewer, stranger, project_id } = scene
  const find = (keyword: string) => owner.call(projects.findUsers, { project_id, keyword })
  expect(await find('ev')).toEqual([
    { user_id: stranger.id, nick_name: 'Eve', account: 'Eve', avatar_url: null, organization: null },
  ])
  expect(await find('example')).toEqual([])
  expect(await find('%%')).toEqual([])
  expect((await find('ma')).map(({ nick_name }) => nick_name)).toEqual([])
  expect(await owner.refusal(projects.findUsers, { project_id, keyword: ' e ' })).toMatchObject({
    status: 400,
  })
  for (const person of [member, viewer])
    expect(await person.refusal(projects.findUsers, { project_id, keyword: 'ev' })).toMatchObject(notAllowed)
  expect(await manager.call(projects.findUsers, { project_id, keyword: 'EVE' })).toHaveLength(1)

  const row = await app.base.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', stranger.id)
    .executeTakeFirstOrThrow()
  const many = Array.from({ length: 30 }, (_, at) => ({
    ...row,
    id: `u${at}`,
    account: `u${at}`,
    account_key: `u${at}`,
    email: `u${at}@example.org`,
    nick_name: `张伟 ${at}`,
  }))
  await app.base.db.insertInto('users').values(many).execute()
  expect(await find('张伟')).toHaveLength(20)
  await app.base.db
    .updateTable('users')
    .set({ status: 'disabled' })
    .where('nick_name', 'like', '张伟%')
    .execute()
  expect(await find('张伟')).toEqual([])
})

test('people come in once, all or none; a manager takes in below their own rank', async () => {
  const scene = await projectScene()
  const { manager, member, viewer, stranger, owner, project_id } = scene
  const user_ids = [stranger.id, member.id, stranger.id]
  for (const person of [member, viewer])
    expect(await person.refusal(projects.addMembers, { project_id, user_ids })).toMatchObject(notAllowed)
  expect(await manager.refusal(projects.addMembers, { project_id, user_ids, role: 2 })).toMatchObject(
    notAllowed,
  )
  expect(await owner.refusal(projects.addMembers, { project_id, user_ids, role: 1 })).toMatchObject({
    status: 400,
  })
  expect(
    await manager.refusal(projects.addMembers, { project_id, user_ids: [stranger.id, 'nobody'] }),
  ).toMatchObject({ status: 404, problem: 'user.not_found' })
  expect(await roles(scene)).not.toHaveProperty('Eve')

  expect(await manager.call(projects.addMembers, { project_id, user_ids, role: 4 })).toEqual({
    added: 1,
    already: [member.id],
  })
  expect(await roles(scene)).toMatchObject({ Eve: 4, Mei: 3 })
  expect((await stranger.call(projects.joined, page)).list.map(({ id }) => id)).toEqual([project_id])
})

test('nobody raises themselves or touches a rank at or above their own', async () => {
  const scene = await projectScene()
  const { owner, manager, member, viewer, project_id } = scene
  const before = await roles(scene)
  const assign = (user_id: string, role: number) => ({ project_id, user_id, role })
  const tries = [
    [manager, assign(manager.id, 1)],
    [manager, assign(owner.id, 3)],
    [manager, assign(member.id, 2)],
    [manager, assign(member.id, 1)],
    [member, assign(member.id, 2)],
    [member, assign(viewer.id, 3)],
    [viewer, assign(viewer.id, 1)],
  ] as const
  for (const [person, input] of tries)
    expect(await person.refusal(projects.assignRole, input)).toMatchObject(notAllowed)
  const removals = [
    [manager, [owner.id]],
    [manager, [viewer.id, owner.id]],
    [member, [viewer.id]],
    [viewer, [member.id]],
  ] as const
  for (const [person, user_ids] of removals)
    expect(await person.refusal(projects.removeMembers, { project_id, user_ids })).toMatchObject(notAllowed)
  for (const person of [manager, member, viewer])
    expect(await person.refusal(projects.handOver, { project_id, user_id: member.id })).toMatchObject(
      notAllowed,
    )
  expect(await roles(scene)).toEqual(before)

  await manager.call(projects.assignRole, assign(member.id, 4))
  await owner.call(projects.assignRole, assign(viewer.id, 2))
  expect(await roles(scene)).toMatchObject({ Mei: 4, Vera: 2 })
  expect(await manager.refusal(projects.assignRole, assign(viewer.id, 4))).toMatchObject(notAllowed)
  await manager.call(projects.assignRole, assign(manager.id, 3))
  expect(await roles(scene)).toMatchObject({ Max: 3 })
})

test('attack 20: a viewer of a project tries every write and is refused', async () => {
  const scene = await projectScene()
  const { viewer, member, stranger, project_id } = scene
  const before = await roles(scene)
  const writes = [
    [projects.update, { name: '我的' }],
    [projects.remove, { confirm_name: '固态电池' }],
    [projects.addMembers, { user_ids: [stranger.id] }],
    [projects.assignRole, { user_id: viewer.id, role: 1 }],
    [projects.assignRole, { user_id: member.id, role: 4 }],
    [projects.removeMembers, { user_ids: [member.id] }],
    [projects.handOver, { user_id: viewer.id }],
    [api.datasets.create, { name: '我的' }],
  ] as const
  for (const [endpoint, rest] of writes)
    expect(await viewer.refusal(endpoint, { project_id, ...rest }), endpoint.path).toMatchObject(notAllowed)
  expect(await viewer.refusal(projects.restore, { project_id })).toMatchObject({ status: 404 })
  expect(await roles(scene)).toEqual(before)
})

test('members leave by themselves, and are taken out by those above them', async () => {
  const scene = await projectScene()
  const { manager, member, viewer, project_id } = scene
  await viewer.call(projects.removeMembers, { project_id, user_ids: [viewer.id] })
  expect(await viewer.refusal(projects.one, { project_id })).toMatchObject({ status: 404 })
  expect(
    await manager.refusal(projects.removeMembers, { project_id, user_ids: [member.id, viewer.id] }),
  ).toMatchObject({ status: 404, problem: 'member.not_found' })
  await manager.call(projects.removeMembers, { project_id, user_ids: [member.id] })
  expect(await roles(scene)).toEqual({ Ada: 1, Max: 2 })
})

test('the last owner neither leaves nor steps down; handing over makes another one', async () => {
  const scene = await projectScene()
  const { owner, manager, member, stranger, project_id } = scene
  const last = { status: 409, problem: 'project.last_owner' }
  expect(await owner.refusal(projects.removeMembers, { project_id, user_ids: [owner.id] })).toMatchObject(
    last,
  )
  expect(await owner.refusal(projects.assignRole, { project_id, user_id: owner.id, role: 3 })).toMatchObject(
    last,
  )
  expect(await owner.refusal(projects.handOver, { project_id, user_id: stranger.id })).toMatchObject({
    status: 404,
    problem: 'member.not_found',
  })
  expect(await owner.refusal(projects.handOver, { project_id, user_id: owner.id })).toMatchObject(notAllowed)

  expect(await owner.call(projects.handOver, { project_id, user_id: member.id })).toMatchObject({ role: 1 })
  expect(await roles({ owner: member, project_id })).toMatchObject({ Mei: 1, Ada: 2 })
  expect(await owner.refusal(projects.remove, { project_id, confirm_name: '固态电池' })).toMatchObject(
    notAllowed,
  )
  expect(
    await member.refusal(projects.assignRole, { project_id, user_id: member.id, role: 2 }),
  ).toMatchObject(last)
  await member.call(projects.assignRole, { project_id, user_id: manager.id, role: 1 })
  expect(
    await member.refusal(projects.assignRole, { project_id, user_id: manager.id, role: 3 }),
  ).toMatchObject(notAllowed)
  await member.call(projects.removeMembers, { project_id, user_ids: [member.id] })
  expect(await roles({ owner: manager, project_id })).toMatchObject({ Max: 1, Ada: 2 })
})

test('a project has five owners at most', async () => {
  const { app, owner, manager, member, viewer, stranger, project_id } = await projectScene()
  const sixth = await app.signUp('Six')
  await owner.call(projects.addMembers, { project_id, user_ids: [stranger.id, sixth.id] })
  for (const { id: user_id } of [manager, member, viewer, stranger])
    await owner.call(projects.assignRole, { project_id, user_id, role: 1 })
  const input = { project_id, user_id: sixth.id }
  expect(await owner.refusal(projects.assignRole, { ...input, role: 1 })).toMatchObject({
    status: 409,
    problem: 'project.too_many_owners',
  })
  expect(await owner.call(projects.handOver, input)).toMatchObject({ role: 1 })
})

test('attack 27: of the last two owners who leave at once, one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { owner, manager, project_id, app } = await projectScene()
    await owner.call(projects.assignRole, { project_id, user_id: manager.id, role: 1 })
    const leave = (person: typeof owner) =>
      person.send(projects.removeMembers, { project_id, user_ids: [person.id] })
    const answers = await Promise.all([leave(owner), leave(manager)])

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const owners = await app.base.db
      .selectFrom('project_members')
      .selectAll()
      .where('project_id', '=', project_id)
      .where('role', '=', 1)
      .execute()
    expect(owners).toHaveLength(1)
  }
})

test('attack 27: of the last two owners who end their accounts at once, one stays', async () => {
  const { owner, manager, project_id } = await projectScene()
  await owner.call(projects.assignRole, { project_id, user_id: manager.id, role: 1 })
  const end = (person: typeof owner) => person.send(user.remove, { password: 'ink-and-bamboo-77' })
  const answers = await Promise.all([end(owner), end(manager)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('who is taken into a project is told, and no longer told once it is read', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const project = await ada.call(api.projects.add, { name: '钙钛矿组' })
  const { id: bob_id } = await bob.call(api.user.current, {})
  await ada.call(api.projects.addMembers, { project_id: project.id, user_ids: [bob_id] })

  const notices = await bob.call(api.notices.list, {})
  expect(notices).toMatchObject({
    unread: 1,
    list: [{ kind: 'project', route: `/project/member?project_id=${project.id}`, is_read: false }],
  })
  expect(notices.list[0]?.text).toContain('「钙钛矿组」')
  expect((await ada.call(api.notices.list, {})).total).toBe(0)

  await ada.call(api.notices.read, { ids: [notices.list[0]?.id ?? ''] })
  expect((await bob.call(api.notices.list, {})).unread).toBe(1)
  await bob.call(api.notices.read, { ids: [] })
  expect(await bob.call(api.notices.list, {})).toMatchObject({ unread: 0, total: 1 })
})

const { unownedProjects, handOverProject } = api.admin

/** The scene with its operator, and what disables a person. */
async function operatedScene() {
  const scene = await projectScene()
  const { app, project_id } = scene
  const root = await app.logIn('Root')
  return {
    ...scene,
    root,
    disable: (user_id: string) => root.call(api.admin.setUser, { user_id, status: 'disabled' }),
    unowned: async () => (await root.call(unownedProjects, {})).list,
    handOver: (user_id: string) => ({ project_id, user_id }),
  }
}

test('a project with one of two owners disabled stays with the other, who cannot leave it ownerless', async () => {
  const { root, owner, manager, member, project_id, disable, unowned, handOver } = await operatedScene()
  await owner.call(projects.assignRole, { project_id, user_id: manager.id, role: 1 })
  await disable(owner.id)

  expect(await unowned()).toEqual([])
  expect(await root.refusal(handOverProject, handOver(member.id))).toMatchObject({
    status: 409,
    problem: 'project.has_owner',
  })
  const leave = { project_id, user_ids: [manager.id] }
  expect(await manager.refusal(projects.removeMembers, leave)).toMatchObject({
    problem: 'project.last_owner',
  })
  expect(await manager.refusal(user.remove, { password: 'ink-and-bamboo-77' })).toMatchObject({ status: 409 })
  expect(
    await manager.refusal(projects.assignRole, { project_id, user_id: manager.id, role: 2 }),
  ).toMatchObject({ problem: 'project.last_owner' })
})

test('a project whose owners are all disabled is handed over by the operator, to a member or somebody else', async () => {
  const scene = await operatedScene()
  const { root, owner, manager, member, stranger, project_id, disable, unowned, handOver } = scene
  await owner.call(projects.assignRole, { project_id, user_id: manager.id, role: 1 })
  await disable(owner.id)
  await disable(manager.id)
  expect(await unowned()).toMatchObject([
    {
      id: project_id,
      owners: [{ nick_name: 'Ada' }, { nick_name: 'Max' }],
      members: [{ nick_name: 'Mei' }, { nick_name: 'Vera' }],
    },
  ])
  expect(await root.refusal(handOverProject, handOver(owner.id))).toMatchObject({ problem: 'user.not_found' })

  await root.call(handOverProject, handOver(member.id))
  expect(await unowned()).toEqual([])
  expect(await roles({ owner: member, project_id })).toEqual({ Ada: 2, Max: 2, Mei: 1, Vera: 4 })
  expect((await member.call(api.notices.list, {})).list[0]).toMatchObject({
    kind: 'project',
    text: expect.stringContaining('「固态电池」'),
    route: `/project/member?project_id=${project_id}`,
  })

  await disable(member.id)
  await root.call(handOverProject, handOver(stranger.id))
  expect(await roles({ owner: stranger, project_id })).toMatchObject({ Eve: 1, Mei: 2 })
})

test('only the operator hands over what nobody owns, and nothing that is in the bin', async () => {
  const { root, owner, manager, member, stranger, project_id, disable, unowned, handOver } =
    await operatedScene()
  const { id: gone } = await owner.call(projects.add, { name: '旧课题' })
  await owner.call(projects.remove, { project_id: gone, confirm_name: '旧课题' })
  await disable(owner.id)

  for (const person of [manager, member, stranger]) {
    expect(await person.refusal(handOverProject, handOver(person.id))).toMatchObject({ status: 403 })
    expect(await person.refusal(unownedProjects, {})).toMatchObject({ status: 403 })
  }
  expect((await unowned()).map(({ id }) => id)).toEqual([project_id])
  expect(await root.refusal(handOverProject, { project_id: gone, user_id: manager.id })).toMatchObject({
    problem: 'project.not_found',
  })
  const both = await Promise.all(
    [manager, member].map((person) => root.send(handOverProject, handOver(person.id))),
  )
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})
