import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { annotationOf, blockOf, quietReading, readableOf, sentence } from '../testing/reading.ts'
import { fill, lastToast, press, showAt, undo } from '../testing/show.tsx'
import { usePageName } from '../ui/page-name.state.ts'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { ReadingScreen } from './reading-screen.tsx'
import { resetReading } from './state/reading.state.ts'

const OPEN = 'GET /api/document/read'
const NOTES = 'GET /api/document/annotation'
const blocks = [
  blockOf(0, '1 引言', { type: 'heading', level: 1, start: 0 }),
  blockOf(1, '湿度使钙钛矿分解，封装可以延缓。'),
  blockOf(2, '第二段说的是封装材料。'),
]
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  resetReading()
  server = fakeServer(quietReading(blocks))
})
afterEach(cleanup)

const show = (query = 'paper_id=p1') => showAt(`/readDetailMore?${query}`, <ReadingScreen />)
const text = () => screen.findByRole('region', { name: '正文' })

test('a reader sees the text with its headings, and beside it what it tells by aspect', async () => {
  show()
  const body = await text()
  await within(body).findByRole('heading', { name: '1 引言' })
  expect(body.textContent).toContain('第二段说的是封装材料')
  await screen.findByText('摘自原文，未经改写', { exact: false })
  expect(screen.getByText('文中没有说明')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: 'AI 解读' })).toBeTruthy()
})

test('the tab of the browser names what is read, as long as it is open', async () => {
  show()
  await text()
  expect(usePageName.getState().name).toBe('钙钛矿电池的稳定性')
  cleanup()
  expect(usePageName.getState().name).toBe('')
})

test('a sentence of the reading leads to its place, which is lit', async () => {
  show()
  await within(await text()).findByText('1 引言')
  await press(/^引用 1/)
  await waitFor(async () =>
    expect((await text()).querySelector('mark[data-kind="requested"]')?.textContent).toBe('湿度使钙钛矿分解'),
  )
})

test('a quote of the address is looked for and lit', async () => {
  server.handlers['POST /api/document/find_quote'] = () => ok({ ...sentence, exact: true })
  show('document_id=d1&page=1&quote=湿度使钙钛矿分解')
  await waitFor(async () =>
    expect((await text()).querySelector('mark[data-kind="requested"]')?.textContent).toBe('湿度使钙钛矿分解'),
  )
  expect(server.bodies('POST /api/document/find_quote')).toEqual([
    { document_id: 'd1', quote: '湿度使钙钛矿分解', page: 1 },
  ])
})

test('the mark of a note leads to the note, and the note back, without a sign in the text of either', async () => {
  const mark = { label: '1', ordinal: 2 }
  server.handlers['GET /api/document/text'] = () =>
    ok({
      version: 'v1',
      list: [
        blockOf(0, '湿度使钙钛矿分解。', { notes: [{ ...mark, start: 4, end: 4 }] }),
        blockOf(1, '另一段2。', { notes: [{ label: '2', ordinal: 3, start: 3, end: 4 }] }),
        blockOf(2, '第一条注。', { type: 'footnote', marked_in: 0 }),
        blockOf(3, '2 第二条注。', { type: 'footnote', marked_in: 1 }),
      ],
      next: null,
    })
  show()
  const body = await text()
  await press('注 1')
  const backs = within(body).getAllByRole('button', { name: '回到正文' })
  expect(document.activeElement).toBe(backs[0])
  await press('注 2')
  expect(document.activeElement).toBe(backs[1])
  fireEvent.click(backs[0] ?? body)
  expect(document.activeElement).toBe(within(body).getByRole('button', { name: '注 1' }))
})

test('by the keyboard alone a paragraph is chosen and highlighted, and the toast takes that back', async () => {
  server.handlers['POST /api/document/annotation'] = () => ok(annotationOf())
  server.handlers['DELETE /api/document/annotation'] = () => ok(null)
  show()
  await within(await text()).findByText('1 引言')
  for (const key of ['j', 'j', 'h']) await act(async () => void fireEvent.keyDown(document.body, { key }))
  await waitFor(() =>
    expect(server.bodies('POST /api/document/annotation')).toMatchObject([
      {
        paper_id: 'p1',
        quote: '湿度使钙钛矿分解，封装可以延缓。',
        start: 1_000,
        end: 1_016,
        colour: 'yellow',
      },
    ]),
  )
  await waitFor(() => expect(lastToast()?.text).toBe('已标亮'))
  await undo()
  await waitFor(() => expect(server.bodies('DELETE /api/document/annotation')).toEqual([{ ids: ['n1'] }]))
})

test('a highlight shows in the text; its note is written, and deleting it can be undone', async () => {
  server.handlers[NOTES] = () => ok({ list: [annotationOf()], total: 1, lost: 0 })
  server.handlers['PUT /api/document/annotation'] = () => ok(annotationOf({ comment: '要紧' }))
  server.handlers['DELETE /api/document/annotation'] = () => ok(null)
  server.handlers['POST /api/document/annotation'] = () => ok(annotationOf({ id: 'n2' }))
  show('paper_id=p1&side=notes')
  await waitFor(async () =>
    expect((await text()).querySelector('mark[data-annotation="n1"]')?.textContent).toBe('湿度使钙钛矿分解'),
  )
  await press(/^笔记的操作/)
  await press('编辑', 'menuitem')
  await fill('笔记', '要紧')
  await fill('标签，用逗号分开', '稳定性，封装')
  await press('保存')
  await waitFor(() =>
    expect(server.bodies('PUT /api/document/annotation')).toEqual([
      { id: 'n1', comment: '要紧', tags: ['稳定性', '封装'] },
    ]),
  )
  await press(/^笔记的操作/)
  await press('删除', 'menuitem')
  await waitFor(() => expect(lastToast()?.text).toBe('已删除 1 条笔记'))
  await undo()
  await waitFor(() =>
    expect(server.bodies('POST /api/document/annotation')).toMatchObject([
      { paper_id: 'p1', quote: '湿度使钙钛矿分解', start: 1_000, end: 1_008 },
    ]),
  )
})

