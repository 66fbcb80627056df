import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { fill, pageOf, press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { removeImportFiles, useImportFiles } from './import-files.state.ts'
import { ImportPanel } from './import-panel.tsx'

const RUNS = 'GET /api/admin/import'
const START = 'POST /api/admin/import'
const AT = '2026-11-20T00:00:00.000Z'

const run = (over: object) => ({
  id: 'r1',
  file_name: 'works.ris',
  format: 'RIS',
  state: 'done',
  size_bytes: 2_000_000,
  read_bytes: 2_000_000,
  records: 95_630,
  added: 94_300,
  merged: 1_318,
  unchanged: 0,
  broken: 12,
  warnings: 0,
  error: null,
  job_id: 'j1',
  created_at: AT,
  finished_at: AT,
  ...over,
})
const runs = (...list: object[]) => ok(pageOf(list, { paper_count: 94_300, indexed_count: 94_300 }))

let server: ReturnType<typeof fakeServer>
const show = (tab = 'files') =>
  showAt(`/home?panel=import&tab=${tab}`, <ImportPanel onClose={() => undefined} />)
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  removeImportFiles(useImportFiles.getState().files.map(({ key }) => key))
  const upload = (offset: number) =>
    ok({ id: 'p1', name: 'works.ris', size: 10, offset, done: offset === 10 })
  server = fakeServer({
    [RUNS]: () => runs(),
    [START]: () => ok([run({ state: 'queued' })]),
    'POST /api/upload': () => upload(0),
    'PUT /api/upload/p1': () => upload(10),
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('dropped files go up, are started, and leave the list of uploads', async () => {
  show()
  const field = await screen.findByLabelText('选择文件')
  const files = [new File(['TY  - JOUR'], 'works.ris')]
  await act(async () => fireEvent.drop(field, { dataTransfer: { files, items: [] } }))
  await press('开始导入 1 个文件')
  expect(server.asked(START)[0]?.body).toEqual({ upload_ids: ['p1'], mapping: {} })
  expect(toasts()).toEqual(['已开始导入 1 个文件'])
  expect(screen.queryByRole('progressbar', { name: 'works.ris' })).toBeNull()
})

test('of a dropped folder the files of literature go up, the others are named', async () => {
  show()
  const field = await screen.findByLabelText('选择文件')
  const fileEntry = (name: string) => ({
    isDirectory: false,
    name,
    file: (take: (file: File) => void) => take(new File(['x'], name)),
  })
  const batches = [[fileEntry('works.ris'), fileEntry('cover.jpg'), fileEntry('notes.xyz')], []]
  const readEntries = (take: (entries: unknown[]) => void) => take(batches.shift() ?? [])
  const folder = { isDirectory: true, name: '文献', createReader: () => ({ readEntries }) }
  const items = [{ kind: 'file', webkitGetAsEntry: () => folder }]
  await act(async () => fireEvent.drop(field, { dataTransfer: { items, files: [] } }))
  const status = await screen.findByText(/跳过 2 个不是题录格式的文件/)
  expect(status.textContent).toContain('文献/cover.jpg、文献/notes.xyz')
  await press('开始导入 1 个文件')
  expect(server.asked(START)).toHaveLength(1)
})

test('the columns of a table can be named before it is started', async () => {
  show()
  const field = await screen.findByLabelText('选择文件')
  const files = [new File(['甲,乙\n锂枝晶,2020'], 'table.csv')]
  await act(async () => fireEvent.drop(field, { dataTransfer: { files, items: [] } }))
  await press('指定各列：table.csv')
  await fill('「甲」的内容', 'title')
  await fill('「乙」的内容', 'year')
  await press('开始导入 1 个文件')
  expect(server.asked(START)[0]?.body).toEqual({ upload_ids: ['p1'], mapping: { 甲: 'title', 乙: 'year' } })
})

test('an import under way counts as one looks, and can be cancelled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let read_bytes = 500_000
  server.handlers[RUNS] = () =>
    runs(run({ state: 'running', read_bytes, records: 61_204, finished_at: null }))
  server.handlers['POST /api/admin/jobs'] = () => ok(null)
  show()
  const bar = await screen.findByRole('progressbar', { name: '正在导入 works.ris' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText(/读入 61,204 条/)).toBeTruthy()
  read_bytes = 1_000_000
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('50'))
  await press('取消')
  expect(server.asked('POST /api/admin/jobs')[0]?.body).toEqual({ job_id: 'j1', action: 'cancel' })
})

test('records that could not be read are shown with line and reason', async () => {
  server.handlers[RUNS] = () => runs(run({}))
  server.handlers['GET /api/admin/import/r1/broken'] = () =>
    ok(pageOf([{ line: 1204, reason: '缺少题名', excerpt: 'TY  - JOUR AU  - Li' }]))
  show()
  expect(await screen.findByText('读入 95,630 条：新增 94,300，合并 1,318，12 条无法读取')).toBeTruthy()
  await press('查看无法读取的 12 条：works.ris')
  expect(await screen.findByText('第 1,204 行')).toBeTruthy()
  expect(screen.getByText('缺少题名')).toBeTruthy()
})

test('records that were read with warnings are counted and listed apart', async () => {
  server.handlers[RUNS] = () => runs(run({ broken: 0, warnings: 3 }))
  server.handlers['GET /api/admin/import/r1/broken'] = () =>
    ok(pageOf([{ line: 7, reason: '缩写「jml」没有定义，按原样保留', excerpt: 'On lichens' }]))
  show()
  expect(await screen.findByText('读入 95,630 条：新增 94,300，合并 1,318，3 条有提示')).toBeTruthy()
  await press('查看有提示的 3 条：works.ris')
  expect(await screen.findByText('缩写「jml」没有定义，按原样保留')).toBeTruthy()
})

test('a failed import says why and can be run again', async () => {
  server.handlers[RUNS] = () => runs(run({ state: 'failed', error: '文件不是已知的格式', records: 0 }))
  server.handlers['POST /api/admin/jobs'] = () => ok(null)
  show()
  expect(await screen.findByText('文件不是已知的格式')).toBeTruthy()
  await press('重试：works.ris')
  expect(server.asked('POST /api/admin/jobs')[0]?.body).toEqual({ job_id: 'j1', action: 'retry' })
})

test('a refused start says why and keeps the uploads', async () => {
  server.handlers[START] = () => refused(404, { problem: 'upload.not_found' }, '没有找到这次上传，可能已过期')
  show()
  const field = await screen.findByLabelText('选择文件')
  await act(async () =>
    fireEvent.drop(field, { dataTransfer: { files: [new File(['x'], 'works.ris')], items: [] } }),
  )
  await press('开始导入 1 个文件')
  expect(toasts()).toEqual(['没有开始导入：没有找到这次上传，可能已过期'])
  expect(screen.getByRole('button', { name: '开始导入 1 个文件' })).toBeTruthy()
})

test('a merge names both works and the rule, and can be parted', async () => {
  const merge = {
    id: 'm1',
    paper: null,
    title: '高温超导综述',
    rule: 'doi',
    source: 'works.ris',
    created_at: AT,
  }
  server.handlers['GET /api/admin/merges'] = () => ok(pageOf([merge]))
  server.handlers['POST /api/admin/merges'] = () => ok({})
  show('merges')
  const row = (await screen.findByText('高温超导综述')).closest('li')
  expect(within(row as HTMLElement).getByText(/DOI 相同/)).toBeTruthy()
  await press('拆分：高温超导综述')
  expect(server.asked('POST /api/admin/merges')[0]?.body).toEqual({ merge_id: 'm1' })
  await waitFor(() => expect(server.asked('GET /api/admin/merges')).toHaveLength(2))
})

test('rebuilding the index shows how far it is and how it ended', async () => {
  const job = {
    id: 'j9',
    name: 'x',
    title: '重建索引',
    state: 'running',
    progress: 0.4,
    note: '写入 3 / 8 段',
    error: null,
    created_at: AT,
    finished_at: null,
  }
  server.handlers['POST /api/admin/reindex'] = () => ok(job)
  let end: (event: object) => void = () => undefined
  server.handlers['GET /api/job/j9/stream'] = () => {
    const text = new TextEncoder()
    const body = new ReadableStream({
      start(stream) {
        const send = (event: object) =>
          stream.enqueue(text.encode(`id: 1\ndata: ${JSON.stringify(event)}\n\n`))
        send(job)
        end = (event) => {
          send(event)
          stream.close()
        }
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  show('index')
  await press('重建索引')
  expect(await screen.findByText('写入 3 / 8 段')).toBeTruthy()
  await act(async () => end({ ...job, state: 'done', progress: 1 }))
  expect(await screen.findByText('索引已重建')).toBeTruthy()
})

const watchOf = (over: object = {}) => ({
  ...{ is_on: true, has_network: true, works: 1_200, asked: 1_000, ended_at: null, fault: null },
  ...over,
})

test('the imported notices are counted by kind, with the date of the newest', async () => {
  server.handlers['GET /api/admin/retractions'] = () =>
    ok({
      retracted: 59_876,
      concern: 1_666,
      corrected: 3,
      reinstated: 2,
      newest: '2026-08-01',
      imported_at: null,
      watch: watchOf(),
    })
  show('retractions')
  const counts = (await screen.findByText('59,876 条')).closest('dl')
  expect(counts?.textContent).toBe(
    '撤稿声明59,876 条关注声明1,666 条更正声明3 条恢复声明2 条最新的声明2026-08-01上次导入还没有导入过',
  )
})

test('the daily look at Crossref says how far it is and why it ended, and can be switched off', async () => {
  const counts = { retracted: 0, concern: 0, corrected: 0, reinstated: 0, newest: null, imported_at: null }
  let watch = watchOf({ fault: 'unreachable' })
  server.handlers['GET /api/admin/retractions'] = () => ok({ ...counts, watch })
  server.handlers['PUT /api/admin/retractions/watch'] = () => {
    watch = watchOf({ is_on: false, has_network: false })
    return ok(watch)
  }
  show('retractions')
  expect(await screen.findByText(/上次没有查完：连不上 Crossref/)).toBeTruthy()
  expect(screen.getByText('1,200 篇')).toBeTruthy()
  await press('每天向 Crossref 查询', 'switch')
  expect(await screen.findByText(/站外检索来源已停用/)).toBeTruthy()
  expect(server.bodies('PUT /api/admin/retractions/watch')).toEqual([{ is_on: false }])
})
