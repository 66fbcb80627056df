import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { fakeServer, type Handler, ok, person, refused } from '../../testing/fake-server.ts'
import { checkCalls } from '../../testing/manuscript-check.ts'
import { lastToast, pageOf, press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { AiCitationScreen } from '../ai-citation-screen.tsx'
import type { Batch, Thesis } from './batch-labels.ts'
import { addTheses } from './chosen-theses.ts'

const BEGIN = 'POST /api/manuscript_batch/run'
const BATCHES = 'GET /api/manuscript_batch/runs/1/10'
const BATCH = 'GET /api/manuscript_batch/run/b1'
const THESES = 'GET /api/manuscript_batch/run/b1/theses/1/50'
const RETRY = 'POST /api/manuscript_batch/run/b1/retry'
const CANCEL = 'POST /api/manuscript_batch/run/b1/cancel'
const EXPORT = 'GET /api/manuscript_batch/run/b1/export'

const figures = { fault: 2, check: 1, info: 0, entries: 40, unverified: 3 }
const nothing = { fault: 0, check: 0, info: 0, entries: 0, unverified: 0 }

const batchOf = (over: Partial<Batch> = {}): Batch => ({
  ...{
    batch_id: 'b1',
    name: '2026届',
    style: 'gb-2025-numeric',
    state: 'completed',
    error: null,
    skipped: 0,
  },
  ...{ outside_model: false, created_at: '2026-11-29T08:00:00Z', finished_at: '2026-11-29T09:00:00Z' },
  ...{ expires_at: null, purged_at: null },
  theses: { queued: 0, running: 0, completed: 1, cancelled: 0, failed: 1 },
  departments: [
    { department: '数学学院', theses: 1, completed: 0, failed: 1, ...nothing },
    { department: '环境学院', theses: 1, completed: 1, failed: 0, ...figures },
  ],
  ...over,
})

const thesisOf = (over: Partial<Thesis>): Thesis => ({
  ...{ thesis_id: 't1', department: '环境学院', title: '浅水湖泊富营养化研究', author: '李明' },
  ...{ file_name: '李明-浅水湖泊富营养化研究.docx', state: 'completed', error: null, check_id: 'k1' },
  ...figures,
  ...over,
})

const theses = [
  thesisOf({}),
  thesisOf({
    ...{ thesis_id: 't2', department: '数学学院', title: '没有列表的论文', author: '', check_id: null },
    ...{ state: 'failed', error: '没有找到参考文献表', ...nothing },
  }),
]

const serve = (more: Record<string, Handler> = {}) =>
  fakeServer({
    ...checkCalls(),
    'GET /api/manuscript_batch/retention': () => ok({ days: 30 }),
    [BATCHES]: () => ok(pageOf([batchOf()])),
    [BATCH]: () => ok(batchOf()),
    [THESES]: () => ok(pageOf(theses, { page_size: 50 })),
    ...more,
  })

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  setUserInfo({ ...person, is_checker: true })
})
afterEach(cleanup)

const show = (address: string) => showAt(`/aiCitation?mode=manuscript${address}`, <AiCitationScreen />)

const ANY_BATCH = 'GET /api/manuscript_batch/runs/1/1'
const CHECKS = 'GET /api/manuscript_check/runs/1/10'

test('who is no checker and has no batches sees no way to them', async () => {
  setUserInfo(person)
  const server = serve({ [CHECKS]: () => ok(pageOf([])), [ANY_BATCH]: () => ok(pageOf([])) })
  show('')
  expect(await screen.findByText('还没有核对过稿件')).toBeTruthy()
  await waitFor(() => expect(server.asked(ANY_BATCH)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /批量核对|以前的批次/ })).toBeNull()
})

test('who was a checker before sees the batches that remain and deletes them, but opens no thesis', async () => {
  setUserInfo(person)
  const server = serve({
    [CHECKS]: () => ok(pageOf([])),
    [ANY_BATCH]: () => ok(pageOf([batchOf()])),
    'DELETE /api/manuscript_batch/run/b1': () => ok(null),
  })
  const { router } = show('')
  await press('以前的批次')
  expect(await screen.findByText(/^只有核对员可以批量核对稿件/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '开始核对' })).toBeNull()
  const link = await screen.findByRole('link', { name: '2026届' })
  await act(async () => fireEvent.click(link))
  expect(await screen.findByText('浅水湖泊富营养化研究')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '浅水湖泊富营养化研究' })).toBeNull()
  expect(screen.queryByRole('button', { name: /再核对|导出/ })).toBeNull()
  await act(async () => void router.navigate('/aiCitation?mode=manuscript&batch_id='))
  await press('删除：2026届')
  await act(async () => useToasts.setState({ toasts: [] }))
  expect(server.asked('DELETE /api/manuscript_batch/run/b1')).toHaveLength(1)
})

test('a checker sends an archive with the style, and the batch opens', async () => {
  const server = serve({
    'GET /api/manuscript_check/runs/1/10': () => ok(pageOf([])),
    'POST /api/upload': () => ok({ id: 'u1', name: '论文.zip', size: 6, offset: 0, done: false }),
    'PUT /api/upload/u1': () => ok({ id: 'u1', name: '论文.zip', size: 6, offset: 6, done: true }),
    [BEGIN]: () => ok({ batch_id: 'b1' }),
  })
  const { query } = show('')
  await press('批量核对')
  expect(await screen.findByText(/30 天后自动删除/)).toBeTruthy()
  const input = await screen.findByLabelText('要上传的文件')
  await act(async () => fireEvent.change(input, { target: { files: [new File(['theses'], '论文.zip')] } }))
  await press('开始核对')
  await waitFor(() => expect(query().get('batch_id')).toBe('b1'))
  expect(server.bodies('POST /api/upload')).toEqual([{ name: '论文.zip', size: 6, purpose: 'archive' }])
  expect(server.bodies(BEGIN)).toEqual([
    {
      files: [{ upload_id: 'u1', path: '论文.zip' }],
      scope: { dataset_ids: [], engines: [] },
      outside_model: false,
    },
  ])
})

