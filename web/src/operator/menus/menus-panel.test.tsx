import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { fill, press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { parseOrganizations } from './menus.ts'
import { MenusPanel } from './menus-panel.tsx'

const LIST = 'GET /api/admin/menus'
const SET = 'PUT /api/admin/menus'
const entry = (path: string, name: string, over = {}) => ({
  path,
  name,
  icon: 'home',
  stopped: [],
  needed: false,
  ...over,
})
const forLin = { roles: ['user'], organizations: ['示例大学'] }
const menus = (over = {}) => ({
  groups: [
    {
      name: '检索',
      icon: 'search',
      children: [
        entry('/home', '首页', { needed: true }),
        entry('/subscribe', '订阅', { stopped: [forLin] }),
      ],
    },
    { name: '应用', icon: 'grid', children: [entry('/outAgent', '站外智能体')] },
    {
      name: '',
      icon: '',
      children: [entry('/elsewhere', '/elsewhere', { stopped: [{ roles: [], organizations: [] }] })],
    },
  ],
  overridden: true,
  ...over,
})
const stored = [
  { path: '/subscribe', ...forLin },
  { path: '/elsewhere', roles: [], organizations: [] },
]

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  useToasts.setState({ toasts: [] })
  server = fakeServer({ [LIST]: () => ok(menus()), [SET]: () => ok(null) })
})
afterEach(cleanup)
const show = () => showAt('/home?panel=menus', <MenusPanel onClose={() => undefined} />)
const sent = () => server.asked(SET).map(({ body }) => (body as { stopped: unknown }).stopped)

test('the operator sees the menu in its order, and for whom each entry is stopped', async () => {
  show()
  const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent)
  expect(rows[0]).toContain('首页/home开放')
  expect(rows[1]).toContain('对示例大学的登录用户停用')
  expect(rows[2]).toContain('站外智能体')
  expect(rows[3]).toContain('对所有人停用')
  expect(screen.getByRole('heading', { name: '不在菜单里的页面' })).toBeTruthy()
})

test('an entry is stopped for organisations beside the rules there are, and the toast takes it back', async () => {
  show()
  await press('停用：站外智能体')
  await fill('机构', '甲大学，乙学院、甲大学')
  await press('停用')
  const rule = { path: '/outAgent', roles: [], organizations: ['甲大学', '乙学院'] }
  expect(sent()).toEqual([[...stored, rule]])
  const [toast] = useToasts.getState().toasts
  expect(toast?.text).toContain('已停用「站外智能体」')
  await act(async () => toast?.undo?.())
  await waitFor(() => expect(sent().at(-1)).toEqual(stored))
})

test('an entry is opened again without touching the others', async () => {
  show()
  await press('开放：订阅')
  expect(sent()).toEqual([[stored[1]]])
})

test("the file's rules come back, and that can be taken back too", async () => {
  show()
  await press('恢复配置文件的规则')
  expect(sent()).toEqual([null])
  await act(async () => useToasts.getState().toasts[0]?.undo?.())
  await waitFor(() => expect(sent().at(-1)).toEqual(stored))
  cleanup()
  server.handlers[LIST] = () => ok(menus({ overridden: false }))
  show()
  await screen.findAllByRole('listitem')
  expect(screen.queryByRole('button', { name: '恢复配置文件的规则' })).toBeNull()
})

test('what operators need can only be stopped for users, and a refusal says why', async () => {
  server.handlers[SET] = () => refused(409, { problem: 'menu.needed' }, '不能停用管理菜单所需的页面')
  show()
  await press('停用：首页')
  const form = screen.getByRole('group', { name: '停用 首页' })
  await act(async () => fireEvent.mouseDown(within(form).getByRole('combobox', { name: '对谁停用' })))
  expect(screen.getAllByTitle('登录用户').length).toBeGreaterThan(0)
  expect(screen.queryByTitle('所有人')).toBeNull()
  await press('停用')
  await waitFor(() =>
    expect(useToasts.getState().toasts[0]?.text).toBe('没有改动：不能停用管理菜单所需的页面'),
  )
  expect(screen.getByRole('group', { name: '停用 首页' })).toBeTruthy()
})

test('a menu that cannot be read can be asked for again', async () => {
  server.handlers[LIST] = () => refused(500, { problem: 'server.failed' })
  show()
  await screen.findByRole('heading', { name: '菜单加载失败' })
  server.handlers[LIST] = () => ok(menus())
  await press('重试')
  expect((await screen.findAllByRole('listitem')).length).toBe(4)
})

test('organisations may be given in lines or with any comma', () => {
  expect(parseOrganizations(' 甲 ,乙，丙、丁\n戊;甲；')).toEqual(['甲', '乙', '丙', '丁', '戊'])
})
