import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../api/session.state.ts'
import { fakeServer, ok, person, refused } from '../testing/fake-server.ts'
import { fill, lastToast, press, showAt, undo } from '../testing/show.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { SettingsPanel } from './settings-panel.tsx'

const TOKENS = 'GET /api/user/tokens'
const CREATE = 'POST /api/user/tokens'
const AT = '2026-11-20T00:00:00.000Z'
const token = (id: string, name: string, over: object = {}) => ({
  id,
  name,
  scope: 'mcp',
  hint: 'scinav_ab12',
  created_at: AT,
  expires_at: null,
  expired: false,
  last_used_at: null,
  ...over,
})

let enabled: boolean
let tokens: object[]
let server: ReturnType<typeof fakeServer>
const show = () => showAt('/home?panel=settings&tab=tools', <SettingsPanel onClose={() => undefined} />)

beforeEach(() => {
  setUserInfo(person)
  useToasts.setState({ toasts: [] })
  enabled = false
  tokens = [token('t1', '旧的', { scope: 'manuscript_check', expired: true, expires_at: AT })]
  const tools = [{ name: 'write_note', description: '写一条笔记', writes: true }]
  const mcp = () => ({
    id: 's1',
    name: '笔记',
    description: '',
    state: 'ready',
    message: null,
    tools,
    enabled,
  })
  server = fakeServer({
    'GET /api/application/mcp/list': () => ok([mcp()]),
    'PUT /api/application/mcp/s1/enabled': ({ body }) => {
      enabled = (body as { enabled: boolean }).enabled
      return ok(mcp())
    },
    [TOKENS]: () => ok(tokens),
    [CREATE]: ({ body }) => {
      const made = token('t2', (body as { name: string }).name)
      tokens = [made, ...tokens]
      return ok({ ...made, token: 'scinav_secret' })
    },
    'DELETE /api/user/tokens': () => {
      tokens = []
      return ok(null)
    },
  })
})
afterEach(cleanup)

test('a server of tools says what it can do, is switched on, and the toast takes that back', async () => {
  show()
  expect(await screen.findByText('先征求同意')).toBeTruthy()
  await press('使用 笔记', 'switch')
  expect(await screen.findByRole('switch', { name: '使用 笔记', checked: true })).toBeTruthy()
  await undo()
  expect(await screen.findByRole('switch', { name: '使用 笔记', checked: false })).toBeTruthy()
})

test('a token is shown once, when it is made', async () => {
  show()
  await fill('名称', '写作助手')
  await press('新建令牌')
  expect(await screen.findByText('scinav_secret')).toBeTruthy()
  expect(server.asked(CREATE)[0]?.body).toEqual({ name: '写作助手', scope: 'mcp', expires_in_days: 90 })
  await press('我已保存')
  expect(screen.queryByText('scinav_secret')).toBeNull()
  const list = within(screen.getByRole('list', { name: '访问令牌' }))
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  expect(list.getByText('长期有效')).toBeTruthy()
  expect(list.getAllByText(/^(?:MCP|稿件核对)$/).map(({ textContent }) => textContent)).toEqual([
    'MCP',
    '稿件核对',
  ])
})

test('a token is revoked only after a second look', async () => {
  show()
  expect(await screen.findByText('已过期')).toBeTruthy()
  await press('撤销 旧的')
  expect(server.asked('DELETE /api/user/tokens')).toEqual([])
  await press('确认撤销 旧的')
  await waitFor(() => expect(lastToast()?.text).toBe('已撤销令牌「旧的」'))
  expect(server.asked('DELETE /api/user/tokens')[0]?.body).toEqual({ token_id: 't1' })
})

test('one token too many is refused in the form', async () => {
  server.handlers[CREATE] = () => refused(422, { problem: 'token.too_many' }, '最多 20 个令牌')
  show()
  await fill('名称', '又一个')
  await press('新建令牌')
  expect(await screen.findByText('最多 20 个令牌')).toBeTruthy()
})

test('what does not come says so, tools and tokens apart', async () => {
  server.handlers['GET /api/application/mcp/list'] = () => ok([])
  server.handlers[TOKENS] = () => refused(500, { problem: 'internal' }, '服务器出错了')
  show()
  expect(await screen.findByText('还没有可用的工具')).toBeTruthy()
  expect(await screen.findByText('访问令牌加载失败')).toBeTruthy()
})
