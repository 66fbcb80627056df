import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { purge } from '../../account/user/purge.job.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { PASSWORD } from '../../testing/password.ts'
import { projectScene } from '../../testing/project-scene.ts'
import { testApp } from '../../testing/test-app.ts'

const { projects, datasets } = api
const DAY_MS = 24 * 60 * 60_000
const page = { page_num: 1, page_size: 20 }

test('whoever makes a project owns it; others see it under those they joined', async () => {
  const { owner, member, stranger, project_id } = await projectScene()
  await owner.call(datasets.create, { name: '综述', project_id })
  const mine = await owner.call(projects.mine, page)
  const joined = await member.call(projects.joined, { ...page, keyword: '电池' })

  expect(mine).toMatchObject({ total: 1, list: [{ id: project_id, my_role: 1, member_count: 4 }] })
  expect(mine.list[0]?.dataset_count).toBe(1)
  expect(mine.list[0]?.owners).toMatchObject([{ user_id: owner.id, nick_name: 'Ada' }])
  expect(joined).toMatchObject({ total: 1, list: [{ id: project_id, my_role: 3 }] })
  expect((await member.call(projects.mine, page)).total).toBe(0)
  expect((await owner.call(projects.joined, page)).total).toBe(0)
  expect((await owner.call(projects.mine, { ...page, keyword: '%' })).total).toBe(0)
  expect(await member.call(projects.joinedAll, {})).toEqual([
    { id: project_id, name: '固态电池', my_role: 3 },
  ])
  expect(await stranger.call(projects.joinedAll, {})).toEqual([])
})

test('each role is told what it may do', async () => {
  const { owner, manager, member, viewer, project_id } = await projectScene()
  const of = async (person: typeof owner) => (await person.call(projects.role, { project_id })).permissions
  const writing = ['add_documents', 'edit_own_documents', 'tag_documents']
  const managing = [...writing, 'edit_documents', 'edit_datasets', 'edit_project', 'manage_members']

  expect(await of(viewer)).toEqual([])
  expect(await of(member)).toEqual(writing)
  expect(await of(manager)).toEqual(managing)
  expect(await of(owner)).toEqual([...managing, 'name_managers', 'hand_over', 'delete_project'])
  expect(await manager.call(projects.isManager, { project_id })).toBe(true)
  expect(await member.call(projects.isManager, { project_id })).toBe(false)
})

test('an owner has one project of a name, whichever way it would come about', async () => {
  const { owner, member, project_id } = await projectScene()
  const taken = { status: 409, problem: 'project.name_taken' }
  expect(await owner.refusal(projects.add, { name: ' 固态电池 ' })).toMatchObject(taken)
  const other = await owner.call(projects.add, { name: 'Solid State' })
  expect(await owner.refusal(projects.add, { name: 'solid state' })).toMatchObject(taken)
  expect(await owner.refusal(projects.update, { project_id: other.id, name: '固态电池' })).toMatchObject({
    ...taken,
    message: '您已有名为「固态电池」的项目，请换一个名称',
  })
  expect(
    (await owner.call(projects.update, { project_id, name: '固态电池', description: '新' })).description,
  ).toBe('新')

  await member.call(projects.add, { name: '固态电池' })
  expect(await owner.refusal(projects.assignRole, { project_id, user_id: member.id, role: 1 })).toMatchObject(
    {
      ...taken,
      message: '对方已有名为「固态电池」的项目，请换一个名称',
    },
  )
  await owner.call(projects.remove, { project_id, confirm_name: '固态电池' })
  await owner.call(projects.add, { name: '固态电池' })
  expect(await owner.refusal(projects.restore, { project_id })).toMatchObject(taken)
})

test('a project is deleted by writing its name, is gone for everybody, and can be brought back for 30 days', async () => {
  const { app, owner, manager, member, project_id } = await projectScene()
  const { id: dataset_id } = await owner.call(datasets.create, { name: '综述', project_id })
  expect(await owner.refusal(projects.remove, { project_id, confirm_name: '固态' })).toMatchObject({
    status: 400,
    problem: 'project.wrong_name',
    data: { issues: [{ path: 'confirm_name' }] },
  })
  await owner.call(projects.remove, { project_id, confirm_name: '固态电池' })

  for (const person of [owner, manager, member]) {
    expect(await person.refusal(projects.one, { project_id })).toMatchObject({ status: 404 })
    expect(await person.refusal(datasets.folders, { dataset_id })).toMatchObject({ status: 404 })
    expect((await person.call(datasets.all, {})).projectDataset).toEqual([])
    expect(
      (await person.call(datasets.page, { current_page: 1, page_size: 10, kind: 'project' })).total,
    ).toBe(0)
  }
  expect(await owner.call(projects.bin, {})).toMatchObject([{ id: project_id, dataset_count: 1 }])
  expect(await manager.call(projects.bin, {})).toEqual([])
  expect(await manager.refusal(projects.restore, { project_id })).toMatchObject({ status: 404 })
  await owner.call(projects.restore, { project_id })
  expect(await member.call(datasets.folders, { dataset_id })).toEqual([])

  await owner.call(projects.remove, { project_id, confirm_name: '固态电池' })
  app.pass(30 * DAY_MS + 1_000)
  const again = await app.logIn('Ada')
  expect(await again.call(projects.bin, {})).toEqual([])
  expect(await again.refusal(projects.restore, { project_id })).toMatchObject({ status: 404 })
  await enqueue(app.base, purge, {})
  await app.runner.drain()
  expect(await app.base.db.selectFrom('projects').selectAll().execute()).toEqual([])
  expect(await app.base.db.selectFrom('datasets').selectAll().where('id', '=', dataset_id).execute()).toEqual(
    [],
  )
})

