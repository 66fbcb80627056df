import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileOf } from '../testing/datasets.ts'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { headingLevels, isInOrder } from '../testing/headings.ts'
import { paperOf } from '../testing/papers.ts'
import { quietReading, readableOf } from '../testing/reading.ts'
import { pageOf, press, showAt } from '../testing/show.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { ReadingScreen } from './reading-screen.tsx'
import { resetReading } from './state/reading.state.ts'

const OPEN = 'GET /api/document/read'
const TOLD = 'POST /api/document/aspects'
const VIEWS = 'GET /api/user/log/listUserPaper'
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  resetReading()
  server = fakeServer(quietReading([]))
})
afterEach(cleanup)

const show = (query = 'paper_id=p1') => showAt(`/readDetailMore?${query}`, <ReadingScreen />)

const waiting = (state: string, over: object = {}) =>
  readableOf({
    version: null,
    kind: null,
    has_file: false,
    block_count: 0,
    text: { state, source: null, url: null, message: null, parse_id: null, ...over },
  })

test('a paper without a file shows its record, and its open-access text is fetched on wish', async () => {
  server.handlers[OPEN] = () => ok(waiting('available', { source: 'arxiv' }))
  server.handlers['POST /api/paper/reding_file_parse'] = () =>
    refused(502, { problem: 'paper.file_failed' }, '没能取得这篇文献的公开全文')
  show()
  await screen.findByRole('heading', { name: '钙钛矿电池的稳定性' })
  await press('获取开放获取全文')
  await screen.findByText(/没能取得这篇文献的公开全文/)
  expect(server.bodies('POST /api/paper/reding_file_parse')).toEqual([{ paper_id: 'p1' }])
})

test('an abstract that tells no aspect is not called missing', async () => {
  server.handlers[OPEN] = () => ok(waiting('none'))
  server.handlers[TOLD] = () => ok({ engine: 'cues', model: null, of: 'abstract', notice: '', aspects: [] })
  show()
  await screen.findByText('摘要里没有可以按方面摘出的句子')
  expect(screen.queryByText('没有可以解读的文字')).toBeNull()
})

test('a file that could not be read says why, and is tried again', async () => {
  server.handlers[OPEN] = () => ok(waiting('failed', { message: '文件有密码' }))
  server.handlers['POST /api/paper/reding_file_parse'] = () =>
    ok({ parse_id: 'x1', state: 'queued', document_id: 'd1' })
  show('document_id=d1')
  await screen.findByText(/文件有密码/)
  await press('重试')
  await waitFor(() =>
    expect(server.bodies('POST /api/paper/reding_file_parse')).toEqual([{ document_id: 'd1' }]),
  )
})

test('while a file is being read its reader sees how far it is', async () => {
  server.handlers[OPEN] = () => ok(waiting('parsing', { parse_id: 'x1' }))
  server.handlers['GET /api/paper/file_parse/state'] = () =>
    ok({
      parse_id: 'x1',
      state: 'parsing',
      stage: 'ocr',
      done: 3,
      total: 12,
      progress: 0.25,
      place: null,
      progress_at: new Date().toISOString(),
      error: null,
      page_count: 12,
    })
  show('document_id=d1')
  await screen.findByText(/正在识别文字，3 \/ 12/)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
})

test('what is gone, or is not shared with the reader, is said to be so', async () => {
  server.handlers[OPEN] = () => refused(404, { problem: 'document.not_found' }, '没有找到这份文档')
  show('document_id=d1')
  await screen.findByText('没有可以打开的文献')
  expect(headingLevels().filter((level) => level === 1)).toEqual([1])
  await press('看清单')
  expect(await screen.findByRole('button', { name: '打不开的文献' })).toBeTruthy()
})

test('below the title of a record no level of headings is left out', async () => {
  server.handlers[OPEN] = () => ok(waiting('none'))
  show()
  await screen.findByRole('heading', { level: 1, name: '钙钛矿电池的稳定性' })
  expect(await screen.findByRole('heading', { level: 2, name: '著录信息' })).toBeTruthy()
  expect(isInOrder(headingLevels())).toBe(true)
})

test('where nothing is open what was looked at last stands under a heading of its own', async () => {
  server.handlers[VIEWS] = () =>
    ok(pageOf([{ paper: paperOf('p1', '钙钛矿电池的稳定性'), viewed_at: '2026-11-20T00:00:00.000Z' }]))
  show('')
  await screen.findByRole('heading', { level: 3, name: '钙钛矿电池的稳定性' })
  expect(headingLevels()).toEqual([1, 2, 3])
})

test('own files that were looked at last are read on from the beginning of 阅读, and looking is remembered', async () => {
  const document = fileOf('d1', '自己的文件.pdf')
  server.handlers[VIEWS] = () =>
    ok(pageOf([{ paper: null, document, viewed_at: '2026-11-20T00:00:00.000Z' }]))
  server.handlers[OPEN] = () =>
    ok(readableOf({ paper: null, document: { ...document, dataset_name: '清单', my_role: 1 } }))
  const { router } = show('')
  await screen.findByRole('article', { name: '自己的文件.pdf' })
  await press('阅读')
  expect(new URLSearchParams(router.state.location.search).get('document_id')).toBe('d1')
  await waitFor(() =>
    expect(server.bodies('POST /api/user/log/logViewPaper')).toEqual([{ document_id: 'd1' }]),
  )
})
