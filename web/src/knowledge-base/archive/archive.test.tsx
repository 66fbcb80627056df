import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ok, refused } from '../../testing/fake-server.ts'
import { chooseFromMenu, knowledgeBaseServer, showKnowledgeBase } from '../../testing/knowledge-base.tsx'
import { press } from '../../testing/show.tsx'
import { useExports } from '../list/list-jobs.ts'
import { resetBaseImport } from './base-import.state.ts'

const AT = '2026-11-20T00:00:00.000Z'
const EXPORT = 'POST /api/dataset/d2/export'
const IMPORT = 'POST /api/dataset/import'
const REPORT = 'GET /api/dataset/import/j1'

let server: ReturnType<typeof knowledgeBaseServer>

const job = (over: object = {}) => ({
  id: 'j1',
  name: 'base.export',
  title: '导出知识库',
  state: 'done',
  progress: 1,
  note: null,
  error: null,
  created_at: AT,
  finished_at: AT,
  ...over,
})

/** The job as the server streams it: one event, and the end where it has ended. */
function streams(state: { state?: string; [field: string]: unknown }): void {
  const event = new TextEncoder().encode(`id: 1\ndata: ${JSON.stringify(job(state))}\n\n`)
  server.handlers['GET /api/job/j1/stream'] = () =>
    new Response(
      new ReadableStream({
        start: (out) => {
          out.enqueue(event)
          if (state.state !== 'running') out.close()
        },
      }),
    )
}

const report = (over: object = {}) =>
  ok({
    job_id: 'j1',
    state: 'done',
    file_name: '骨干网络.zip',
    dataset_id: 'd2',
    dataset_name: '骨干网络',
    error: null,
    total: 12,
    added: 12,
    joined: 0,
    failed: 0,
    annotations: 3,
    remarks: [],
    created_at: AT,
    finished_at: AT,
    ...over,
  })

beforeEach(() => {
  server = knowledgeBaseServer()
  useExports.setState({ jobs: {} })
  resetBaseImport()
  const upload = (offset: number) =>
    ok({ id: 'p1', name: '骨干网络.zip', size: 3, offset, done: offset === 3 })
  Object.assign(server.handlers, {
    [EXPORT]: () => ok({ job_id: 'j1' }),
    [IMPORT]: () => ok({ job_id: 'j1' }),
    'POST /api/upload': () => upload(0),
    'PUT /api/upload/p1': () => upload(3),
  })
  streams({})
})
afterEach(cleanup)

async function chooseArchive(): Promise<void> {
  await press('导入知识库：文献清单')
  const field = await screen.findByLabelText('选择文件')
  const files = [new File(['zip'], '骨干网络.zip')]
  await act(async () => fireEvent.drop(field, { dataTransfer: { files } }))
}

test('a whole list is packed, and its file offered for a day', async () => {
  showKnowledgeBase('?dataset_id=d2')
  await chooseFromMenu('导出整个知识库')
  expect(await screen.findByText(/批注包括您自己的和成员共享的/)).toBeTruthy()
  await press('开始导出')

  const link = await screen.findByRole('link', { name: '下载' })
  expect(link.getAttribute('href')).toBe('/api/dataset/export/j1')
  expect(screen.getByText(/24 小时内下载/)).toBeTruthy()
})

test('an export goes on while its panel is closed, and can be cancelled', async () => {
  streams({ state: 'running', progress: 0.4, note: '正在装入文件 40/100', finished_at: null })
  server.handlers['DELETE /api/job/j1'] = () => ok(null)
  showKnowledgeBase('?dataset_id=d2')
  await chooseFromMenu('导出整个知识库')
  await press('开始导出')
  expect(await screen.findByText('正在装入文件 40/100')).toBeTruthy()
  await press('关闭')
  await chooseFromMenu('导出整个知识库')
  expect(await screen.findByText('正在装入文件 40/100')).toBeTruthy()
  await press('取消')
  await waitFor(() => expect(server.asked('DELETE /api/job/j1')).toHaveLength(1))
  expect(server.asked(EXPORT)).toHaveLength(1)
})

test('an export that cannot begin says why, one that failed begins anew', async () => {
  server.handlers[EXPORT] = () => refused(507, { problem: 'disk.full' }, '磁盘已满，没有保存')
  showKnowledgeBase('?dataset_id=d2')
  await chooseFromMenu('导出整个知识库')
  await press('开始导出')
  expect(await screen.findByText('磁盘已满，没有保存')).toBeTruthy()
  server.handlers[EXPORT] = () => ok({ job_id: 'j1' })
  streams({ state: 'failed', error: '服务器正忙，请稍后重试' })
  await press('开始导出')
  expect(await screen.findByText('服务器正忙，请稍后重试')).toBeTruthy()
  await press('重新开始')
  expect(await screen.findByRole('button', { name: '开始导出' })).toBeTruthy()
})

test('an archive comes in, says how much of it, and leads to the new list', async () => {
  server.handlers[REPORT] = () => report()
  const { query } = showKnowledgeBase()
  await chooseArchive()

  expect(await screen.findByText(/「骨干网络」导入了 12 份文档，3 条批注/)).toBeTruthy()
  expect(server.bodies('POST /api/upload')).toEqual([{ name: '骨干网络.zip', size: 3, purpose: 'archive' }])
  expect(server.bodies(IMPORT)).toEqual([{ upload_id: 'p1' }])
  await press('打开')
  await waitFor(() => expect(query().get('dataset_id')).toBe('d2'))
  expect(screen.queryByText(/导入了 12 份/)).toBeNull()
})

test('what did not come is named with its reason', async () => {
  server.handlers[REPORT] = () =>
    report({
      added: 11,
      failed: 1,
      remarks: [{ name: '坏.pdf', reason: '文件的内容与导出时不同，可能已损坏' }],
    })
  showKnowledgeBase()
  await chooseArchive()
  expect(await screen.findByText(/1 份没有导入/)).toBeTruthy()
  expect(screen.getByText('坏.pdf')).toBeTruthy()
  expect(screen.getByText('文件的内容与导出时不同，可能已损坏')).toBeTruthy()
})

test('a foreign archive is refused with what to do, and another can be chosen', async () => {
  const error = '这不是从科学导航导出的知识库。请选择「导出整个知识库」得到的压缩包'
  server.handlers[REPORT] = () => report({ state: 'failed', dataset_id: null, dataset_name: null, error })
  showKnowledgeBase()
  await chooseArchive()
  expect(await screen.findByText(error)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '打开' })).toBeNull()
  await press('导入另一个')
  expect(await screen.findByLabelText('选择文件')).toBeTruthy()
})

test('an import that may not begin says why', async () => {
  server.handlers[IMPORT] = () => refused(409, { problem: 'archive.busy' }, '您有一个知识库正在导入')
  showKnowledgeBase()
  await chooseArchive()
  expect(await screen.findByText(/没有导入：您有一个知识库正在导入/)).toBeTruthy()
  await press('重新选择')
  expect(await screen.findByLabelText('选择文件')).toBeTruthy()
})

test('public knowledge bases are not brought in, and one only reads can still be taken out', async () => {
  showKnowledgeBase('?dataset_id=d9')
  await press('更多操作')
  expect(await screen.findByRole('menuitem', { name: '导出整个知识库' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '导入知识库：AI 知识库' })).toBeNull()
})
