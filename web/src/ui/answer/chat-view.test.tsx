import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { fill, pageOf, press, showAt } from '../../testing/show.tsx'
import { ChatView } from './chat-view.tsx'

const RECORDS = 'GET /api/application/a1/chat/c1/chat_record/1/50'
const SEND = 'POST /api/application/chat_message/c1'
const RESUME = 'GET /api/application/a1/chat/c1/chat_record/r1/stream'
let server: ReturnType<typeof fakeServer>
let list: object[]

const record = (over: object = {}) => ({
  id: 'r1',
  chat_id: 'c1',
  application_id: 'a1',
  parent_id: null,
  sibling_index: 1,
  sibling_count: 1,
  sibling_ids: ['r1'],
  question: '为何衰减',
  attachments: [],
  answer: '因为湿度。',
  reasoning: '',
  status: 'done',
  citations: [],
  engine: 'extractive',
  model: null,
  notices: [],
  usage: null,
  error: null,
  stream_seq: 9,
  thumbs_flag: 0,
  thumbs_reasons: [],
  other_questions: ['如何封装'],
  created_at: '2026-11-21T00:00:00.000Z',
  finished_at: null,
  ...over,
})
const frames = (from: number, ...events: [string, object][]) =>
  new Response(
    events
      .map(([name, data], at) => `id: ${from + at}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      .join(''),
    { headers: { 'content-type': 'text/event-stream' } },
  )
const meta: [string, object] = [
  'meta',
  { chat_id: 'c1', chat_record_id: 'r1', application_id: 'a1', model: null, engine: 'extractive' },
]

beforeEach(() => {
  sessionStorage.clear()
  list = []
  server = fakeServer({
    [RECORDS]: () => ok(pageOf(list)),
    'GET /api/application/a1/app_model_mapping': () => ok([]),
    'GET /api/application/userPrompt/list': () => ok({ own: [], ready: [] }),
  })
})
afterEach(cleanup)

const show = (question?: string) =>
  showAt('/agent', <ChatView application_id="a1" chat_id="c1" question={question} />)

test('a question goes out on Enter and its answer is kept as a record', async () => {
  server.handlers[SEND] = () => {
    list = [record()]
    return frames(1, meta, ['delta', { text: '因为' }], ['delta', { text: '湿度。' }], ['done', {}])
  }
  show()
  const field = await fill('问题', '为何衰减')
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  await screen.findByText('因为湿度。')
  await screen.findByText('原文摘录')
  expect(server.asked(SEND)[0]?.body).toMatchObject({ message: '为何衰减' })
})

test('a cut answer is joined under the same key after its last event', async () => {
  const answers = [
    () => frames(1, meta, ['delta', { text: '因为' }]),
    () => {
      list = [record()]
      return frames(3, ['delta', { text: '湿度。' }], ['done', {}])
    },
  ]
  server.handlers[SEND] = () => answers.shift()?.() ?? frames(9)
  show('为何衰减')
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(2), { timeout: 3_000 })
  const [first, second] = server.asked(SEND).map(({ headers }) => headers)
  expect(second?.['last-event-id']).toBe('2')
  expect(second?.['idempotency-key']).toBe(first?.['idempotency-key'])
  await screen.findByText('因为湿度。')
})

test('an answer that was under way when the page was loaded is taken up again', async () => {
  list = [record({ status: 'streaming', answer: '因' })]
  server.handlers[RESUME] = () => {
    list = [record()]
    return frames(1, meta, ['delta', { text: '因为湿度。' }], ['done', {}])
  }
  show()
  await waitFor(() => expect(server.asked(RESUME)).toHaveLength(1))
  await screen.findByText('因为湿度。')
  expect(server.asked(SEND)).toEqual([])
})

test('a refused question says why, and 重试 sends it again', async () => {
  server.handlers[SEND] = () => refused(429, { problem: 'chat.too_fast' }, '提问过于频繁')
  show('为何衰减')
  await screen.findByText('提问过于频繁')
  await press('重试')
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(2))
})

test('a tool that changes something shows its arguments and asks first', async () => {
  const call = { call_id: 't1', name: 'delete_note', state: 'approval', args: { note: 7 } }
  list = [record({ status: 'streaming' })]
  server.handlers[RESUME] = () => frames(1, meta, ['tool', call])
  server.handlers['POST /api/application/chat/approve'] = () => ok(null)
  show()
  await screen.findByText(/"note": 7/)
  await press('不运行')
  await waitFor(() =>
    expect(server.asked('POST /api/application/chat/approve')[0]?.body).toEqual({
      chat_record_id: 'r1',
      call_id: 't1',
      approved: false,
    }),
  )
})

test('what is typed and not sent is there after a reload', async () => {
  const first = show()
  await fill('问题', '还没问')
  first.unmount()
  show()
  expect(await screen.findByLabelText('问题')).toHaveProperty('value', '还没问')
})

test('a follow-up question is asked by pressing it', async () => {
  list = [record()]
  server.handlers[SEND] = () => frames(1, meta, ['done', {}])
  show()
  await press('如何封装')
  await waitFor(() => expect(server.asked(SEND)[0]?.body).toMatchObject({ message: '如何封装' }))
})
