import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { idsIn, listTwoPapers } from '../../testing/papers.ts'
import { fill, lastToast, press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { PaperDialogs } from './paper-dialogs.tsx'

const FORMAT = 'POST /api/citation/format'
const EXPORT = 'POST /api/citation/export'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  localStorage.clear()
  useToasts.setState({ toasts: [] })
  server = fakeServer({
    'POST /api/paper/list_by_id': listTwoPapers,
    'GET /api/citation/styles': () =>
      ok({
        styles: [
          { id: 'spec', name: 'GB/T', national: false },
          { id: 'apa', name: 'APA 7', national: false },
          { id: 'gb-2025-numeric', name: '国标 2025', national: true },
          { id: 'gb-2015-numeric', name: '国标 2015', national: true },
        ],
        formats: [
          { id: 'text', name: '纯文本', extension: 'txt' },
          { id: 'docx', name: 'Word', extension: 'docx' },
          { id: 'ris', name: 'RIS', extension: 'ris' },
        ],
      }),
    [FORMAT]: (request) =>
      ok({
        text: 'TY  - JOUR',
        items: idsIn(request).map((id, place) => `[${place + 1}]${id}`),
        missing: [],
        lacking: [],
      }),
    [EXPORT]: () => ok({ text: '[1]p1', missing: [] }),
  })
})
afterEach(cleanup)

const cite = (ids: string[]) => showAt('/home', <PaperDialogs action={{ kind: 'cite', ids }} />)

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

test('a national style has options, which are remembered and reach preview and file', async () => {
  const { unmount } = cite(['p1'])
  await screen.findByText('[1]p1')
  expect(screen.queryByLabelText('标点')).toBeNull()
  await press('国标 2025', 'radio')
  fireEvent.change(screen.getByLabelText('标点'), { target: { value: 'half' } })
  await press('缺出版地、出版者时注明', 'checkbox')
  await press('拼音姓名印全名', 'checkbox')
  const names = await fill('这些姓名照所写的印，用分号隔开', ' Wang Anna；；Li A;')
  fireEvent.blur(names)
  const national = {
    punctuation: 'half',
    placeholders: true,
    pinyin: 'initials',
    names: ['Wang Anna', 'Li A'],
  }
  await waitFor(() => expect(server.asked(FORMAT).at(-1)?.body).toMatchObject({ national }))
  await press('下载')
  await waitFor(() => expect(server.asked(EXPORT).at(-1)?.body).toMatchObject({ national }))
  unmount()
  cite(['p1'])
  await waitFor(() => expect(screen.getByLabelText('标点')).toHaveProperty('value', 'half'))
  await press('国标 2015', 'radio')
  expect(screen.queryByLabelText('拼音姓名印全名')).toBeNull()
})

test('options that the browser kept in another form are left aside', async () => {
  for (const kept of ['{"punctuation":"none"}', 'no json', '3']) {
    localStorage.setItem('scinav.national-options', kept)
    const { unmount } = cite(['p1'])
    await screen.findByText('[1]p1')
    expect(server.asked(FORMAT).at(-1)?.body).toMatchObject({ national: {} })
    unmount()
  }
})

test('what the records lack for whole references is named, and nothing where they lack nothing', async () => {
  const lacking = [{ id: 'p2', fields: ['卷期', '页码'] }]
  const items = ['[1]p1', '[2]p2']
  server.handlers[FORMAT] = (request) => {
    const ids = idsIn(request)
    return ok({
      text: '',
      items: items.slice(0, ids.length),
      missing: [],
      lacking: lacking.filter(({ id }) => ids.includes(id)),
    })
  }
  const { unmount } = cite(['p1', 'p2'])
  expect((await screen.findByText(/第 2 篇缺/)).textContent).toMatch(/^第 2 篇缺卷期、页码。本馆记录/)
  unmount()
  cite(['p1'])
  await screen.findByText('[1]p1')
  expect(screen.queryByText(/篇缺/)).toBeNull()
})

test('what the records of own files lack is named, with where to fill it in', async () => {
  server.handlers[FORMAT] = () =>
    ok({ text: '', items: ['[1]笔记'], missing: [], lacking: [{ id: 'o1', fields: ['作者', '年份'] }] })
  showAt('/home', <PaperDialogs action={{ kind: 'documents', ids: ['o1'], format: 'text' }} />)
  expect((await screen.findByText(/第 1 篇缺/)).textContent).toBe(
    '第 1 篇缺作者、年份。引用前请补全，自己的文件可以用「编辑题录」填写。',
  )
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
  await waitFor(() => expect(lastToast()?.text).toBe('已复制 1 篇'))
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
  showAt('/home', <PaperDialogs action={{ kind: 'export-all', result }} />)
  await screen.findByRole('button', { name: '下载' })
  expect(screen.queryByRole('button', { name: '复制' })).toBeNull()
  await press('下载')
  await waitFor(() => expect(lastToast()?.text).toBe('已导出'))
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
  await waitFor(() => expect(lastToast()?.text).toBe('没有导出：索引正在重建'))
})

test('links to full texts are kept for the account; one without a web address is refused', async () => {
  server.handlers['GET /api/user_setting/get/full-text-links/papers'] = () => ok(null)
  server.handlers['POST /api/user_setting/save'] = () => ok(null)
  showAt('/home', <PaperDialogs action={{ kind: 'full-text', ids: ['p1'] }} />)
  expect((await screen.findByRole('link', { name: '知网' })).getAttribute('href')).toContain(
    encodeURIComponent('高温超导'),
  )
  await press('设置链接')
  await press('删除 万方')
  await fill('知网 的网址', 'javascript:alert(1)')
  await press('保存')
  expect(lastToast()?.text).toBe('「知网」需要名称和以 http 开头的网址')
  await fill('知网 的网址', 'https://r.edu.cn/?{openurl}')
  await press('保存')
  await waitFor(() => expect(lastToast()?.text).toBe('已保存全文链接'))
  expect(server.asked('POST /api/user_setting/save')[0]?.body).toMatchObject({
    value: [{ name: '知网', url: 'https://r.edu.cn/?{openurl}' }, { name: '维普' }],
  })
})

test('papers that are gone are named before the others are copied', async () => {
  server.handlers[FORMAT] = () => ok({ text: '[1]p2', items: ['[1]p2'], missing: ['p1'], lacking: [] })
  server.handlers[EXPORT] = () => ok({ text: '[1]p2', missing: ['p1'] })
  document.execCommand = () => true
  cite(['p1', 'p2'])
  await screen.findByText('1 篇已不在本馆文献中，不会写进文件。')
  await press('复制')
  await waitFor(() => expect(lastToast()?.text).toBe('已复制 1 篇，1 篇已不在本馆文献中'))
})
