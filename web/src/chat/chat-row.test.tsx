import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { fill, press, showAt } from '../testing/show.tsx'
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
