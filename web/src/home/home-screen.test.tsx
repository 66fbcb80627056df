import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../api/session.state.ts'
import { type Agent, useHomeState } from '../api/specified.state.ts'
import { fileOf } from '../testing/datasets.ts'
import { fakeServer, ok, person } from '../testing/fake-server.ts'
import { paperOf } from '../testing/papers.ts'
import { fill, pageOf, press, showAt } from '../testing/show.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { HomeScreen } from './home-screen.tsx'
import { PreferencePanel } from './preferences/preference-panel.tsx'

const PREFERENCES = 'GET /api/user/prefer/listRecoPrefer'
const RECOMMEND = 'GET /api/paper/recommend'
const REFUSE = 'POST /api/paper/not_interested'
const SAVE = 'POST /api/user/prefer/saveRecoPrefer'
const stored = { subject_codes: [], keywords: [], journals: [], authors: [], later_until: null, saved: true }
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  setUserInfo(person)
  useToasts.setState({ toasts: [] })
  const recommended = { ...paperOf('p1', '固态电池'), reason: '因为你关注主题「固态电池」' }
  server = fakeServer({
    [PREFERENCES]: () => ok(stored),
    [RECOMMEND]: () => ok(pageOf([recommended])),
    [REFUSE]: () => ok(null),
    [SAVE]: () => ok(null),
    'POST /api/user/prefer/saveRecoPreferLater': () => ok({ later_until: '2099-01-01T00:00:00.000Z' }),
    'GET /api/dict/listPreferDict': () =>
      ok([
        {
          code: '07',
          name: '理学',
          name_en: 'Science',
          children: [{ code: '0702', name: '物理学', name_en: 'Physics' }],
        },
        {
          code: '08',
          name: '工学',
          name_en: 'Engineering',
          children: [{ code: '0812', name: '计算机科学与技术', name_en: 'Computing' }],
        },
      ]),
    'GET /api/dict/listTopicDict': () =>
      ok([{ name: '高温超导', name_en: null, subject_code: '0702', count: 30 }]),
    'POST /api/journal/search': () => ok(pageOf([{ id: 'j1', title: '物理学报', paper_count: 9 }])),
    'GET /api/search_log/list': () =>
      ok(
        pageOf([
          {
            id: 's1',
            query: '超导',
            filters: {},
            kind: 'paper',
            total: 3,
            created_at: '2026-11-20T01:00:00.000Z',
          },
        ]),
      ),
    'GET /api/user/log/listUserPaper': () =>
      ok(
        pageOf([
          {
            paper: paperOf('p2', 'H<sub>2</sub>S'),
            viewed_at: '2026-11-20T02:00:00.000Z',
            views: 1,
            seconds: 0,
          },
        ]),
      ),
    'GET /api/user/sessions': () => ok([]),
  })
})
afterEach(cleanup)

const show = () => showAt('/home', <HomeScreen />)

test('a search leaves with the kind, the years and the language that were chosen', async () => {
  const { router } = show()
  await fill('检索词', ' 超导 ')
  await fill('类型', '1')
  await fill('语种', 'zh')
  await press('检索')
  const { pathname, search } = router.state.location
  expect(pathname).toBe('/home/searchResult')
  expect(search).toBe(`?${new URLSearchParams('q=超导&resource_type=1&language=zh')}`)
})

test('where else to look is chosen below the box, and goes along with a search', async () => {
  server.handlers['GET /api/paper/engines/list'] = () =>
    ok([
      { id: 'local', name: '本馆文献', kind: 'local', available: true, reason: null },
      { id: 'arxiv', name: 'arXiv', kind: 'federated', available: true, reason: null },
      { id: 'pubmed', name: 'PubMed', kind: 'federated', available: false, reason: '已关闭' },
    ])
  const { router } = show()
  await press('arXiv')
  expect(screen.queryByRole('button', { name: 'PubMed' })).toBeNull()
  await press('本馆文献')
  expect((screen.getByRole('button', { name: 'arXiv' }) as HTMLButtonElement).disabled).toBe(true)
  await fill('检索词', '超导')
  await press('检索')
  expect(router.state.location.search).toBe(`?${new URLSearchParams('scope=all&engines=arxiv&q=超导')}`)
})

test('recommended papers say why; one that is not wanted goes, and the toast brings it back', async () => {
  show()
  await screen.findByText('因为你关注主题「固态电池」')
  await press('不感兴趣：固态电池')
  await waitFor(() => expect(server.asked(REFUSE)[0]?.body).toEqual({ paper_id: 'p1', undo: false }))
  await act(async () => useToasts.getState().toasts[0]?.undo?.())
  await waitFor(() => expect(server.asked(REFUSE)[1]?.body).toEqual({ paper_id: 'p1', undo: true }))
})

test('of what was looked at last a paper with a text and an own file are read on, another paper shows its record', async () => {
  const view = (id: string, over: object) => ({
    paper: paperOf(id, `文献 ${id}`, over),
    viewed_at: '2026-11-20T02:00:00.000Z',
    views: 1,
    seconds: 0,
  })
  server.handlers['GET /api/user/log/listUserPaper'] = () =>
    ok(
      pageOf([
        view('p2', { pdf_url: 'https://example.org/p2.pdf' }),
        view('p3', { pdf_url: null }),
        { ...view('', {}), paper: null, document: fileOf('o1', '自己的文件.pdf') },
      ]),
    )
  show()
  const address = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await address(/文献 p2/)).toBe('/readDetailMore?paper_id=p2')
  expect(await address(/文献 p3/)).toBe('/home?paper=p3')
  expect(await address(/自己的文件/)).toBe('/readDetailMore?document_id=o1')
})

