import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FollowPanel } from '../results/follow-panel.tsx'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { fill, press, showAt } from '../testing/show.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { AdvancedPanel } from './advanced-panel.tsx'

const SAVE = 'POST /api/user/prefer/saveTopicPrefer'
const close = () => undefined
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  server = fakeServer({
    [SAVE]: () => ok([]),
    'POST /api/subscribe/preview': () => ok({ days: 30, count: 4, total: 120 }),
  })
})
afterEach(cleanup)

const address = (query: string) => `/home/searchResult?${new URLSearchParams(query)}`
const values = (label: string) =>
  screen.getAllByLabelText(label).map((field) => (field as HTMLInputElement).value)

test('a query opens as rows; what is changed in a row is searched, and filters stay', async () => {
  const { query, router } = showAt(
    address('q=超导 AND AU:赵忠贤&language=zh'),
    <AdvancedPanel onClose={close} />,
  )
  expect(values('检索词')).toEqual(['超导', '赵忠贤'])
  expect(values('字段')).toEqual(['', 'AU'])
  await press('添加一行')
  expect(screen.getAllByLabelText('字段')).toHaveLength(3)
  await fill('检索式', '超导 AND AU:赵忠贤 AND PY:1987..2000')
  expect(values('检索词')).toEqual(['超导', '赵忠贤', '1987–2000'])
  await press('检索')
  await waitFor(() => expect(query().get('q')).toBe('超导 AND AU:赵忠贤 AND PY:1987..2000'))
  expect(query().get('language')).toBe('zh')
  expect(router.state.location.pathname).toBe('/home/searchResult')
})

test('a query that rows cannot show is changed as text, or begun again', async () => {
  showAt(address('q=(a OR b) AND c'), <AdvancedPanel onClose={close} />)
  expect(screen.queryAllByLabelText('字段')).toEqual([])
  expect(screen.queryByText(/各行之间/)).toBeNull()
  await press('重新组合')
  expect(screen.getByText(/各行之间/)).toBeTruthy()
  expect(screen.getAllByLabelText('字段')).toHaveLength(3)
})

test('a search is followed with its filters', async () => {
  showAt(address('q=超导&year_from=2020'), <FollowPanel onClose={close} />)
  await screen.findByText('最近 30 天新收 4 篇，共 120 篇')
  await fill('名称', '超导新文献')
  await fill('通知', 'daily')
  await press('订阅')
  await waitFor(() =>
    expect(server.asked(SAVE)[0]?.body).toEqual({
      list: [{ kind: 'query', value: '超导 AND PY>=2020', name: '超导新文献', notify: 'daily' }],
    }),
  )
  expect(useToasts.getState().toasts[0]?.text).toBe('已订阅，有新文献时会告诉您')
})

test('without a query there is nothing to follow', () => {
  showAt(address(''), <FollowPanel onClose={close} />)
  expect(screen.getByText('先检索，再订阅')).toBeTruthy()
})
