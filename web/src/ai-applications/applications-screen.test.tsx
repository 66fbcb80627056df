import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeInputs } from '../chat/start/stored-input.ts'
import { applicationOf } from '../testing/applications.ts'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { paperOf } from '../testing/papers.ts'
import { fill, lastToast, pageOf, press, showAt, undo } from '../testing/show.tsx'
import { Antd } from '../ui/antd.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { ApplicationsScreen } from './applications-screen.tsx'

const LIST = 'GET /api/dict/aiTools'
const MINE = 'GET /api/user/myAitools'
const MARK = 'PUT /api/user/markTool'
const RECOMMENDED = 'GET /api/application/recommend/ai_tools'

const field = (name: string, over: object = {}) => ({
  name,
  label: name,
  kind: 'text',
  required: false,
  placeholder: '',
  options: [],
  max: 0,
  ...over,
})
const review = applicationOf('review', '文献综述', {
  opening: '请告诉我综述的主题。',
  suggested_questions: ['钙钛矿稳定性'],
  inputs: [field('主题', { required: true }), field('组织方式', { kind: 'select', options: ['按主题'] })],
})

let marked: Set<string>
let server: ReturnType<typeof fakeServer>
const show = (query = '') =>
  showAt(
    `/aiApplications${query}`,
    <Antd>
      <ApplicationsScreen />
    </Antd>,
  )

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  sessionStorage.clear()
  marked = new Set()
  const all = [
    review,
    applicationOf('polish', '中文润色', { category_id: 'write', needs_model: true }),
    applicationOf('odd', '别的', { category_id: 'gone', screen: '/aiCitation?mode=check' }),
  ]
  const shown = () => all.map((one) => ({ ...one, marked: marked.has(one.id) }))
  server = fakeServer({
    [LIST]: ({ query }) =>
      ok(
        shown().filter(
          ({ name, category_id }) =>
            name.includes(query.get('keyword') ?? '') &&
            (query.get('category_id') ?? category_id) === category_id,
        ),
      ),
    [MINE]: () => ok(shown().filter((one) => one.marked)),
    [MARK]: ({ body }) => {
      const { tool_id, marked: on } = body as { tool_id: string; marked: boolean }
      if (on) marked.add(tool_id)
      else marked.delete(tool_id)
      return ok(null)
    },
    [RECOMMENDED]: () => ok([{ ...review, reason: '适合您关注的管理学' }]),
    'GET /api/dict/aiToolCategory': () =>
      ok([
        { id: 'topic', name: '选题与综述', count: 1 },
        { id: 'write', name: '写作与润色', count: 1 },
      ]),
  })
})
afterEach(cleanup)

test('applications stand under their categories, strangers last', async () => {
  show()
  await screen.findByRole('heading', { name: '选题与综述' })
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '选题与综述',
    '写作与润色',
    '其他',
  ])
  expect(within(screen.getByRole('article', { name: '中文润色' })).getByText('需要模型')).toBeTruthy()
})

test('a category, a word and a view stand in the address', async () => {
  const { query } = show()
  await press(/^写作与润色/)
  expect(query().get('category_id')).toBe('write')
  await waitFor(() => expect(screen.queryByRole('article', { name: '文献综述' })).toBeNull())
  await press('全部')
  await fill('查找应用', '综述')
  await waitFor(() => expect(query().get('keyword')).toBe('综述'))
  await waitFor(() => expect(screen.queryByRole('article', { name: '中文润色' })).toBeNull())
  await press('推荐')
  expect(query().toString()).toBe('view=recommended')
  expect(await screen.findByText('适合您关注的管理学')).toBeTruthy()
})

test('a word that nothing fits can be cleared at once, and the field with it', async () => {
  show('?keyword=没有的')
  expect(await screen.findByText('没有与「没有的」相符的应用')).toBeTruthy()
  await press('清除条件')
  expect(await screen.findByRole('article', { name: '文献综述' })).toBeTruthy()
  expect((screen.getByLabelText('查找应用') as HTMLInputElement).value).toBe('')
})

