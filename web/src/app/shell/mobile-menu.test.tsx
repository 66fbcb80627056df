import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { press, showAt } from '../../testing/show.tsx'
import { MobileMenu } from './mobile-menu.tsx'

afterEach(cleanup)

const chatOf = (id: string, title: string, pinned_at: string | null = null) => ({
  id,
  application_id: 'a1',
  title,
  pinned_at,
  record_count: 1,
})

test('the menu of a phone holds the pinned chats, then the recent ones', async () => {
  fakeServer({
    'GET /api/application/chat/top_list': () => ok([chatOf('c1', '固态电池', '2026-11-20T00:00:00.000Z')]),
    'GET /api/application/chat/last_month': () => ok([chatOf('c2', '为何衰减')]),
  })
  showAt('/home', <MobileMenu />)
  await press('打开导航')
  const menu = screen.getByRole('dialog', { name: '导航' })
  const chats = await within(menu).findByRole('navigation', { name: '最近对话' })
  const names = within(chats)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['固态电池', '为何衰减'])
})