test('a refused batch keeps the files, with the reason', async () => {
  serve({
    'POST /api/upload': () => ok({ id: 'u1', name: '论文.zip', size: 6, offset: 6, done: true }),
    [BEGIN]: () => refused(409, { problem: 'manuscript_batch.too_many' }, '批次最多保存 100 个'),
  })
  show('&batch_id=')
  const input = await screen.findByLabelText('要上传的文件')
  await act(async () => fireEvent.change(input, { target: { files: [new File(['theses'], '论文.zip')] } }))
  await press('开始核对')
  expect((await screen.findByRole('alert')).textContent).toBe('批次最多保存 100 个')
  expect(screen.getByRole('button', { name: '不用 论文.zip' })).toBeTruthy()
})

test('an upload that fails says which file it was, with the reason', async () => {
  serve({
    'POST /api/upload': () =>
      refused(
        400,
        { problem: 'input.invalid', issues: [{ path: 'name', message: '文件名太长' }] },
        '请检查输入',
      ),
  })
  show('&batch_id=')
  const input = await screen.findByLabelText('要上传的文件')
  await act(async () => fireEvent.change(input, { target: { files: [new File(['theses'], '论文.zip')] } }))
  await press('开始核对')
  expect((await screen.findByRole('alert')).textContent).toBe('论文.zip：文件名太长')
})

test('the table links each result and says why a thesis was not checked', async () => {
  serve()
  show('&batch_id=b1')
  const link = await screen.findByRole('link', { name: '浅水湖泊富营养化研究' })
  expect(link.getAttribute('href')).toContain('check_id=k1')
  const rows = screen.getAllByRole('row')
  expect(
    within(rows[1] as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '浅水湖泊富营养化研究李明 · 李明-浅水湖泊富营养化研究.docx',
    ...['环境学院', '已完成', '40', '3', '2', '1', '0'],
  ])
  expect(rows[2]?.textContent).toContain('没有找到参考文献表')
})

test('order and filters stand in the address and are asked of the server', async () => {
  const server = serve()
  const { query } = show('&batch_id=b1')
  await press('需处理')
  expect(query().get('order')).toBe('fault')
  await act(async () => fireEvent.change(screen.getByLabelText('院系'), { target: { value: '数学学院' } }))
  await waitFor(() => {
    const asked = server.asked(THESES).at(-1)?.query
    expect([asked?.get('order'), asked?.get('descending'), asked?.get('department')]).toEqual([
      ...['fault', 'true', '数学学院'],
    ])
  })
  expect(screen.getByRole('columnheader', { name: /需处理/ }).getAttribute('aria-sort')).toBe('descending')
})

test('a running batch shows how far it is and can be stopped', async () => {
  const running = batchOf({
    ...{ state: 'running', finished_at: null },
    theses: { queued: 2, running: 1, completed: 1, cancelled: 0, failed: 0 },
  })
  const server = serve({ [BATCH]: () => ok(running), [CANCEL]: () => ok(null) })
  show('&batch_id=b1')
  expect(await screen.findByText('正在核对 1 / 4')).toBeTruthy()
  await press('停止')
  await waitFor(() => expect(server.asked(CANCEL)).toHaveLength(1))
})

test('theses of a stopped batch are checked again on demand', async () => {
  const stopped = batchOf({
    ...{ state: 'cancelled' },
    theses: { queued: 0, running: 0, completed: 1, cancelled: 3, failed: 0 },
  })
  const server = serve({ [BATCH]: () => ok(stopped), [RETRY]: () => ok({ theses: 3 }) })
  show('&batch_id=b1')
  expect(await screen.findByText('已停止，3 份没有核对完')).toBeTruthy()
  await press('再核对这些没有完成的稿件')
  await waitFor(() => expect(server.asked(RETRY)).toHaveLength(1))
})

test('a batch that failed says why', async () => {
  const theses = { queued: 0, running: 0, completed: 0, cancelled: 0, failed: 0 }
  serve({
    [BATCH]: () => ok(batchOf({ state: 'failed', error: '上传的文件里没有稿件', theses, departments: [] })),
  })
  show('&batch_id=b1')
  expect((await screen.findByRole('alert')).textContent).toBe('上传的文件里没有稿件')
})

test('the table of one department is saved', async () => {
  const server = serve({ [EXPORT]: () => refused(503, { problem: 'server.busy' }, '服务器正忙') })
  show('&batch_id=b1')
  await press('导出')
  await press(/数学学院的结果表/, 'menuitem')
  await waitFor(() => expect(lastToast()?.text).toBe('没有导出：服务器正忙'))
  expect(server.asked(EXPORT)[0]?.query.get('department')).toBe('数学学院')
})

test('files that are no manuscripts and those beyond the limit are left out, and it is said', () => {
  const found = (name: string) => ({ file: new File(['x'], name), way: [] })
  const { files, note } = addTheses(
    Array.from({ length: 199 }, (_, at) => found(`${at}.docx`)),
    [found('a.docx'), found('b.docx'), found('名单.xlsx')],
  )
  expect(files).toHaveLength(200)
  expect(note).toBe('1 个文件是空的或不是稿件，没有选入；一批最多 200 个文件，多出的 1 个没有选入')
})
