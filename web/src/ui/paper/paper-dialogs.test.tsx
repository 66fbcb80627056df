import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, ok, refused, type SeenRequest } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import { fill, pageOf, press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../toast.state.ts'
import { PaperDeeds } from './paper-deeds.tsx'
import { PaperDrawer } from './paper-drawer.tsx'

const papers: Record<string, ReturnType<typeof paperOf>> = {
  p1: paperOf('p1', '高温超导', {
    keywords: ['超导'],
    versions: [{ id: 'p3', title: '预印本', publish_date: '1985', label: '预印本' }],
  }),
  p2: paperOf('p2', 'Room-temperature superconductivity', { status: 'retracted' }),
}
const dataset = (id: string, name: string, over = {}) => ({
  id,
  name,
  kind: 'reading',
  description: '',
  subject_code: null,
  owner_id: 'u1',
  project_id: null,
  visibility: 'private',
  document_count: 2,
  size_bytes: 0,
  application_id: null,
  my_role: 1,
  is_private: false,
  external_model_allowed: false,
  created_at: '2026-11-20T00:00:00.000Z',
  updated_at: '2026-11-20T00:00:00.000Z',
  ...over,
})

const BY_IDS = 'POST /api/paper/list_by_id'
const FORMAT = 'POST /api/citation/format'
const EXPORT = 'POST /api/citation/export'
const KEEP = 'POST /api/dataset/paper/sync_batch_2_folder'
let server: ReturnType<typeof fakeServer>
// The fake server keeps bodies as they were sent.
const idsIn = ({ body }: SeenRequest) => (body as { paper_id_list: string[] }).paper_id_list

beforeEach(() => {
  localStorage.clear()
  useToasts.setState({ toasts: [] })
  server = fakeServer({
    [BY_IDS]: (request) =>
      ok({
        list: idsIn(request).flatMap((id) => papers[id] ?? []),
        missing: idsIn(request).filter((id) => !papers[id]),
      }),
    'GET /api/citation/styles': () =>
      ok({
        styles: [
          { id: 'spec', name: 'GB/T' },
          { id: 'apa', name: 'APA 7' },
        ],
        formats: [
          { id: 'text', name: '纯文本', extension: 'txt' },
          { id: 'docx', name: 'Word', extension: 'docx' },
          { id: 'ris', name: 'RIS', extension: 'ris' },
        ],
      }),
    [FORMAT]: (request) =>
      ok({ text: 'TY  - JOUR', items: idsIn(request).map((id, place) => `[${place + 1}]${id}`) }),
    [EXPORT]: () => ok({ text: '[1]p1' }),
    'GET /api/dataset_all': () =>
      ok({
        aiDataset: [],
        projectDataset: [
          {
            project_id: 'j1',
            project_name: '石榴石',
            datasets: [dataset('d3', '只读', { my_role: 4 }), dataset('d4', '综述')],
          },
        ],
        readingDataset: [dataset('d1', '我的文献', { is_private: true }), dataset('d2', '超导')],
      }),
    'GET /api/dataset/d2/folder': () =>
      ok([
        {
          id: 'f1',
          dataset_id: 'd2',
          parent_id: null,
          name: '铜基',
          position: 0,
          document_count: 1,
          children: [],
        },
      ]),
    [KEEP]: () => ok({ added: 1, skipped: ['p2'], missing: [] }),
    'POST /api/user/log/logViewPaper': () => ok(null),
  })
})
afterEach(cleanup)

const toastText = () => useToasts.getState().toasts.at(-1)?.text
const cite = (ids: string[]) => showAt('/home', <PaperDeeds deed={{ kind: 'cite', ids }} />)

test('references show in the first style; another style is remembered for the next time', async () => {
  const { unmount } = cite(['p1'])
  await screen.findByText('[1]p1')
  expect(server.asked(FORMAT)[0]?.body).toMatchObject({ style: 'spec', format: 'text' })
  await press('APA 7', 'radio')
  await waitFor(() => expect(server.asked(FORMAT).at(-1)?.body).toMatchObject({ style: 'apa' }))
  unmount()
  cite(['p1'])
  await waitFor(() => expect(screen.getByRole('radio', { name: 'APA 7' })).toHaveProperty('checked', true))
})

test('a retracted paper is named before it is cited, and can be left out', async () => {
  cite(['p1', 'p2'])
  await screen.findByText('第 2 篇已撤稿。')
  await press('从列表去掉')
  await screen.findByText('引用与导出 1 篇')
  await waitFor(() => expect(server.asked(FORMAT).at(-1)?.body).toMatchObject({ paper_id_list: ['p1'] }))
})

test('references are copied, by the old way where there is no clipboard', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  const copied: string[] = []
  document.execCommand = () => {
    copied.push(document.querySelector('textarea')?.value ?? '')
    return true
  }
  cite(['p1'])
  await press('复制')
  await waitFor(() => expect(toastText()).toBe('已复制 1 篇'))
  expect(copied).toEqual(['[1]p1'])
  expect(document.querySelector('textarea')).toBeNull()
  vi.unstubAllGlobals()
})

test('a whole result is written without being shown, with its filters', async () => {
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:x'
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download)
  }
  const result = { query: '超导', filters: { year_from: 2020 }, exact: true, expand: false, total: 12_345 }
  showAt('/home', <PaperDeeds deed={{ kind: 'export-all', result }} />)
  await screen.findByRole('button', { name: '下载' })
  expect(screen.queryByRole('button', { name: '复制' })).toBeNull()
  await press('下载')
  await waitFor(() => expect(toastText()).toBe('已导出'))
  expect(server.asked(EXPORT)[0]?.body).toMatchObject({
    query: '超导',
    filters: { year_from: 2020 },
    exact: true,
    expand: false,
    format: 'ris',
  })
  expect(saved[0]).toMatch(/^文献-\d{4}-\d{2}-\d{2}\.ris$/)
})

