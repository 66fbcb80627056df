import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usePaperNavigation } from '../paper/paper-navigation.state.ts'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { paperOf } from '../testing/papers.ts'
import { fill, lastToast, pageOf, press, showAt } from '../testing/show.tsx'
import { Antd } from '../ui/antd.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { SubscriptionScreen } from './subscription-screen.tsx'

const PAPERS = 'POST /api/subscribe/search'
const AT = '2026-11-20T00:00:00.000Z'

let new_count: number
let server: ReturnType<typeof fakeServer>
const bodies = () => server.asked(PAPERS).map(({ body }) => body as Record<string, unknown>)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  new_count = 1
  server = fakeServer({
    [PAPERS]: ({ body }) => {
      if (!(body as { peek: boolean }).peek) new_count = 0
      const list = [
        { ...paperOf('p1', '新的一篇'), is_new: new_count > 0 },
        { ...paperOf('p2', '看过的一篇'), is_new: false },
      ]
      const subscription = {
        id: 's1',
        kind: 'topic',
        value: '固态电解质',
        name: '固态电解质',
        notify: 'none',
        new_count,
        looked_at: AT,
        created_at: AT,
      }
      return ok(pageOf(list, { subscription }))
    },
  })
})
afterEach(cleanup)

const show = (query = '?id=s1') =>
  showAt(
    `/subscribe/searchResult${query}`,
    <Antd>
      <SubscriptionScreen />
    </Antd>,
  )
const row = async (title: string) => (await screen.findByText(title)).closest('article') as HTMLElement

test('new papers are marked, and looking does not take the marks away', async () => {
  show()
  expect(within(await row('新的一篇')).getByText('新')).toBeTruthy()
  expect(within(await row('看过的一篇')).queryByText('新')).toBeNull()
  expect(bodies()).toEqual([{ subscription_id: 's1', since: '', peek: true, page_num: 1, page_size: 20 }])
})

test('an open paper leads to those before and behind it, as long as the screen shows', async () => {
  const { unmount } = show()
  await row('新的一篇')
  await waitFor(() => expect(usePaperNavigation.getState().ids).toEqual(['p1', 'p2']))
  unmount()
  expect(usePaperNavigation.getState().ids).toEqual([])
})

test('marking all as read takes the marks away', async () => {
  show()
  await press('全部标为已读（1）')
  await waitFor(async () => expect(within(await row('新的一篇')).queryByText('新')).toBeNull())
  expect(screen.getByRole('button', { name: '没有未读' })).toBeTruthy()
  expect(useToasts.getState().toasts[0]?.text).toBe('已全部标为已读')
})

test('only the new ones are asked for from the moment of the last look, which stands in the address', async () => {
  const { query } = show()
  await act(async () => fireEvent.click(await screen.findByText('只看新的')))
  expect(query().get('since')).toBe(AT)
  await waitFor(() => expect(bodies().at(-1)).toMatchObject({ since: AT, peek: true }))
})

test('a subscription is opened as a search, changed and stopped from its own screen', async () => {
  const save = 'POST /api/user/prefer/saveTopicPrefer'
  server.handlers[save] = () => ok([])
  const { router } = show()
  const link = await screen.findByRole('link', { name: '作为检索打开' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe('#/home/searchResult?q=固态电解质')
  await press('编辑')
  await fill('名称', '电解质')
  await press('保存')
  await waitFor(() => expect(server.bodies(save)).toMatchObject([{ list: [{ id: 's1', name: '电解质' }] }]))
  await press('取消订阅')
  await waitFor(() => expect(router.state.location.pathname).toBe('/subscribe'))
  expect(server.bodies(save)[1]).toMatchObject({ list: [{ id: 's1', deleted: true }] })
  expect(lastToast()?.text).toBe('已取消订阅「固态电解质」')
})

test('a subscription that is gone says so', async () => {
  server.handlers[PAPERS] = () => refused(404, { problem: 'subscription.not_found' }, '没有找到这个订阅')
  show()
  expect(await screen.findByText('没有找到这个订阅')).toBeTruthy()
  cleanup()
  show('')
  expect(await screen.findByText('没有指明订阅')).toBeTruthy()
})
