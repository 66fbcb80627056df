import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useUserInfo } from '../api/session.state.ts'
import { datasetOf } from '../testing/datasets.ts'
import { fakeServer, ok, person, refused } from '../testing/fake-server.ts'
import { fill, lastToast, pageOf, press, showAt, undo } from '../testing/show.tsx'
import { Antd } from '../ui/antd.tsx'
import { MembersScreen } from './members-screen.tsx'
import { ProjectsScreen } from './projects-screen.tsx'

const AT = '2026-11-20T00:00:00.000Z'
const someone = (user_id: string, nick_name: string) => ({
  user_id,
  nick_name,
  account: `account-${user_id}`,
  avatar_url: null,
})
const projectOf = (over: object = {}) => ({
  id: 'x1',
  name: '固态电池',
  description: '界面与枝晶',
  owners: [someone('u1', '林墨')],
  my_role: 1,
  member_count: 3,
  dataset_count: 2,
  created_at: AT,
  updated_at: AT,
  ...over,
})
const memberOf = (user_id: string, nick_name: string, role: number) => ({
  ...someone(user_id, nick_name),
  role,
  joined_at: AT,
})

const MINE = 'GET /api/project/my_project_list/1/20'
const ASSIGN = 'POST /api/project/assign_role'
const REMOVE = 'POST /api/project/delete_member'
let server: ReturnType<typeof fakeServer>
let project = projectOf()

beforeEach(() => {
  useUserInfo.setState({ userInfo: person })
  project = projectOf()
  const members = [memberOf('u1', '林墨', 1), memberOf('u2', '周衡', 2), memberOf('u3', '许岚', 3)]
  server = fakeServer({
    [MINE]: () => ok(pageOf([project])),
    'GET /api/project/join_project_list/1/20': () =>
      ok(pageOf([projectOf({ id: 'x2', name: '别人的', my_role: 4 })])),
    'GET /api/project/info/x1': () => ok(project),
    'GET /api/project/member_list/x1/1/50': () => ok(pageOf(members)),
    'GET /api/project_dataset/my_project_and_dataset': () =>
      ok([{ project_id: 'x1', project_name: '固态电池', my_role: 1, datasets: [datasetOf('d1', '综述')] }]),
    [ASSIGN]: ({ body }) => ok({ ...members[1], ...(body as object) }),
    [REMOVE]: () => ok(null),
  })
})
afterEach(cleanup)

const show = (address: string, screenOf: React.ReactNode) => showAt(address, <Antd>{screenOf}</Antd>)
const showMembers = () => show('/project/member?project_id=x1', <MembersScreen />)

test('own projects show first, those joined behind their tab', async () => {
  const { query } = show('/project', <ProjectsScreen />)
  expect(await screen.findByRole('link', { name: '固态电池' })).toBeTruthy()
  const joined = await screen.findByText('我参加的 1')
  await act(async () => fireEvent.click(joined))
  expect(await screen.findByRole('link', { name: '别人的' })).toBeTruthy()
  expect(query().get('tab')).toBe('joined')
})

test('whoever has no project is told what one is for, and makes one', async () => {
  server.handlers[MINE] = () => ok(pageOf([]))
  server.handlers['POST /api/project/add'] = () =>
    refused(409, { problem: 'project.name_taken' }, '您已有名为「电池」的项目，请换一个名称')
  show('/project', <ProjectsScreen />)
  expect(await screen.findByText('还没有项目')).toBeTruthy()
  await press('新建项目')
  await press('新建')
  expect(await screen.findByText('请填写项目名称')).toBeTruthy()
  await fill('项目名称', ' 电池 ')
  await press('新建')
  expect(await screen.findByText('您已有名为「电池」的项目，请换一个名称')).toBeTruthy()
  expect(server.bodies('POST /api/project/add')).toEqual([{ name: '电池', description: '' }])
})

