import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applicationOf } from '../testing/applications.ts'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { fill, press, showAt } from '../testing/show.tsx'
import { Antd } from '../ui/antd.tsx'
import { OutAgentScreen } from './out-agent-screen.tsx'

const LIST = 'GET /api/application/query/out_application'
const agent = (id: string, name: string, url: string | null) =>
  applicationOf(id, name, { type: 'external', icon: 'search', category_id: 'search', url })

let server: ReturnType<typeof fakeServer>
const show = (query = '') =>
  showAt(
    `/outAgent${query}`,
    <Antd>
      <OutAgentScreen />
    </Antd>,
  )

beforeEach(() => {
  const list = [
    agent('a', '图谱站', 'https://www.example.org/app'),
    agent('b', '坏地址', 'javascript:alert(1)'),
  ]
  server = fakeServer({
    [LIST]: ({ query }) =>
      ok(query.get('keyword') ? [] : [{ id: 'search', name: '检索与问答', count: 2, list }]),
  })
})
afterEach(cleanup)

test('an agent opens only after a warning, in a tab of its own that knows nothing of ours', async () => {
  show()
  const card = within((await screen.findAllByRole('article'))[0] as HTMLElement)
  expect(card.getByText('example.org')).toBeTruthy()
  await press('图谱站')
  const dialog = within(await screen.findByRole('dialog', { name: '即将离开本站' }))
  const link = dialog.getByRole('link', { name: '打开' })
  expect(link.getAttribute('href')).toBe('https://www.example.org/app')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  await press('留在本站')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what is no web address cannot be opened', async () => {
  show()
  await screen.findByText('坏地址')
  expect(screen.queryByRole('button', { name: '坏地址' })).toBeNull()
  expect(screen.getByText('没有可以打开的地址')).toBeTruthy()
})

test('a word stands in the address; without hits it can be cleared', async () => {
  const { query } = show()
  await fill('查找站外智能体', '无此')
  await waitFor(() => expect(query().get('keyword')).toBe('无此'))
  await press('清除检索词')
  expect(await screen.findByText('图谱站')).toBeTruthy()
})

test('a list that does not come says so and can be asked for again', async () => {
  server.handlers[LIST] = () => refused(500, { problem: 'internal' }, '服务器出错了')
  show()
  expect(await screen.findByText('站外智能体加载失败')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})