test('an application is kept and let go, and the toast takes each back', async () => {
  show()
  await press('收藏：文献综述')
  expect(await screen.findByRole('button', { name: '收藏：文献综述', pressed: true })).toBeTruthy()
  expect(lastToast()?.text).toBe('已收藏「文献综述」')
  await undo()
  expect(await screen.findByRole('button', { name: '收藏：文献综述', pressed: false })).toBeTruthy()
  await press(/^我的收藏/)
  await screen.findByText('还没有收藏应用')
  await press('看全部应用')
  expect(await screen.findByRole('article', { name: '文献综述' })).toBeTruthy()
})

test('a refused mark says why', async () => {
  server.handlers[MARK] = () => refused(404, { problem: 'application.not_found' }, '没有这个应用')
  show()
  await press('收藏：文献综述')
  await waitFor(() => expect(lastToast()?.text).toBe('没有改动：没有这个应用'))
})

test('an application asks for what it needs, then leads to its chat with it', async () => {
  const { router, query } = show()
  await press('文献综述', 'link')
  expect(query().get('open')).toBe('review')
  await screen.findByText('请告诉我综述的主题。')
  await press('开始对话')
  expect(await screen.findByText('请填写主题')).toBeTruthy()
  await fill('主题', '固态电解质')
  await press('开始对话')
  await waitFor(() => expect(router.state.location.pathname).toBe('/agent'))
  expect(router.state.location.search).toBe('?application_id=review')
  expect(takeInputs('review')).toEqual({ 主题: '固态电解质' })
})

test('a suggested question is asked at once, with what was filled in', async () => {
  const { router } = show('?open=review')
  await fill('主题', '电池')
  await press(/钙钛矿稳定性/)
  await waitFor(() => expect(router.state.location.pathname).toBe('/agent'))
  expect(new URLSearchParams(router.state.location.search).get('question')).toBe('钙钛矿稳定性')
  expect(takeInputs('review')).toEqual({ 主题: '电池' })
})

test('an application about papers lets them be found and goes on with them', async () => {
  const papers = field('papers', { label: '文献', kind: 'papers', max: 1 })
  server.handlers[LIST] = () => ok([applicationOf('compare', '文献对比', { inputs: [papers] })])
  server.handlers['GET /api/user/log/listUserPaper'] = () =>
    ok(
      pageOf([
        { paper: paperOf('p1', '看过的一篇'), views: 1, seconds: 0, viewed_at: '2026-11-20T00:00:00.000Z' },
      ]),
    )
  server.handlers['POST /api/paper/search'] = () =>
    ok({ ...pageOf([{ ...paperOf('p2', '搜到的一篇'), highlights: [] }]), facets: null })
  const { router } = show('?open=compare')
  await screen.findByRole('button', { name: /看过的一篇/ })
  await fill('查找文献', '搜到')
  await press(/^搜到的一篇/)
  expect(screen.queryByLabelText('查找文献')).toBeNull()
  await press('开始对话')
  await waitFor(() => expect(router.state.location.pathname).toBe('/agent'))
  expect(router.state.location.search).toBe('?application_id=compare&paper_id_list=p2')
})

test('an application that is nothing without a model says so before anything is typed', async () => {
  server.handlers['GET /api/application/polish/app_model_mapping'] = () =>
    ok([
      { id: 'm', name: 'm', default: true, available: false, reason: '还没有配置语言模型', external: false },
    ])
  const missing = { category_id: 'write', needs_model: true, model_missing: true }
  server.handlers[LIST] = () => ok([applicationOf('polish', '中文润色', missing)])
  show('?open=polish')
  expect(await screen.findByText('还没有配置语言模型')).toBeTruthy()
  expect(screen.getByRole('button', { name: '开始对话' })).toHaveProperty('disabled', true)
})

test('an application that is gone, and a list that does not come, say what to do', async () => {
  const { query } = show('?open=nobody')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(await dialog.findByRole('button', { name: '看全部应用' }))
  await waitFor(() => expect(query().get('open')).toBeNull())
  cleanup()
  server.handlers[LIST] = () => refused(500, { problem: 'internal' }, '服务器出错了')
  show()
  expect(await screen.findByText('应用加载失败')).toBeTruthy()
})

test('an application with a screen of its own leads there', async () => {
  show()
  const card = await screen.findByRole('link', { name: '别的' })
  expect(card.getAttribute('href')).toBe('/aiCitation?mode=check')
})