test('a refused export says why and saves nothing', async () => {
  server.handlers[EXPORT] = () => refused(503, { problem: 'search.not_ready' }, '索引正在重建')
  cite(['p1'])
  await press('下载')
  await waitFor(() => expect(toastText()).toBe('没有导出：索引正在重建'))
})

test('papers go into lists and folders that may be changed, and what was there already is said', async () => {
  showAt('/home', <PaperDeeds deed={{ kind: 'keep', ids: ['p1', 'p2'] }} />)
  await press('超导 的文件夹')
  await press(/铜基/, 'checkbox')
  await press(/综述/, 'checkbox')
  expect(screen.queryByText('只读')).toBeNull()
  await press('收藏')
  await waitFor(() => expect(toastText()).toBe('已收藏 1 篇，1 篇本来就在'))
  expect(server.asked(KEEP)[0]?.body).toEqual({
    paper_id_list: ['p1', 'p2'],
    targets: [
      { dataset_id: 'd2', folder_id: 'f1' },
      { dataset_id: 'd4', folder_id: null },
    ],
  })
})

test('a new list is made in the dialog and chosen at once', async () => {
  server.handlers['POST /api/project_dataset/create'] = () => ok(dataset('d2', '超导'))
  showAt('/home', <PaperDeeds deed={{ kind: 'keep', ids: ['p1'] }} />)
  const field = await fill('新清单的名称', ' 超导 ')
  await act(async () => fireEvent.submit(field.closest('form') ?? field))
  await screen.findByText('选了 1 处')
  expect(server.requests.find(({ path }) => path === '/api/project_dataset/create')?.body).toEqual({
    kind: 'reading',
    name: '超导',
  })
})

test('a list that is named but not made is made before papers go into it', async () => {
  const CREATE = 'POST /api/project_dataset/create'
  server.handlers[CREATE] = () => refused(400, { problem: 'dataset.too_many' }, '清单已到上限')
  showAt('/home', <PaperDeeds deed={{ kind: 'keep', ids: ['p1'] }} />)
  await fill('新清单的名称', '磁悬浮')
  await press('收藏')
  await waitFor(() => expect(toastText()).toBe('没有新建：清单已到上限'))
  expect(server.asked(KEEP)).toEqual([])
  server.handlers[CREATE] = () => ok(dataset('d9', '磁悬浮'))
  await press('收藏')
  await waitFor(() => expect(server.asked(KEEP)[0]?.body).toMatchObject({ targets: [{ dataset_id: 'd9' }] }))
})

test('links to full texts are kept for the account; one without a web address is refused', async () => {
  server.handlers['GET /api/user_setting/get/full-text-links/papers'] = () => ok(null)
  server.handlers['POST /api/user_setting/save'] = () => ok(null)
  showAt('/home', <PaperDeeds deed={{ kind: 'full-text', ids: ['p1'] }} />)
  expect((await screen.findByRole('link', { name: '知网' })).getAttribute('href')).toContain(
    encodeURIComponent('高温超导'),
  )
  await press('设置链接')
  await press('删除 万方')
  await fill('知网 的网址', 'javascript:alert(1)')
  await press('保存')
  expect(toastText()).toBe('「知网」需要名称和以 http 开头的网址')
  await fill('知网 的网址', 'https://r.edu.cn/?{openurl}')
  await press('保存')
  await waitFor(() => expect(toastText()).toBe('已保存全文链接'))
  expect(server.asked('POST /api/user_setting/save')[0]?.body).toMatchObject({
    value: [{ name: '知网', url: 'https://r.edu.cn/?{openurl}' }, { name: '维普' }],
  })
})

test('an open paper shows its record, counts as looked at, and leads to its versions and keywords', async () => {
  const { query } = showAt(
    '/home/searchResult?q=a&paper=p1',
    <PaperDrawer id="p1" onClose={() => undefined} />,
  )
  expect((await screen.findByRole('link', { name: '超导' })).getAttribute('href')).toContain(
    encodeURIComponent('KY:"超导"'),
  )
  await waitFor(() =>
    expect(server.asked('POST /api/user/log/logViewPaper')[0]?.body).toEqual({ paper_id: 'p1' }),
  )
  await press('预印本', 'link')
  expect(query().get('paper')).toBe('p3')
})

test('papers that an open one cites say how many the library lacks', async () => {
  server.handlers['GET /api/paper/references/p1'] = () => ok(pageOf([papers.p2], { all: 9 }))
  showAt('/home?paper=p1&paper_tab=references', <PaperDrawer id="p1" onClose={() => undefined} />)
  await screen.findByText('共引用 9 篇，其中 1 篇在文献库里')
})

test('related papers say what they share', async () => {
  const reason = {
    shared_keywords: ['超导'],
    shared_authors: [],
    cites: true,
    cited_by: false,
    similarity: 0.5,
  }
  server.handlers['POST /api/paper/related'] = () => ok([{ ...papers.p2, reason }])
  showAt('/home?paper=p1&paper_tab=related', <PaperDrawer id="p1" onClose={() => undefined} />)
  await screen.findByText('它引用了这篇；共同关键词：超导')
})

test('a paper that is gone says so', async () => {
  showAt('/home?paper=p9', <PaperDrawer id="p9" onClose={() => undefined} />)
  await screen.findByText('没有这篇文献')
  expect(server.asked('POST /api/user/log/logViewPaper')).toEqual([])
})