test('attack 12: a project of others looks like none in every call', async () => {
  const { owner, member, stranger, project_id } = await projectScene()
  const missing = '01zzzzzzzzzzzzzzzzzzzzzzzz'
  const calls = [
    [projects.role, {}],
    [projects.one, {}],
    [projects.update, { name: '我的' }],
    [projects.remove, { confirm_name: '固态电池' }],
    [projects.restore, {}],
    [projects.members, page],
    [projects.addMembers, { user_ids: [stranger.id] }],
    [projects.assignRole, { user_id: stranger.id, role: 1 }],
    [projects.assignRole, { user_id: member.id, role: 4 }],
    [projects.removeMembers, { user_ids: [owner.id] }],
    [projects.removeMembers, { user_ids: [stranger.id] }],
    [projects.handOver, { user_id: stranger.id }],
    [projects.findUsers, { keyword: 'Ada' }],
    [projects.isManager, {}],
    [projects.files, page],
    [datasets.create, { name: '我的' }],
  ] as const
  for (const [endpoint, rest] of calls) {
    const seen = await stranger.refusal(endpoint, { project_id, ...rest })
    expect(seen.status, endpoint.path).toBe(404)
    expect(seen).toEqual(await stranger.refusal(endpoint, { project_id: missing, ...rest }))
  }
})

test('attack 25: an owner or a role in the body changes nothing', async () => {
  const { app, stranger, owner } = await projectScene()
  const smuggled = {
    id: 'chosen',
    owner_id: owner.id,
    owners: [owner.id],
    role: 1,
    my_role: 1,
    user_id: owner.id,
    deleted_at: '2026-01-01',
  }
  const made = (await stranger.send(projects.add, { name: '别人的', ...smuggled })).json().data
  const changed = (
    await stranger.send(projects.update, { project_id: made.id, name: '我的', ...smuggled })
  ).json()

  expect(made.id).not.toBe('chosen')
  expect(made.owners).toMatchObject([{ user_id: stranger.id }])
  expect(changed.data).toMatchObject({ id: made.id, name: '我的', owners: [{ user_id: stranger.id }] })
  expect((await owner.call(projects.mine, page)).list.map(({ name }) => name)).toEqual(['固态电池'])
  const rows = await app.base.db
    .selectFrom('project_members')
    .selectAll()
    .where('project_id', '=', made.id)
    .execute()
  expect(rows).toMatchObject([{ user_id: stranger.id, role: 1 }])
})

test('attack 9: markup in the name of a project is stored and answered as text', async () => {
  const { signUp } = await testApp()
  const ada = await signUp('Ada')
  const name = '<img src=x onerror=alert(1)>'
  const made = await ada.call(projects.add, { name, description: '=1+1' })
  expect(await ada.call(projects.one, { project_id: made.id })).toMatchObject({ name, description: '=1+1' })
})

test('ten tabs that make one project at once make one', async () => {
  const { signUp } = await testApp()
  const ada = await signUp('Ada')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ada.send(projects.add, { name: '同名' })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
  expect((await ada.call(projects.mine, page)).total).toBe(1)
})

test('an account ends only after its projects have another owner; what it made in them stays', async () => {
  const { app, owner, manager, member, project_id } = await projectScene()
  const { id: dataset_id } = await owner.call(datasets.create, { name: '综述', project_id })
  expect(await owner.refusal(api.user.remove, { password: PASSWORD })).toMatchObject({
    status: 409,
    problem: 'project.last_owner',
    message: '您是「固态电池」唯一的创建者，请先把项目移交给其他成员，或删除项目',
  })
  await owner.call(projects.assignRole, { project_id, user_id: manager.id, role: 1 })
  await owner.call(api.user.remove, { password: PASSWORD })
  // The other owner is the last one now: the first one's account is about to go.
  expect(await manager.refusal(projects.removeMembers, { project_id, user_ids: [manager.id] })).toMatchObject(
    {
      problem: 'project.last_owner',
    },
  )
  expect(await manager.refusal(api.user.remove, { password: PASSWORD })).toMatchObject({
    problem: 'project.last_owner',
  })
  app.pass(31 * DAY_MS)
  await enqueue(app.base, purge, {})
  await app.runner.drain()

  const again = await app.logIn('Mei')
  expect((await again.call(projects.one, { project_id })).owners.map(({ nick_name }) => nick_name)).toEqual([
    'Max',
  ])
  expect(await again.call(datasets.folders, { dataset_id })).toEqual([])
  expect(member.id).not.toBe(manager.id)
})

test('a project whose only owner went while it was in the bin goes to the next in rank; an empty one goes', async () => {
  const { app, owner, project_id } = await projectScene()
  const alone = await owner.call(projects.add, { name: '一个人' })
  await owner.call(projects.remove, { project_id, confirm_name: '固态电池' })
  await owner.call(projects.remove, { project_id: alone.id, confirm_name: '一个人' })
  await owner.call(api.user.remove, { password: PASSWORD })
  // The bin would be emptied before the account goes: what counts is who owns it then.
  await app.base.db.updateTable('projects').set({ deleted_at: null }).execute()
  app.pass(31 * DAY_MS)
  await enqueue(app.base, purge, {})
  await app.runner.drain()

  const max = await app.logIn('Max')
  expect((await max.call(projects.mine, page)).list).toMatchObject([
    { id: project_id, my_role: 1, member_count: 3 },
  ])
  expect(await app.base.db.selectFrom('projects').select('id').execute()).toHaveLength(1)
})