test('agents of the home screen lead to their chats; where there are none, nothing stands there', async () => {
  const agent = { id: 'academic_qa', name: '科学问答', icon: 'question', description: '用文献回答问题' }
  // The cards need no more of an agent than this.
  useHomeState.setState({ agentList: [agent as Agent] })
  show()
  const card = await screen.findByRole('link', { name: /科学问答/ })
  expect(card.getAttribute('href')).toBe('/agent?application_id=academic_qa')
  await act(async () => useHomeState.setState({ agentList: [] }))
  expect(screen.queryByText('AI 应用')).toBeNull()
})

test('a question goes on to where a deep research is begun, unless the operator has closed it', async () => {
  const { router } = show()
  await press('深度研究', 'tab')
  await fill('要研究的问题', '高温超导的机理是什么？')
  await press('研究')
  const { pathname, search } = router.state.location
  expect(`${pathname}${search}`).toBe(
    `/deepResearch?${new URLSearchParams({ question: '高温超导的机理是什么？', engines: 'local' })}`,
  )
  await act(async () => useHomeState.setState({ noAuthMenus: ['/deepResearch'] }))
  expect(screen.queryByRole('tab', { name: '深度研究' })).toBeNull()
  await act(async () => useHomeState.setState({ noAuthMenus: [] }))
})

test('a question goes on to a chat at once; without an agent there is nobody to ask', async () => {
  useHomeState.setState({ defaultAgentList: [] })
  const { router } = show()
  expect(screen.queryByRole('tab', { name: '提问' })).toBeNull()
  // The box needs no more of an agent than its id.
  await act(async () => useHomeState.setState({ defaultAgentList: [{ id: 'academic_qa' } as Agent] }))
  await fill('检索词', '高温')
  await press('提问', 'tab')
  expect((screen.getByLabelText('问题') as HTMLInputElement).value).toBe('高温')
  await fill('问题', ' ')
  await press('提问')
  expect(router.state.location.pathname).toBe('/home')
  await fill('问题', ' 高温超导的机理是什么？ ')
  await press('提问')
  const { pathname, search } = router.state.location
  const question = '高温超导的机理是什么？'
  expect(`${pathname}${search}`).toBe(
    `/scientific/searchResult?${new URLSearchParams({ question, engines: 'local', query: question })}`,
  )
  expect(useHomeState.getState()).toMatchObject({
    immediatelyChat: true,
    immediatelyChatParams: { application_id: 'academic_qa', question },
  })
})

test('what was done last stands beside it, newest first', async () => {
  show()
  await screen.findByText('H2S')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links.indexOf('/home?paper=p2')).toBeGreaterThan(-1)
  expect(links.indexOf('/home?paper=p2')).toBeLessThan(
    links.findIndex((href) => href?.includes('searchResult')),
  )
})

test('a newcomer is asked what they work on, and what they choose is saved as a whole', async () => {
  server.handlers[PREFERENCES] = () => ok({ ...stored, saved: false, authors: ['赵忠贤'] })
  show()
  await press('理学')
  await press('物理学')
  await press('下一步')
  await press(/高温超导/)
  await press('下一步')
  await press(/物理学报/)
  server.handlers[PREFERENCES] = () => ok(stored)
  await press('完成')
  await waitFor(() =>
    expect(server.asked(SAVE)[0]?.body).toEqual({
      subject_codes: ['0702'],
      keywords: ['高温超导'],
      journals: ['物理学报'],
      authors: ['赵忠贤'],
    }),
  )
  await waitFor(() => expect(screen.queryByText('您的研究方向')).toBeNull())
})

test('稍后 puts the question off, and it stays away until then', async () => {
  server.handlers[PREFERENCES] = () => ok({ ...stored, saved: false })
  show()
  await screen.findByText('您的研究方向')
  server.handlers[PREFERENCES] = () =>
    ok({ ...stored, saved: false, later_until: '2099-01-01T00:00:00.000Z' })
  await press('稍后')
  await waitFor(() => expect(screen.queryByText('您的研究方向')).toBeNull())
  expect(useToasts.getState().toasts[0]?.text).toBe('7 天后再提醒')
})

test('somebody who chose before is not asked', async () => {
  show()
  await screen.findByText('固态电池')
  expect(screen.queryByText('您的研究方向')).toBeNull()
})

test('a topic that no list has can be added by its name', async () => {
  let closed = 0
  const onClose = () => {
    closed += 1
  }
  showAt('/home?panel=preferences', <PreferencePanel onClose={onClose} />)
  await press('2 主题')
  await fill('查找主题', '镍基超导')
  await press('镍基超导')
  await press('完成')
  await waitFor(() => expect(server.asked(SAVE)[0]?.body).toMatchObject({ keywords: ['镍基超导'] }))
  expect(closed).toBe(1)
})
