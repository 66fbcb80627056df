import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quietChat } from '../testing/chat.ts'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { pageOf, press, showAt } from '../testing/show.tsx'
import { usePageName } from '../ui/page-name.state.ts'
import { AgentScreen } from './agent-screen.tsx'

const CHATS = 'GET /api/application/a1/chat/client/1/50'
const chatOf = (id: string, title: string) => ({
  id,
  application_id: 'a1',
  title,
  pinned_at: null,
  dataset_id: null,
  paper_id_list: [],
  record_count: 1,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
})

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  sessionStorage.clear()
  server = fakeServer({
    ...quietChat(() => []),
    'GET /api/application/index_list': () => ok([]),
    'GET /api/dict/aiTools': () => ok([]),
    'GET /api/application/a1/chat/c2/chat_record/1/50': () => ok(pageOf([])),
    [CHATS]: () => ok(pageOf([chatOf('c1', '为何衰减'), chatOf('c2', '如何封装')])),
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A window in which only these media queries hold. */
const holds = (...queries: string[]) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: queries.includes(query),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )

test('on a small window the chats are a drawer, which closes when one is opened', async () => {
  holds('(max-width: 1023px)')
  const { query } = showAt('/agent?application_id=a1&chat_id=c1', <AgentScreen />)
  await screen.findByLabelText('问题')
  expect(screen.queryByText('如何封装')).toBeNull()
  await press('对话列表')
  const drawer = await screen.findByRole('dialog', { name: '对话' })
  const chat = await within(drawer).findByText('如何封装')
  await act(async () => fireEvent.click(chat))
  await waitFor(() => expect(query().get('chat_id')).toBe('c2'))
  expect(screen.queryByRole('dialog', { name: '对话' })).toBeNull()
})

test('the tab names the chat that is open', async () => {
  holds()
  showAt('/agent?application_id=a1&chat_id=c1', <AgentScreen />)
  await waitFor(() => expect(usePageName.getState().name).toBe('为何衰减'))
})

test('on a wide window the chats stand beside the chat', async () => {
  holds()
  showAt('/agent?application_id=a1&chat_id=c1', <AgentScreen />)
  const side = await screen.findByRole('navigation', { name: '对话' })
  await within(side).findByText('如何封装')
  expect(screen.queryByRole('button', { name: '对话列表' })).toBeNull()
})

test('without a chat in the address one is opened about the papers there, and one that cannot be says why', async () => {
  const OPEN = 'GET /api/application/a1/chat/open'
  const opened = () => server.asked(OPEN).map(({ query }) => query.getAll('paper_id_list'))
  holds()
  server.handlers[OPEN] = () => refused(429, { problem: 'chat.too_fast' }, '打开得太快')
  const { query } = showAt('/agent?application_id=a1&paper_id_list=p1&paper_id_list=p2', <AgentScreen />)
  await screen.findByText(/打开得太快/)
  expect(query().get('chat_id')).toBeNull()
  server.handlers[OPEN] = () => ok({ chat_id: 'c2' })
  await press('重试')
  await waitFor(() => expect(query().get('chat_id')).toBe('c2'))
  expect(opened()).toEqual([
    ['p1', 'p2'],
    ['p1', 'p2'],
  ])
  expect(query().getAll('paper_id_list')).toEqual(['p1', 'p2'])
})
