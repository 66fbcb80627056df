import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { usePaperAction } from '../../paper/paper-action.state.ts'
import { fakeServer, ok, person, refused } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import { press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { ResultsScreen } from '../results-screen.tsx'

const FEDERATED = 'POST /api/combine/search'
const KEEP = 'POST /api/combine/keep'
const names = {
  local: '本馆文献',
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  arxiv: 'arXiv',
  semantic_scholar: 'Semantic Scholar',
}
const known = (closed: string[] = []) =>
  Object.entries(names).map(([id, name]) => ({
    id,
    name,
    kind: id === 'local' ? 'local' : 'federated',
    available: !closed.includes(id),
    reason: closed.includes(id) ? '管理员没有开通' : null,
  }))

const hit = (key: string, title: string, paper_id: string | null, engines: string[], over = {}) => {
  const { id: _id, ...paper } = paperOf(key, title, over)
  return { ...paper, key, paper_id, engines, score: 1, highlights: [] }
}
const own = hit('p1', 'Graphs at home', 'p1', ['local', 'openalex'])
const outside = hit('k2', 'Graphs elsewhere', null, ['openalex', 'arxiv'], {
  doi: '10.1000/g',
  abstract: 'Found words.',
})

const state = (id: keyof typeof names, over = {}) => ({
  id,
  name: names[id],
  state: 'ok',
  count: 1,
  total: 1,
  took_ms: 20,
  message: null,
  ...over,
})
const quiet = [
  state('local'),
  state('openalex', { count: 2, total: 40 }),
  state('crossref'),
  state('arxiv'),
  state('semantic_scholar'),
]
const answer = (over = {}) => ({
  list: [own, outside],
  total: 2,
  page_num: 1,
  page_size: 20,
  engines: quiet,
  merged: { duplicates: 2, of: 4 },
  took_ms: 900,
  ...over,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  useToasts.setState({ toasts: [] })
  usePaperAction.setState({ action: null })
  server = fakeServer({
    [FEDERATED]: () => ok(answer()),
    'GET /api/paper/engines/list': () => ok(known()),
    'POST /api/search_log/add': () => ok({ id: 's1' }),
    'POST /api/paper/search': () => refused(503, { problem: 'search.not_ready' }),
  })
})
afterEach(cleanup)

const show = (query = 'q=graph&scope=all') => showAt(`/home/searchResult?${query}`, <ResultsScreen />)
const engine = async (name: string) => {
  const box = await screen.findByRole('checkbox', { name })
  return box.closest('li') as HTMLElement
}
const wholeAsked = () =>
  server.asked(FEDERATED).filter(({ body }) => (body as { engines: string[] }).engines.length > 1)
const key = (name: string) =>
  act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: name }))

test('全网检索 is one press away, stands in the address, and begins at the first page', async () => {
  const { query } = show('q=graph&page=3')
  await press('全网检索')
  expect(query().toString()).toBe('q=graph&scope=all')
  await press('本馆文献')
  expect(query().toString()).toBe('q=graph')
})

test('merged hits say who has them, which the library has, and how many were the same', async () => {
  show()
  const [first, second] = await screen.findAllByRole('article')
  await screen.findByText(/4 条中合并了 2 条重复/)
  expect(first?.textContent).toContain('已在本馆文献中 · 来自 本馆文献、OpenAlex')
  expect(second?.textContent).toContain('来自 OpenAlex、arXiv')
  expect(second?.textContent).not.toContain('已在本馆文献中')
  const link = screen.getByRole('link', { name: 'Graphs elsewhere' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://doi.org/10.1000/g',
    'noopener noreferrer',
  ])
})

test('what the library has shows at once, while the others are still being asked', async () => {
  const whole = Promise.withResolvers<Response>()
  server.handlers[FEDERATED] = ({ body }) =>
    (body as { engines: string[] }).engines.length === 1
      ? ok(answer({ list: [own], total: 1, engines: [state('local')] }))
      : whole.promise
  show()
  expect(await screen.findAllByRole('article')).toHaveLength(1)
  expect((await engine('OpenAlex')).textContent).toContain('正在询问，最多 8 秒')
  expect(screen.getByText('还在等 4 个检索来源')).toBeTruthy()
  await act(async () => whole.resolve(ok(answer())))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect((await engine('OpenAlex')).textContent).toContain('取回 2 条，共 40 条')
})

test('a slow, a failed and a closed engine say so, and the rest of the list stands', async () => {
  server.handlers['GET /api/paper/engines/list'] = () => ok(known(['semantic_scholar']))
  const engines = [
    state('local'),
    state('openalex'),
    state('crossref', { state: 'failed', count: 0, message: 'Crossref 出错了（HTTP 500），请稍后再试' }),
    state('arxiv', { state: 'slow', count: 0, message: 'arXiv 在 8 秒内没有答复' }),
  ]
  server.handlers[FEDERATED] = () => ok(answer({ engines }))
  show()
  await screen.findByText(/Crossref、arXiv 没有给出结果/)
  expect((await engine('Crossref')).textContent).toContain('HTTP 500')
  expect((await engine('arXiv')).textContent).toContain('在 8 秒内没有答复')
  expect((await engine('Semantic Scholar')).textContent).toContain('管理员没有开通')
  expect(screen.getAllByRole('article')).toHaveLength(2)
  const before = wholeAsked().length
  await press('重试')
  await waitFor(() => expect(wholeAsked().length).toBe(before + 1))
  expect(wholeAsked().at(-1)?.body).toMatchObject({ engines: ['local', 'openalex', 'crossref', 'arxiv'] })
})

