import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { fill, lastToast, press, showAt, undo } from '../testing/show.tsx'
import { type Chat, ChatRow } from './chat-row.tsx'

const RENAME = 'PUT /api/application/a1/chat/c1'
const chat = { id: 'c1', application_id: 'a1', title: '为何衰减', pinned_at: null, record_count: 1 }

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer({ [RENAME]: () => ok(chat) })
  // As much of a chat as its row shows.
  showAt('/agent', <ChatRow chat={chat as Chat} />)
})
afterEach(cleanup)

async function name(title: string, key = 'Enter') {
  await press('「为何衰减」的操作')
  await press('重命名', 'menuitem')
  const field = await fill('对话的标题', title)
  if (key === 'Enter') fireEvent.submit(field)
  else fireEvent.keyDown(field, { key })
  await screen.findByRole('link', { name: '为何衰减' })
}

test('a chat gets another name', async () => {
  await name(' 湿度与衰减 ')
  await waitFor(() => expect(server.bodies(RENAME)).toMatchObject([{ title: '湿度与衰减' }]))
})

test('its own name, none, and one that is given up change nothing', async () => {
  await name('为何衰减 ')
  await name(' ')
  await name('别的', 'Escape')
  expect(server.requests).toEqual([])
})

const PLACE = '/api/application/a1/chat/c1'

test('a deleted chat goes at once, and comes back when that is undone', async () => {
  server.handlers[`DELETE ${PLACE}`] = () => ok(null)
  server.handlers[`PUT ${PLACE}/restore`] = () => ok(null)
  await press('「为何衰减」的操作')
  await press('删除', 'menuitem')
  await waitFor(() => expect(lastToast()?.text).toBe('已删除「为何衰减」'))
  expect(server.asked(`DELETE ${PLACE}`)).toHaveLength(1)
  await undo()
  await waitFor(() => expect(server.asked(`PUT ${PLACE}/restore`)).toHaveLength(1))
})

test('a chat that could not be pinned says why', async () => {
  server.handlers[`PUT ${PLACE}/top`] = () => refused(409, { problem: 'chat.too_many_pinned' }, '置顶太多')
  await press('「为何衰减」的操作')
  await press('置顶', 'menuitem')
  await waitFor(() => expect(lastToast()?.text).toBe('没有完成：置顶太多'))
})