test('a project is deleted only once its name is written', async () => {
  server.handlers['DELETE /api/project/delete/x1'] = () => ok(null)
  server.handlers['POST /api/project/restore'] = () => ok(project)
  show('/project', <ProjectsScreen />)
  await press('更多操作：固态电池')
  await press('删除项目', 'menuitem')
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '删除项目' })
  expect(button.disabled).toBe(true)
  await fill('请输入项目名称「固态电池」以确认', '固态电池')
  expect(button.disabled).toBe(false)
  await press('删除项目')
  expect(server.bodies('DELETE /api/project/delete/x1')).toEqual([{ confirm_name: '固态电池' }])
  await undo()
  expect(server.bodies('POST /api/project/restore')).toEqual([{ project_id: 'x1' }])
})

test('an owner changes a role at once, and takes it back', async () => {
  showMembers()
  await fill('周衡的角色', '4')
  await waitFor(() => expect(lastToast()?.text).toBe('周衡现在是访客'))
  await undo()
  expect(server.bodies(ASSIGN)).toEqual([
    { project_id: 'x1', user_id: 'u2', role: 4 },
    { project_id: 'x1', user_id: 'u2', role: 2 },
  ])
})

test('who may change whom follows from the roles', async () => {
  project = projectOf({ my_role: 2 })
  useUserInfo.setState({ userInfo: { ...person, id: 'u2' } })
  showMembers()
  expect(await screen.findByLabelText('许岚的角色')).toBeTruthy()
  expect(screen.queryByLabelText('林墨的角色')).toBeNull()
  expect(screen.queryByLabelText('周衡的角色')).toBeNull()
  const names = within(screen.getByLabelText('许岚的角色'))
    .getAllByRole('option')
    .map((each) => each.textContent)
  expect(names).toEqual(['成员', '访客'])
})

test('a viewer sees who is in the project and can only leave', async () => {
  project = projectOf({ my_role: 4, owners: [someone('u1', '林墨')] })
  useUserInfo.setState({ userInfo: { ...person, id: 'u9' } })
  showMembers()
  expect(await screen.findByText('许岚')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加成员' })).toBeNull()
  expect(screen.queryByRole('button', { name: '新建知识库' })).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  await press('更多操作')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['退出项目'])
})

test('people are found by two characters and taken in together', async () => {
  server.handlers['GET /api/project/all_user'] = () =>
    ok([
      { ...someone('u7', '苏白'), organization: '物理所' },
      { ...someone('u8', '苏青'), organization: null },
    ])
  server.handlers['POST /api/project/add_member'] = () => ok({ added: 2, already: [] })
  showMembers()
  await press('添加成员')
  await fill('查找用户', '苏')
  await fill('查找用户', '苏白')
  const first = await screen.findByLabelText(/苏白/)
  await act(async () => fireEvent.click(first))
  await act(async () => fireEvent.click(screen.getByLabelText(/苏青/)))
  await act(async () => fireEvent.click(screen.getByLabelText(/访客/)))
  await press('添加 2 人')
  expect(server.bodies('POST /api/project/add_member')).toEqual([
    { project_id: 'x1', user_ids: ['u7', 'u8'], role: 4 },
  ])
  const words = server.asked('GET /api/project/all_user').map(({ query }) => query.get('keyword'))
  expect(words).not.toContain('苏')
})

test('the last owner reads why they cannot leave', async () => {
  server.handlers[REMOVE] = () =>
    refused(
      409,
      { problem: 'project.last_owner' },
      '您是「固态电池」唯一的创建者，请先把项目移交给其他成员，或删除项目',
    )
  showMembers()
  await press('更多操作')
  await press('退出项目', 'menuitem')
  await press('退出项目')
  expect(await screen.findByText(/唯一的创建者/)).toBeTruthy()
  expect(server.bodies(REMOVE)).toEqual([{ project_id: 'x1', user_ids: ['u1'] }])
})

test('a project that is gone says so and leads back', async () => {
  server.handlers['GET /api/project/info/x1'] = () =>
    refused(404, { problem: 'project.not_found' }, '没有找到这个项目')
  const { router } = showMembers()
  expect(await screen.findByText('没有找到这个项目')).toBeTruthy()
  await press('回到项目列表')
  expect(router.state.location.pathname).toBe('/project')
})

test.each(['1', '固态'])('projects are searched by the keyword %s', async (keyword) => {
  const { query } = show('/projects', <ProjectsScreen />)
  await screen.findByText('固态电池')
  await fill('查找项目', keyword)
  await waitFor(() => expect(query().get('keyword')).toBe(keyword))
})
