import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileOf } from '../testing/datasets.ts'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { paperOf } from '../testing/papers.ts'
import { fill, lastToast, pageOf, press, showAt, undo } from '../testing/show.tsx'
import { dismissToast, useToasts } from '../ui/toasts/toast.state.ts'
import { dayName, groupByDay, localDay } from './history.ts'
import { HistoryScreen } from './history-screen.tsx'
import { useRemovals } from './removals.state.ts'

const SEARCHES = 'GET /api/search_log/list'
const REMOVE = 'DELETE /api/search_log'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const entry = (id: string, query: string, created_at: string, filters = {}) => ({
  id,
  query,
  filters,
  kind: 'paper',
  total: 12,
  created_at,
})
let rows: ReturnType<typeof entry>[]
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  useRemovals.setState({ pending: [] })
  rows = [
    entry('s1', '超导', hoursAgo(0), { resource_type: [1], year_from: 2020 }),
    entry('s2', '石墨烯', hoursAgo(0)),
    entry('s3', '旧的', hoursAgo(72)),
  ]
  server = fakeServer({
    [SEARCHES]: () => ok(pageOf(rows)),
    [REMOVE]: () => {
      rows = rows.filter(({ id }) => id === 's3')
      return ok(null)
    },
    'GET /api/user/log/listUserPaper': () =>
      ok(pageOf([{ paper: paperOf('p1', '高温超导'), viewed_at: hoursAgo(1), views: 3, seconds: 9 }])),
    'DELETE /api/user/log': () => ok(null),
  })
})
afterEach(cleanup)

const letToastGo = () => act(async () => dismissToast(lastToast()?.id ?? 0))

test('searches stand under their days and run again with their filters', async () => {
  showAt('/home/searchHistory', <HistoryScreen />)
  expect((await screen.findByRole('link', { name: /超导/ })).getAttribute('href')).toBe(
    `/home/searchResult?${new URLSearchParams([
      ['q', '超导'],
      ['resource_type', '1'],
      ['year_from', '2020'],
    ])}`,
  )
  expect(screen.getByRole('heading', { name: '今天' })).toBeTruthy()
  expect(screen.getByText('2020 年起 · 类型 期刊')).toBeTruthy()
})

test('one deleted row goes at once, and for good only when its toast has gone', async () => {
  showAt('/home/searchHistory', <HistoryScreen />)
  await press('删除 石墨烯')
  expect(screen.queryByText('石墨烯')).toBeNull()
  expect(server.asked(REMOVE)).toEqual([])
  await letToastGo()
  await waitFor(() => expect(server.asked(REMOVE)[0]?.body).toEqual({ ids: ['s2'] }))
})

test('undo brings a row back, and nothing is deleted', async () => {
  showAt('/home/searchHistory', <HistoryScreen />)
  await press('删除 石墨烯')
  await undo()
  await letToastGo()
  expect(screen.getByText('石墨烯')).toBeTruthy()
  expect(server.asked(REMOVE)).toEqual([])
})

test('a day goes as a whole, the others stay', async () => {
  showAt('/home/searchHistory', <HistoryScreen />)
  await press('删除这一天：今天')
  await waitFor(() => expect(screen.queryByText('石墨烯')).toBeNull())
  expect(screen.getByText('旧的')).toBeTruthy()
  await letToastGo()
  await waitFor(() => expect(server.asked(REMOVE)[0]?.body).toEqual({ ids: ['s1', 's2'] }))
})

test('leaving the page deletes what waits, and does not ask twice', async () => {
  showAt('/home/searchHistory', <HistoryScreen />)
  await screen.findByText('旧的')
  await press('清空')
  expect(screen.getByText('还没有检索过')).toBeTruthy()
  await act(async () => dispatchEvent(new Event('pagehide')))
  await letToastGo()
  await waitFor(() => expect(server.asked(REMOVE).map(({ body }) => body)).toEqual([{ all: true }]))
})

test('papers that were looked at have a list of their own', async () => {
  const { query } = showAt('/home/searchHistory', <HistoryScreen />)
  await press('看过的文献')
  expect(query().get('kind')).toBe('papers')
  expect(await screen.findByText(/看过 3 次/)).toBeTruthy()
  await press('从历史里删除：高温超导')
  await letToastGo()
  await waitFor(() => expect(server.asked('DELETE /api/user/log')[0]?.body).toEqual({ ids: ['p1'] }))
})

test('own files stand among the papers that were looked at, are read on and deleted alike', async () => {
  const document = fileOf('o1', '阻抗.pdf', { title: '界面阻抗的测量' })
  server.handlers['GET /api/user/log/listUserPaper'] = () =>
    ok(pageOf([{ paper: null, document, viewed_at: hoursAgo(1), views: 2, seconds: 0 }]))
  showAt('/home/searchHistory?kind=papers', <HistoryScreen />)
  const link = await screen.findByRole('link', { name: '界面阻抗的测量' })
  expect(link.getAttribute('href')).toBe('/readDetailMore?document_id=o1')
  expect(screen.getByText(/看过 2 次/)).toBeTruthy()
  expect(server.asked('GET /api/user/log/listUserPaper')[0]?.query.get('files')).toBe('true')
  await press('从历史里删除：界面阻抗的测量')
  expect(screen.queryByRole('link', { name: '界面阻抗的测量' })).toBeNull()
  await letToastGo()
  await waitFor(() => expect(server.asked('DELETE /api/user/log')[0]?.body).toEqual({ ids: ['o1'] }))
})

test('the history can be searched', async () => {
  const { query } = showAt('/home/searchHistory', <HistoryScreen />)
  const field = await fill('在历史里查找', ' 烯 ')
  await act(async () => fireEvent.submit(field.closest('form') ?? field))
  expect(query().get('keyword')).toBe('烯')
  await waitFor(() => expect(server.asked(SEARCHES).at(-1)?.query.get('keyword')).toBe('烯'))
})

test('days are told by the person, not by UTC, and named', () => {
  const now = new Date(2026, 10, 21, 12)
  expect(dayName(localDay(new Date(2026, 10, 21, 0, 30).toISOString()), now)).toBe('今天')
  expect(dayName(localDay(new Date(2026, 10, 20, 23, 59).toISOString()), now)).toBe('昨天')
  expect(dayName('2026-11-19', now)).toBe('11月19日 星期四')
  expect(dayName('2025-01-01', now)).toBe('2025年1月1日 星期三')
  expect(groupByDay([1, 2], () => now.toISOString())).toEqual([{ day: '2026-11-21', rows: [1, 2] }])
})
