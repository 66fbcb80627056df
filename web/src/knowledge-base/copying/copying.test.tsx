import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { datasetOf } from '../../testing/datasets.ts'
import { ok } from '../../testing/fake-server.ts'
import {
  chooseFromMenu,
  knowledgeBaseServer,
  OPERATE,
  showKnowledgeBase,
} from '../../testing/knowledge-base.tsx'
import { press } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { useCopies } from '../list/list-jobs.ts'

const AT = '2026-11-20T00:00:00.000Z'
const COPY = `POST ${OPERATE}`

let server: ReturnType<typeof knowledgeBaseServer>

/** What the stream of the copying job says, event by event. */
function streamOfJob(): (state: object) => Promise<void> {
  const job = {
    id: 'j1',
    name: 'datasets.copy',
    title: '复制知识库',
    note: null,
    error: null,
    created_at: AT,
  }
  let out: ReadableStreamDefaultController<Uint8Array>
  server.handlers['GET /api/job/j1/stream'] = () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          out = controller
        },
      }),
    )
  return (state) =>
    act(async () => {
      const event = JSON.stringify({ ...job, progress: 0, finished_at: null, ...state })
      out.enqueue(new TextEncoder().encode(`id: 1\ndata: ${event}\n\n`))
    })
}

beforeEach(() => {
  server = knowledgeBaseServer()
  useCopies.setState({ jobs: {} })
  server.handlers[COPY] = () => ok({ ...datasetOf('d2', '我的文献（副本）'), copy_job_id: 'j1' })
})
afterEach(cleanup)

async function copyAll(): Promise<URLSearchParams> {
  const { query } = showKnowledgeBase()
  await chooseFromMenu('复制到…')
  await press('复制到这里')
  await waitFor(() => expect(query().get('dataset_id')).toBe('d2'))
  return query()
}

test('whoever copies a large list sees in the copy how far it is, and that it has ended', async () => {
  const tell = streamOfJob()
  await copyAll()
  expect(server.bodies(COPY)).toEqual([{ dataset_id: 'd1', operation: 'copy' }])
  await screen.findByText('正在排队')
  await tell({ state: 'running', progress: 0.4, note: '已复制 200 份' })
  expect(await screen.findByText('已复制 200 份')).toBeTruthy()
  await tell({ state: 'done', progress: 1, finished_at: AT })
  expect(await screen.findByText('复制完成')).toBeTruthy()
  await press('知道了')
  expect(screen.queryByText('复制完成')).toBeNull()
})

test('a copy that fails on the way says that it is not whole', async () => {
  const tell = streamOfJob()
  await copyAll()
  await screen.findByText('正在排队')
  await tell({ state: 'failed', error: 'fell', finished_at: AT })
  expect(await screen.findByText(/没有复制完成，已复制的部分保留在这里/)).toBeTruthy()
})

test('a small list is copied at once', async () => {
  server.handlers[COPY] = () => ok(datasetOf('d2', '我的文献（副本）'))
  await copyAll()
  expect(useToasts.getState().toasts.at(-1)?.text).toBe('已复制为「我的文献（副本）」')
  expect(screen.queryByText('正在排队')).toBeNull()
})
