import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePaperAction } from '../paper/paper-action.state.ts'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { answer, hits } from '../testing/results.ts'
import { fill, press, showAt } from '../testing/show.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { WIDE_VIEWPORT } from './hits/results-bar.tsx'
import { usePaperSelection } from './hits/selection.state.ts'
import { ResultsScreen } from './results-screen.tsx'

const SEARCH = 'POST /api/paper/search'
const LOG = 'POST /api/search_log/add'
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  usePaperSelection.setState({ ids: [], query: null })
  useToasts.setState({ toasts: [] })
  usePaperAction.setState({ action: null })
  server = fakeServer({
    [SEARCH]: () => ok(answer()),
    [LOG]: () => ok({ id: 's1' }),
    'POST /api/paper/related_reasearch_interests': () => ok([]),
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const show = async (query = 'q=超导') => {
  const view = showAt(`/home/searchResult?${query}`, <ResultsScreen />)
  await screen.findAllByRole('article')
  return view
}
const asked = () => server.asked(SEARCH).at(-1)?.body
const key = (name: string) =>
  act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: name }))

test('hits show with their number, and those that lack words stand below a line', async () => {
  await show()
  expect(screen.getByText('2 篇')).toBeTruthy()
  const line = screen.getByText('以下为部分匹配')
  const [, second, third] = screen.getAllByRole('article')
  expect(second && line.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(third && line.compareDocumentPosition(third)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a narrow window counts the partial matches when no paper has every word', async () => {
  server.handlers[SEARCH] = () => ok(answer({ total: 0, total_partial: 3 }))
  const real = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    real(query === WIDE_VIEWPORT ? '(max-width: 0px)' : query),
  )
  await show()
  expect(screen.getByText('部分匹配 3 篇')).toBeTruthy()
  expect(screen.queryByText('0 篇')).toBeNull()
})

test('everything in the address is asked for', async () => {
  await show('q=超导&resource_type=1&year_from=2018&is_oa=1&exact=1&sort=date&page=2')
  expect(asked()).toMatchObject({
    query: '超导',
    filters: { resource_type: [1], year_from: 2018, is_oa: true },
    exact: true,
    sort: 'date',
    page_num: 2,
  })
})

test('a search is remembered once, whatever page and order it is looked at in', async () => {
  await show('q=超导&resource_type=1')
  await press('模糊')
  await act(async () => fireEvent.change(screen.getByLabelText('排序'), { target: { value: 'date' } }))
  await waitFor(() => expect(asked()).toMatchObject({ sort: 'date' }))
  expect(server.asked(LOG).map(({ body }) => body)).toEqual([
    { query: '超导', filters: { resource_type: [1], degree: [] }, total: 2 },
  ])
})

test('facets narrow, chips take back, and the page begins again', async () => {
  const { query } = await show('q=超导&page=2')
  await press(/会议/, 'checkbox')
  expect(query().toString()).toBe(new URLSearchParams('q=超导&resource_type=5').toString())
  await waitFor(() => expect(asked()).toMatchObject({ filters: { resource_type: [5] }, page_num: 1 }))
  await press('去掉 类型 会议')
  expect(query().has('resource_type')).toBe(false)
})

test('the keyboard stays with the filters when one is taken off and when words are added', async () => {
  await show('q=超导&year_from=2018&is_oa=1')
  const [first] = await screen.findAllByRole('button', { name: /^去掉 / })
  await act(async () => first?.focus())
  await act(async () => first?.click())
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^去掉 / })).toHaveLength(1))
  expect(screen.getByRole('group', { name: '已用的筛选' }).contains(document.activeElement)).toBe(true)

  const within = await fill('在结果中检索', '电子')
  await act(async () => within.focus())
  await act(async () => fireEvent.submit(within.closest('form') ?? within))
  await waitFor(() => expect(asked()).toMatchObject({ filters: { within: '电子' } }))
  expect(document.activeElement).toBe(screen.getByLabelText('在结果中检索'))
})