test.each([
  ['a reader', false],
  ['an operator', true],
])('without internet %s is told what they can do about it', async (_, is_admin) => {
  setUserInfo({ ...person, is_admin })
  const cut = (id: keyof typeof names) =>
    state(id, { state: 'failed', count: 0, message: `连接不上 ${names[id]}，请稍后再试` })
  const engines = [state('local'), cut('openalex'), cut('crossref'), cut('arxiv'), cut('semantic_scholar')]
  server.handlers[FEDERATED] = () => ok(answer({ list: [own], total: 1, engines }))
  show()
  const notice = await screen.findByText(/站外检索来源都没有答复/)
  expect(notice.textContent?.includes('ENGINES_URL')).toBe(is_admin)
  expect(notice.textContent?.includes('请告诉管理员')).toBe(!is_admin)
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('engines are taken out and in, in the address; the last one stays', async () => {
  const { query } = show('q=graph&scope=all&engines=local&engines=arxiv')
  await screen.findByText(/合并了/)
  expect(wholeAsked().at(-1)?.body).toMatchObject({ engines: ['local', 'arxiv'] })
  expect((await engine('Crossref')).textContent).toContain('没有选用')
  await act(async () => fireEvent.click(within(await engine('arXiv')).getByRole('checkbox')))
  expect(query().getAll('engines')).toEqual(['local'])
  const last = within(await engine('本馆文献')).getByRole('checkbox') as HTMLInputElement
  expect(last.disabled).toBe(true)
})

test('two engines taken out in a row are both out, however slowly the list is drawn', async () => {
  const { query } = show('q=graph&scope=all&engines=local&engines=crossref&engines=arxiv')
  await screen.findByText(/合并了/)
  const boxes = ['Crossref', 'arXiv'].map((name) => screen.getByRole('checkbox', { name }))
  await act(async () => {
    for (const box of boxes) {
      box.click()
      await Promise.resolve()
      await Promise.resolve()
    }
  })
  expect(query().getAll('engines')).toEqual(['local'])
})

test('chosen papers are kept in one go, and the lists are asked for next', async () => {
  server.handlers[KEEP] = () =>
    ok({
      papers: [
        { key: 'p1', paper_id: 'p1' },
        { key: 'k2', paper_id: 'p9' },
      ],
      added: 1,
    })
  show()
  await screen.findByText(/合并了/)
  await key('j')
  await key('x')
  await press('选择 Graphs elsewhere', 'checkbox')
  expect(screen.getByText('已选 2 篇')).toBeTruthy()
  const before = server.asked(FEDERATED).length
  await press('收入本馆文献并收藏到…')
  expect(server.asked(KEEP).map(({ body }) => body)).toEqual([{ keys: ['p1', 'k2'] }])
  expect(usePaperAction.getState().action).toEqual({ kind: 'keep', ids: ['p1', 'p9'] })
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
    '已收入本馆文献 1 篇，另有 1 篇本来就有',
  ])
  expect(screen.queryByText('已选 2 篇')).toBeNull()
  expect(screen.getAllByText(/已在本馆文献中/)).toHaveLength(2)
  expect(server.asked(FEDERATED).length).toBe(before)
})

test('hits that are too old to be kept say so, and stay chosen', async () => {
  server.handlers[KEEP] = () => refused(409, { problem: 'combine.expired' }, '这些检索结果已过期，请重新检索')
  show()
  await press('选择 Graphs elsewhere', 'checkbox')
  await press('收入本馆文献并收藏到…')
  expect(useToasts.getState().toasts).toMatchObject([{ tone: 'bad', text: '这些检索结果已过期，请重新检索' }])
  expect(screen.getByText('已选 1 篇')).toBeTruthy()
  expect(usePaperAction.getState().action).toBeNull()
})

test('nothing found says whether everybody was asked; without words nobody is', async () => {
  server.handlers[FEDERATED] = () => ok(answer({ list: [], total: 0, merged: { duplicates: 0, of: 0 } }))
  show()
  expect(await screen.findByRole('heading', { name: '所有检索来源都没有找到' })).toBeTruthy()
  cleanup()
  const before = server.asked(FEDERATED).length
  show('scope=all')
  expect(await screen.findByRole('heading', { name: '全网检索需要检索词' })).toBeTruthy()
  expect(server.asked(FEDERATED).length).toBe(before)
})

test('a search that fails as a whole says so, and can be tried again', async () => {
  server.handlers[FEDERATED] = () => refused(503, { problem: 'search.not_ready' }, '检索索引正在准备')
  show()
  expect(await screen.findByRole('heading', { name: '检索结果加载失败' })).toBeTruthy()
  expect((await engine('OpenAlex')).textContent).toContain('这次检索没有完成')
  server.handlers[FEDERATED] = () => ok(answer())
  await press('重试')
  expect(await screen.findAllByRole('article')).toHaveLength(2)
})
