import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { fakeServer, ok, person, refused } from '../../testing/fake-server.ts'
import { fill, pageOf, press, showAt, undo } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { McpPanel } from './mcp-panel.tsx'

const LIST = 'GET /api/admin/mcp'
const SAVE = 'POST /api/admin/mcp'
const AT = '2026-11-20T00:00:00.000Z'
const tool = (name: string, writes = false) => ({ name, description: `${name} 的说明`, writes })
const serverOf = (over: object = {}) => ({
  id: 's1',
  name: '笔记',
  description: '',
  state: 'ready',
  message: null,
  tools: [tool('read_note')],
  transport: 'http',
  url: 'https://notes.example.org/mcp',
  command: null,
  args: [],
  secrets: ['Authorization'],
  inside: false,
  trusted: false,
  active: true,
  user_count: 3,
  checked_at: AT,
  approved_at: AT,
  found: null,
  created_at: AT,
  ...over,
})
const found = {
  hash: 'h1',
  tools: [tool('read_note'), tool('write_note', true)],
  changes: { added: ['write_note'], removed: ['old_note'], changed: ['read_note'] },
}

let list: object[]
let server: ReturnType<typeof fakeServer>
const show = (query = '') => showAt(`/home?panel=mcp${query}`, <McpPanel onClose={() => undefined} />)

beforeEach(() => {
  setUserInfo({ ...person, is_admin: true })
  useToasts.setState({ toasts: [] })
  list = [serverOf()]
  server = fakeServer({
    [LIST]: () => ok({ stdio_allowed: false, list }),
    [SAVE]: ({ body }) => {
      const { id, secrets = [], ...rest } = body as { id?: string; secrets?: { name: string }[] }
      const saved = serverOf({ ...rest, id: id ?? 's2', secrets: secrets.map(({ name }) => name) })
      list = id ? [saved] : [...list, saved]
      return ok(saved)
    },
    'POST /api/admin/mcp/s1/test': () => {
      list = [serverOf({ found })]
      return ok({ ok: true, message: '连接成功', took_ms: 300, server: list[0] })
    },
    'POST /api/admin/mcp/s1/approve': () => {
      list = [serverOf({ tools: found.tools })]
      return ok(list[0])
    },
    'DELETE /api/admin/mcp/s1': () => {
      list = []
      return ok(null)
    },
    'GET /api/admin/mcp/calls': () =>
      ok(
        pageOf([
          {
            id: 'c1',
            user_id: 'u1',
            account: 'linmo',
            server_id: 's1',
            server_name: '笔记',
            tool: 'write_note',
            args_hash: 'x',
            ok: false,
            ms: 1_200,
            created_at: AT,
          },
        ]),
      ),
  })
})
afterEach(cleanup)

test('a test shows what has changed, and only what is approved is used', async () => {
  show()
  await press('测试连接：笔记')
  expect(await screen.findByText('连接成功，0.3 秒')).toBeTruthy()
  const waiting = within(await screen.findByRole('region', { name: '笔记 等待批准的工具' }))
  for (const text of ['新', '说明变了', '没有了', '会改动']) expect(waiting.getByText(text)).toBeTruthy()
  await press('批准这 2 个工具：笔记')
  expect(server.asked('POST /api/admin/mcp/s1/approve')[0]?.body).toEqual({ hash: 'h1' })
  expect(await screen.findByText('已批准 2 个工具')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '笔记 等待批准的工具' })).toBeNull()
})

test('a failed connection says why', async () => {
  server.handlers['POST /api/admin/mcp/s1/test'] = () =>
    ok({ ok: false, message: '10 秒内没有连上', took_ms: 10_000, server: serverOf() })
  show()
  await press('测试连接：笔记')
  expect(await screen.findByText('10 秒内没有连上')).toBeTruthy()
  list = [serverOf({ state: 'failed', message: '10 秒内没有连上' })]
  await press('测试连接：笔记')
  expect(await screen.findByText('连不上')).toBeTruthy()
  expect(screen.getAllByText('10 秒内没有连上')).toHaveLength(1)
})

test('a server is added with its secrets; programs of this machine are offered only where allowed', async () => {
  show()
  await press('添加服务器')
  expect(screen.queryByText('本机程序')?.closest('[class*="hidden"]') ?? null).not.toBeNull()
  await press('保存')
  expect(await screen.findByText('请填写地址')).toBeTruthy()
  await fill('名称', '图谱')
  await fill('地址', 'https://graph.example.org/mcp')
  await press('添加请求头')
  await fill('请求头 1 的名称', 'X-Key')
  await fill('请求头 1 的值', 'secret')
  await press('保存')
  expect(await screen.findByText('图谱')).toBeTruthy()
  expect(server.asked(SAVE)[0]?.body).toMatchObject({
    name: '图谱',
    transport: 'http',
    url: 'https://graph.example.org/mcp',
    secrets: [{ name: 'X-Key', value: 'secret' }],
  })
})

test('a changed server keeps the secrets whose field stays empty, and drops those taken out', async () => {
  list = [serverOf({ secrets: ['Authorization', 'X-Old'] })]
  show()
  await press('编辑：笔记')
  await press('去掉请求头 2')
  await press('保存')
  await waitFor(() => expect(server.asked(SAVE)).toHaveLength(1))
  expect(server.asked(SAVE)[0]?.body).toMatchObject({
    id: 's1',
    secrets: [{ name: 'Authorization', value: null }],
  })
})

test('a refusal stands at its field', async () => {
  server.handlers[SAVE] = () =>
    refused(400, { problem: 'input.invalid', issues: [{ path: 'url', message: '这是内网地址' }] })
  show()
  await press('编辑：笔记')
  await press('保存')
  expect(await screen.findByText('这是内网地址')).toBeTruthy()
})

test('a server is paused with undo, and removed after a second look that says who uses it', async () => {
  show()
  await press('停用：笔记')
  expect(await screen.findByText('已停用')).toBeTruthy()
  await undo()
  await waitFor(() => expect(screen.queryByText('已停用')).toBeNull())
  await press('删除：笔记')
  expect(screen.getByText('删除（3 人在用）')).toBeTruthy()
  await press('确认删除：笔记')
  expect(await screen.findByText('还没有 MCP 服务器')).toBeTruthy()
})

test('the log says who called what and how it ended', async () => {
  show('&tab=calls')
  const row = within((await screen.findByText('write_note')).closest('li') as HTMLElement)
  expect(row.getByText('失败')).toBeTruthy()
  expect(row.getByText(/linmo/).textContent).toContain('1.2 秒')
})

test('a list that does not come says so', async () => {
  server.handlers[LIST] = () => refused(500, { problem: 'internal' }, '服务器出错了')
  show()
  expect(await screen.findByText('MCP 服务器加载失败')).toBeTruthy()
})