test('a note of somebody else is deleted when that can be taken back no more, and stays theirs', async () => {
  const strange = annotationOf({ is_mine: false, comment: '别人的话' })
  const remove = 'DELETE /api/document/annotation'
  let list = [strange]
  server.handlers[NOTES] = () => ok({ list, total: list.length, lost: 0 })
  server.handlers[remove] = () => {
    list = []
    return ok(null)
  }
  show('paper_id=p1&side=notes')
  await press(/^笔记的操作/)
  await press('删除', 'menuitem')
  await waitFor(() => expect(screen.queryByText('别人的话')).toBeNull())
  await undo()
  await screen.findByText('别人的话')
  expect(server.asked(remove)).toEqual([])

  await press(/^笔记的操作/)
  await press('删除', 'menuitem')
  await act(async () => useToasts.setState({ toasts: [] }))
  await waitFor(() => expect(server.bodies(remove)).toEqual([{ ids: ['n1'] }]))
  expect(screen.queryByText('别人的话')).toBeNull()
  expect(server.asked('POST /api/document/annotation')).toEqual([])
})

test('more notes than one call answers are all there, page by page', async () => {
  const all = Array.from({ length: 620 }, (_, at) => annotationOf({ id: `n${at}`, quote: `第${at}句` }))
  server.handlers[NOTES] = ({ query }) => {
    const from = Number(query.get('from') ?? 0)
    return ok({ list: all.slice(from, from + 500), total: all.length, lost: 0 })
  }
  show('paper_id=p1&side=notes')
  await screen.findByText('第0句')
  expect(screen.queryByText('第100句')).toBeNull()
  await press('第 7 页')
  expect(screen.getByText('第619句')).toBeTruthy()
  await fill('在笔记里查找', '第601')
  expect(screen.getByText('第601句')).toBeTruthy()
})

test('a page of more than forty paragraphs is translated to its end', async () => {
  const many = Array.from({ length: 45 }, (_, at) => blockOf(at, `Sentence ${at}.`))
  server.handlers[OPEN] = () => ok(readableOf({ language: 'en', pages: [pageFacts(1), pageFacts(2)] }))
  server.handlers['GET /api/document/text'] = () => ok({ version: 'v1', list: many, next: null })
  const made = new Set<number>()
  server.handlers['POST /api/document/translate'] = ({ body }) => {
    const { ordinals, kept_only } = body as { ordinals: number[]; kept_only?: boolean }
    if (!kept_only) for (const each of ordinals) made.add(each)
    const list = ordinals.map((ordinal) => ({
      ordinal,
      text: made.has(ordinal) ? `第${ordinal}句译文` : null,
      model: null,
      kept: true,
    }))
    return ok({ version: 'v1', list })
  }
  show('paper_id=p1&side=translation')
  await press('翻译第 1 页')
  await screen.findByText('第44句译文')
  expect(screen.getByText('第 1 页 · 45 / 45 段有译文')).toBeTruthy()
})

test('the beginning of a text without pages is translated a few paragraphs at a time', async () => {
  const many = Array.from({ length: 100 }, (_, at) => blockOf(at, `Sentence ${at}.`))
  server.handlers[OPEN] = () => ok(readableOf({ language: 'en', pages: [] }))
  server.handlers['GET /api/document/text'] = () => ok({ version: 'v1', list: many, next: null })
  server.handlers['POST /api/document/translate'] = () => ok({ version: 'v1', list: [] })
  show('paper_id=p1&side=translation')
  expect(await screen.findByText('这一段 · 0 / 12 段有译文')).toBeTruthy()
})

test('words are found in the whole text with Ctrl+F, one place after the other', async () => {
  show()
  await within(await text()).findByText('1 引言')
  await act(async () => void fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true }))
  await fill('在文中查找', '封装')
  await screen.findByText('1 / 2')
  await press('下一处')
  await screen.findByText('2 / 2')
})

const pageFacts = (page: number) => ({
  ...{ page, width: 600, height: 800, rotation: 0 },
  ...{ scanned: false, garbled: false, confidence: 1 },
})

test('several papers stand in the list, are opened one after the other, and compared by aspect', async () => {
  server.handlers['POST /api/document/compare'] = () =>
    ok({
      notice: '',
      columns: [{ aspect: 'problem', name: '问题' }],
      rows: ['p1', 'p2'].map((paper_id) => ({
        document_id: null,
        paper_id,
        title: `文献 ${paper_id}`,
        of: 'full_text',
        cells: [paper_id === 'p1' ? sentence : null],
      })),
    })
  const { query } = show('paper_id_list=p1&paper_id_list=p2')
  await press('清单')
  await act(async () => void fireEvent.click(await screen.findByText('文献 p2')))
  expect(query().get('paper_id')).toBe('p2')
  await press('清单')
  await press('按方面对照')
  const table = await screen.findByRole('table')
  expect(table.textContent).toContain('湿度使钙钛矿分解')
  expect(table.textContent).toContain('文中没有说明')
})