test('where nothing is found and nothing else would help, the search can go on outside', async () => {
  server.handlers[SEARCH] = () => ok(answer({ list: [], total: 0, total_partial: 0 }))
  const { query } = showAt('/home/searchResult?q=超导', <ResultsScreen />)
  await screen.findByText('没有找到符合条件的文献')
  const [inEmptyView] = screen.getAllByRole('button', { name: '全网检索' }).toReversed()
  await act(async () => inEmptyView?.click())
  expect(query().get('scope')).toBe('all')
})

test('a long facet opens, and a field finds values in it', async () => {
  await show()
  expect(screen.queryByText('词9')).toBeNull()
  await press('其余 9 项')
  await fill('查找关键词', '词13')
  expect(screen.queryByText('词9')).toBeNull()
  expect(screen.getByText('词13')).toBeTruthy()
})

test('years filter by their bars, with the keyboard, and by two fields', async () => {
  const { query } = await show()
  const bars = await screen.findByRole('group', { name: /按年份筛选/ })
  expect(
    within(bars)
      .getAllByRole('button')
      .map((bar) => bar.getAttribute('aria-label')),
  ).toEqual(['2018 年，1 篇', '2019 年，0 篇', '2020 年，2 篇'])
  await act(async () => fireEvent.keyDown(bars, { key: 'Home' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('2018 年，1 篇')
  await press('2018 年，1 篇')
  expect([query().get('year_from'), query().get('year_to')]).toEqual(['2018', '2018'])
  await fill('起始年', '2020')
  await fill('终止年', '2015')
  await press('应用')
  expect([query().get('year_from'), query().get('year_to')]).toEqual(['2015', '2020'])
})

test('translations that were searched too can be switched off', async () => {
  const expansions = [{ from: '超导', to: ['superconductivity'] }]
  server.handlers[SEARCH] = () =>
    ok(answer({ parsed_query: { text: '', warnings: ['括号没有配对'], expansions, identifier: null } }))
  const { query } = await show()
  expect(screen.getByText('superconductivity')).toBeTruthy()
  expect(screen.getByText('括号没有配对')).toBeTruthy()
  await press('只检索原词')
  expect(query().get('expand')).toBe('0')
})

test('nothing found says which limit to drop, and drops it', async () => {
  server.handlers[SEARCH] = () =>
    ok(answer({ list: [], total: 0, total_partial: 0, relax: [{ filter: 'year', count: 214 }] }))
  const { query } = showAt('/home/searchResult?q=a&year_from=2025', <ResultsScreen />)
  await screen.findByText('去掉年份限制可多得 214 篇')
  await press('去掉年份限制')
  expect(query().toString()).toBe('q=a')
})

test('a misspelt word leads to the likely one', async () => {
  server.handlers[SEARCH] = () => ok(answer({ did_you_mean: '超导' }))
  const { query } = await show('q=炒导')
  await press('超导')
  expect(query().get('q')).toBe('超导')
})

test('a failed search says what happened and can be repeated', async () => {
  server.handlers[SEARCH] = () => refused(503, { problem: 'search.not_ready' }, '索引正在建立')
  showAt('/home/searchResult?q=a', <ResultsScreen />)
  await screen.findByText('检索结果加载失败')
  server.handlers[SEARCH] = () => ok(answer())
  await press('重试')
  await screen.findAllByRole('article')
})

test('papers stay selected over pages; the bar works on all of them, and clearing can be undone', async () => {
  await show()
  await press('选择 高温超导', 'checkbox')
  act(() => usePaperSelection.setState({ ids: ['p1', 'elsewhere'] }))
  expect(screen.getByText('已选 2 篇')).toBeTruthy()
  await press('导出')
  expect(usePaperAction.getState().action).toEqual({ kind: 'export', ids: ['p1', 'elsewhere'] })
  await press('取消选择')
  expect(screen.queryByText('已选 2 篇')).toBeNull()
  act(() => useToasts.getState().toasts[0]?.undo?.())
  expect(screen.getByText('已选 2 篇')).toBeTruthy()
})

test('papers stay selected over filters, and none is selected for another query', async () => {
  await show('q=超导')
  await press('选择 高温超导', 'checkbox')
  cleanup()
  await show('q=超导&year_from=2018&page=2')
  expect(screen.getByText('已选 1 篇')).toBeTruthy()
  cleanup()
  await show('q=磁体')
  expect(screen.queryByText('已选 1 篇')).toBeNull()
  act(() => useToasts.getState().toasts[0]?.undo?.())
  expect(screen.getByText('已选 1 篇')).toBeTruthy()
})

test('who writes most is shown once, where it can be narrowed by', async () => {
  await show()
  expect(screen.queryByText('高产作者')).toBeNull()
})

test('keys walk through the rows, select, cite, keep and open', async () => {
  server.handlers['GET /api/dataset_all'] = () => new Promise(() => undefined)
  const { query } = await show()
  await key('j')
  await key('j')
  expect(document.activeElement?.textContent).toBe('铁基超导')
  await key('x')
  expect(usePaperSelection.getState().ids).toEqual(['p2'])
  await key('c')
  expect(usePaperAction.getState().action).toEqual({ kind: 'cite', ids: ['p2'] })
  await key('k')
  await key('s')
  await screen.findByRole('button', { name: '已收藏，更改清单：高温超导' })
  await key('o')
  expect(query().get('paper')).toBe('p1')
})

test('keys that are typed into a field are letters', async () => {
  await show()
  const box = screen.getByRole('combobox', { name: '检索词' })
  for (const letter of ['j', '?']) fireEvent.keyDown(box, { key: letter })
  expect(document.activeElement?.tagName).not.toBe('A')
})

test('an author of a common name asks which one is meant', async () => {
  // Fetched when it is needed: here before, so that the test need not wait for antd.
  await import('./hits/author-panel.tsx')
  await show()
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: '王伟' })[0] ?? document.body))
  const dialog = within(await screen.findByRole('dialog', { name: '哪一位 王伟' }))
  expect(dialog.getByRole('link', { name: /北京大学/ }).getAttribute('href')).toBe(
    `/home/searchResult?${new URLSearchParams({ q: 'AU:"王伟" AND AF:"北京大学"' })}`,
  )
  expect(dialog.getByText('所有叫 王伟 的作者')).toBeTruthy()
})

