import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../api/session.state.ts'
import { fakeServer, ok, person, refused } from '../testing/fake-server.ts'
import { fill, lastToast, pageOf, press, showAt, undo } from '../testing/show.tsx'
import { Antd } from '../ui/antd.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { SubscribeScreen } from './subscribe-screen.tsx'

const LIST = 'GET /api/user/prefer/listTopicPrefer'
const SAVE = 'POST /api/user/prefer/saveTopicPrefer'
const PREVIEW = 'POST /api/subscribe/preview'
const AT = '2026-11-20T00:00:00.000Z'

const subscription = (id: string, over: object) => ({
  id,
  kind: 'topic',
  value: '固态电解质',
  name: '固态电解质',
  notify: 'weekly',
  new_count: 0,
  looked_at: AT,
  created_at: AT,
  ...over,
})
const list = [
  subscription('s1', {}),
  subscription('s2', { kind: 'query', value: 'AU:"Ning" AND PY>=2020', name: '宁的新作', new_count: 12 }),
]

let server: ReturnType<typeof fakeServer>
const saved = () => server.asked(SAVE).map(({ body }) => (body as { list: object[] }).list)
const show = (query = '') =>
  showAt(
    `/subscribe${query}`,
    <Antd>
      <SubscribeScreen />
    </Antd>,
  )

beforeEach(() => {
  setUserInfo(person)
  useToasts.setState({ toasts: [] })
  server = fakeServer({
    [LIST]: () => ok(list),
    [SAVE]: () => ok(list),
    [PREVIEW]: () => ok({ days: 30, count: 12, total: 1204 }),
    'GET /api/dict/listPreferDict': () => ok([]),
    'GET /api/dict/listTopicDict': () =>
      ok([
        { name: '固态电解质', name_en: 'solid electrolyte', subject_code: '0805', count: 812 },
        { name: '锂金属负极', name_en: 'lithium metal anode', subject_code: '0805', count: 431 },
      ]),
    'POST /api/journal/search': () => ok(pageOf([])),
    'GET /api/dict/dictDictSuggestList': () =>
      ok([
        { type: 'author', text: 'Ning, Ziyang', paper_id: null },
        { type: 'title', text: 'Ning', paper_id: 'p1' },
      ]),
  })
})
afterEach(cleanup)

test('what has new papers stands first, with their number, and leads to them', async () => {
  show()
  const rows = await screen.findAllByRole('listitem')
  expect(within(rows[0] as HTMLElement).getByText('12 篇新文献')).toBeTruthy()
  const link = within(rows[0] as HTMLElement).getByRole('link', { name: '宁的新作' })
  expect(link.getAttribute('href')).toBe('/subscribe/searchResult?id=s2')
  expect(within(rows[1] as HTMLElement).queryByText(/篇新文献/)).toBeNull()
})

test('a subscription that was never opened does not claim to have been looked at', async () => {
  server.handlers[LIST] = () =>
    ok([
      subscription('s1', { name: '新的' }),
      subscription('s2', { name: '旧的', looked_at: '2026-11-20T08:00:00.000Z' }),
    ])
  show()
  const [fresh, known] = await screen.findAllByRole('listitem')
  expect(within(fresh as HTMLElement).getByText('还没有看过')).toBeTruthy()
  expect(within(known as HTMLElement).getByText(/看过$/).textContent).not.toContain('还没有')
})

test('the kind stands in the address and narrows the list', async () => {
  const { query } = show()
  fireEvent.click(await screen.findByText('检索式 1'))
  expect(query().get('kind')).toBe('query')
  expect(screen.queryByText('固态电解质')).toBeNull()
})

