import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { pageOf, press, showAt } from '../../testing/show.tsx'
import { NoticesButton } from './notices.tsx'

afterEach(cleanup)

const noticeOf = (id: string, text: string, is_read: boolean) => ({
  id,
  kind: 'dataset',
  text,
  route: `/knowledgeBase?dataset_id=${id}`,
  places: [] as { name: string; route: string }[],
  created_at: new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString(),
  is_read,
})

test('the bell says when each thing happened and which are unread, and leads there', async () => {
  const list = [
    noticeOf('d2', '「清单（副本）」复制完成，共 230 份', false),
    noticeOf('d1', '早先的一条', true),
  ]
  const server = fakeServer({
    'GET /api/notice/list': () => ok({ ...pageOf(list), unread: 1 }),
    'POST /api/notice/read': () => ok(null),
  })
  const { query } = showAt('/home', <NoticesButton />)
  await press('通知，1 条未读')
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items).toEqual([
    '「清单（副本）」复制完成，共 230 份未读 · 2 天前',
    '早先的一条2 天前',
    '全部标为已读',
  ])
  await press(/复制完成/, 'menuitem')
  expect(query().get('dataset_id')).toBe('d2')
  expect(server.bodies('POST /api/notice/read')).toEqual([{ ids: ['d2'] }])
})

test('a notice about several places leads to each of them, and is read then', async () => {
  const places = ['d1', 'd2'].map((id) => ({
    name: `清单「${id}」`,
    route: `/knowledgeBase?dataset_id=${id}`,
  }))
  const list = [{ ...noticeOf('d1', '「潮汐」已撤稿', false), kind: 'retraction', places }]
  const server = fakeServer({
    'GET /api/notice/list': () => ok({ ...pageOf(list), unread: 1 }),
    'POST /api/notice/read': () => ok(null),
  })
  const { query } = showAt('/home', <NoticesButton />)
  await press('通知，1 条未读')
  await press('清单「d2」', 'menuitem')
  expect(query().get('dataset_id')).toBe('d2')
  expect(server.bodies('POST /api/notice/read')).toEqual([{ ids: ['d1'] }])
})