test('an author whom nobody else could be is searched for without a question', async () => {
  const at = (...affiliations: string[]) => ({ creators: [{ name: '王伟', role: 'author', affiliations }] })
  const [first, second, third] = hits
  const list = [
    { ...first, ...at('中科院物理所') },
    { ...second, ...at('北京大学', '中科院物理所') },
    { ...third, ...at() },
  ]
  server.handlers[SEARCH] = () => ok(answer({ list }))
  await show()
  expect(screen.queryByRole('button', { name: '王伟' })).toBeNull()
  expect(screen.getAllByRole('link', { name: '王伟' }).map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: 3 }, () => `/home/searchResult?${new URLSearchParams({ q: 'AU:"王伟"' })}`),
  )
})

test('a pasted identifier opens its record at once', async () => {
  server.handlers[SEARCH] = () =>
    ok(
      answer({
        list: [hits[0]],
        parsed_query: { text: '', warnings: [], expansions: [], identifier: '10.1/x' },
      }),
    )
  const { query } = await show('q=10.1/x')
  await waitFor(() => expect(query().get('paper')).toBe('p1'))
})

test('a search with its filters can be narrowed by words inside it', async () => {
  const { query } = await show('q=超导')
  const field = await fill('在结果中检索', '铁基')
  await act(async () => fireEvent.submit(field.closest('form') ?? field))
  expect(query().get('within')).toBe('铁基')
})

test('of a corrected search what it found is exported, not what was written', async () => {
  server = fakeServer({
    [SEARCH]: () => ok(answer({ searched_instead: 'attention' })),
    [LOG]: () => ok({ id: 's1' }),
    'POST /api/paper/related_reasearch_interests': () => ok([]),
  })
  await show('q=atention')
  await press('导出全部结果')
  expect(usePaperAction.getState().action).toMatchObject({
    kind: 'export-all',
    result: { query: 'attention' },
  })
})