test('topics are chosen from the dictionary and by word, with what they would bring, and saved together', async () => {
  const { query } = show('?add=topic')
  expect(
    ((await screen.findByRole('button', { name: /固态电解质 ?已订阅/ })) as HTMLButtonElement).disabled,
  ).toBe(true)
  await press(/锂金属负极/)
  await fill('查找主题', '枝晶')
  await press(/枝晶/)
  await waitFor(() => expect(screen.getAllByText('近 30 天约 12 篇，共 1,204 篇')).toHaveLength(2))
  fireEvent.click(screen.getByRole('radio', { name: '每天' }))
  await press('订阅 2 项')
  await waitFor(() => expect(query().get('add')).toBeNull())
  expect(saved()).toEqual([
    [
      { kind: 'topic', value: '锂金属负极', name: '锂金属负极', notify: 'daily' },
      { kind: 'topic', value: '枝晶', name: '枝晶', notify: 'daily' },
    ],
  ])
})

test('a query shows what it would bring before it is chosen', async () => {
  show('?add=query')
  await fill('要订阅的检索式', '固态电解质 AND PY>=2020')
  expect(await screen.findByText('近 30 天约 12 篇，共 1,204 篇')).toBeTruthy()
  expect(server.asked(PREVIEW).at(-1)?.body).toEqual({ kind: 'query', value: '固态电解质 AND PY>=2020' })
  await press('选用')
  await press('订阅 1 项')
  expect(saved()[0]).toMatchObject([{ kind: 'query', value: '固态电解质 AND PY>=2020', notify: 'weekly' }])
})

test('authors are offered as the library spells them, and as typed', async () => {
  show('?add=author')
  await fill('查找作者', 'Ning')
  await press('Ning, Ziyang')
  expect(screen.getByRole('button', { name: 'Ning', pressed: false })).toBeTruthy()
  await press('订阅 1 项')
  expect(saved()[0]).toMatchObject([{ kind: 'author', value: 'Ning, Ziyang' }])
})

test('a refused subscription says why and keeps the choice', async () => {
  server.handlers[SAVE] = () => refused(409, { problem: 'subscription.too_many' }, '订阅最多 200 个')
  show('?add=topic')
  await press(/锂金属负极/)
  await press('订阅 1 项')
  expect(await screen.findByText('订阅最多 200 个')).toBeTruthy()
  expect(screen.getByRole('button', { name: '订阅 1 项' })).toBeTruthy()
})

test('the frequency changes in the row, and the toast sets it back', async () => {
  show()
  await fill('邮件提醒：固态电解质', 'none')
  await waitFor(() => expect(lastToast()?.text).toBe('已保存「固态电解质」'))
  await undo()
  expect(saved().flat()).toMatchObject([
    { id: 's1', notify: 'none' },
    { id: 's1', notify: 'weekly' },
  ])
})

test('an ended subscription can be taken up again from the toast', async () => {
  show()
  await press('更多操作：固态电解质')
  await press('取消订阅', 'menuitem')
  await waitFor(() => expect(lastToast()?.text).toBe('已取消订阅「固态电解质」'))
  await undo()
  expect(saved()).toMatchObject([
    [{ id: 's1', deleted: true }],
    [{ kind: 'topic', value: '固态电解质', name: '固态电解质', notify: 'weekly' }],
  ])
  expect(saved()[1]?.[0]).not.toHaveProperty('id')
})

test('a name and a query are edited together', async () => {
  show()
  await press('更多操作：宁的新作')
  await press('编辑', 'menuitem')
  await fill('名称', '宁子杨')
  await fill('检索式', 'AU:"Ning Ziyang"')
  await press('保存')
  expect(saved()[0]).toEqual([
    { id: 's2', kind: 'query', value: 'AU:"Ning Ziyang"', name: '宁子杨', notify: 'weekly' },
  ])
})

test('without subscriptions the screen says what to do', async () => {
  server.handlers[LIST] = () => ok([])
  const { query } = show()
  expect(await screen.findByText('订阅一个主题或检索式，有新文献时在这里告诉您')).toBeTruthy()
  await press('添加订阅')
  await waitFor(() => expect(query().get('add')).toBe('topic'))
})

test('who has no address is told that no mail can come', async () => {
  setUserInfo({ ...person, email: null })
  show()
  expect(await screen.findByText(/没有邮箱/)).toBeTruthy()
})
