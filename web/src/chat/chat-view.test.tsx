import { ANSWER_CUT } from '@scinav/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { citationOf, metaOf, openStream, recordByQuotes as record, streamOf } from '../testing/chat.ts'
import { chatServer, RECORDS, RESUME, SEND, showChat } from '../testing/chat-view.tsx'
import { ok, refused } from '../testing/fake-server.ts'
import { cacheOf, fill, lastToast, press } from '../testing/show.tsx'

let server: ReturnType<typeof chatServer>
let list: object[]

const meta = metaOf('r1', 'extractive')

beforeEach(() => {
  list = []
  server = chatServer(() => list)
})
afterEach(cleanup)

test('a question goes out on Enter and its answer is kept as a record', async () => {
  server.handlers[SEND] = () => {
    list = [record({ answer: '因为湿度[1]。', citations: [citationOf()] })]
    return streamOf(1, meta, ['delta', { text: '因为' }], ['delta', { text: '湿度。' }], ['done', {}])
  }
  showChat()
  const field = await fill('问题', '为何衰减')
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  await screen.findByText('原文摘录')
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('因为湿度'))
  expect(server.asked(SEND)[0]?.body).toMatchObject({ message: '为何衰减' })
})

test('a question sent while an answer ends goes out when it has ended', async () => {
  const said = new TransformStream<Uint8Array, Uint8Array>()
  server.handlers[SEND] = () =>
    new Response(said.readable, { headers: { 'content-type': 'text/event-stream' } })
  void streamOf(1, meta, ['delta', { text: '因为湿度。' }]).body?.pipeTo(said.writable, {
    preventClose: true,
  })
  showChat('为何衰减')
  await screen.findByText(/因为湿度/)
  const field = await fill('问题', '那温度呢')
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  expect(screen.getByText('这个回答结束后就发送')).toBeTruthy()
  expect(screen.getByRole('article').getAttribute('translate')).toBe('no')
  server.handlers[SEND] = () => streamOf(1, meta, ['delta', { text: '温度也是。' }], ['done', {}])
  list = [record({ answer: '因为湿度。' })]
  await streamOf(3, ['done', {}]).body?.pipeTo(said.writable)
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(2))
  expect(server.asked(SEND)[1]?.body).toMatchObject({ message: '那温度呢' })
  await waitFor(() => expect(field).toHaveProperty('value', ''))
})

test('a question that waits for the end of an answer can be kept back', async () => {
  const said = new TransformStream<Uint8Array, Uint8Array>()
  server.handlers[SEND] = () =>
    new Response(said.readable, { headers: { 'content-type': 'text/event-stream' } })
  void streamOf(1, meta, ['delta', { text: '因为湿度。' }]).body?.pipeTo(said.writable, {
    preventClose: true,
  })
  showChat('为何衰减')
  await screen.findByText(/因为湿度/)
  const field = await fill('问题', '那温度呢')
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  await press('先不发')
  list = [record({ answer: '因为湿度。' })]
  await streamOf(3, ['done', {}]).body?.pipeTo(said.writable)
  await screen.findByRole('button', { name: '重新回答' })
  expect(server.asked(SEND)).toHaveLength(1)
  expect(field).toHaveProperty('value', '那温度呢')
})

test('an Enter that confirms a word of an input method sends nothing, in Safari too', async () => {
  server.handlers[SEND] = () => streamOf(1, meta, ['done', {}])
  showChat()
  const field = await fill('问题', 'weihe')
  await act(async () => fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 }))
  await act(async () => fireEvent.keyDown(field, { key: 'Enter', isComposing: true }))
  expect(server.asked(SEND)).toHaveLength(0)
})

test('an answer that was cut off says so, and goes on when asked to', async () => {
  list = [record({ answer: '因为湿', notices: [ANSWER_CUT] })]
  server.handlers[SEND] = () => streamOf(1, meta, ['done', {}])
  showChat()
  await screen.findByText(ANSWER_CUT)
  await press('继续')
  await waitFor(() =>
    expect(server.asked(SEND)[0]?.body).toMatchObject({ message: expect.stringContaining('继续写') }),
  )
})

test('screen readers are told when an answer is complete', async () => {
  const said = new TransformStream<Uint8Array, Uint8Array>()
  server.handlers[SEND] = () =>
    new Response(said.readable, { headers: { 'content-type': 'text/event-stream' } })
  void streamOf(1, meta, ['delta', { text: '因为湿度。' }]).body?.pipeTo(said.writable, {
    preventClose: true,
  })
  showChat('为何衰减')
  await screen.findByText('因为湿度。')
  const outcome = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)
  expect(outcome()).not.toContain('回答完成')
  list = [record({ answer: '因为湿度。' })]
  await streamOf(4, ['done', {}]).body?.pipeTo(said.writable)
  await waitFor(() => expect(outcome()).toContain('回答完成'))
})

test('the quote of a mark that is pointed at goes on to show when its answer ends', async () => {
  const said = new TransformStream<Uint8Array, Uint8Array>()
  const cited = citationOf({ paper_id: null })
  const begun = streamOf(1, meta, ['delta', { text: '因为湿度[1]。' }], ['citation', cited])
  server.handlers[SEND] = () =>
    new Response(said.readable, { headers: { 'content-type': 'text/event-stream' } })
  void begun.body?.pipeTo(said.writable, { preventClose: true })
  showChat('为何衰减')
  const mark = await screen.findByRole('button', { name: /^引用 1/ })
  fireEvent.pointerEnter(mark)
  await screen.findByRole('tooltip')
  list = [record({ answer: '因为湿度[1]。', citations: [cited] })]
  await streamOf(4, ['done', {}]).body?.pipeTo(said.writable)
  await screen.findByRole('button', { name: '重新回答' })
  expect(screen.getByRole('tooltip').textContent).toContain('Humidity does it.')
})

test('a refused question says why, and 重试 sends it again', async () => {
  server.handlers[SEND] = () => refused(429, { problem: 'chat.too_fast' }, '提问过于频繁')
  showChat('为何衰减')
  await screen.findByText('提问过于频繁')
  await press('重试')
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(2))
})

test('a tool that changes something shows its arguments and asks first', async () => {
  const call = { call_id: 't1', name: 'delete_note', state: 'approval', args: { note: 7 } }
  list = [record({ status: 'streaming' })]
  server.handlers[RESUME] = () => streamOf(1, meta, ['tool', call])
  server.handlers['POST /api/application/chat/approve'] = () => ok(null)
  showChat()
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

test('an answer that has ended keeps its tools, and nothing more is asked about them', async () => {
  const call = { call_id: 't1', name: 'delete_note', state: 'approval', args: { note: 7 } }
  const done = { call_id: 't2', name: 'find_note', state: 'done', result: '找到 3 条' }
  list = [record({ status: 'cancelled', tool_calls: [call, done] })]
  showChat()
  expect((await screen.findByRole('region', { name: '工具 delete_note' })).textContent).toContain(
    '没有运行完',
  )
  expect(screen.getByRole('region', { name: '工具 find_note' }).textContent).toContain('找到 3 条')
  expect(screen.queryByRole('button', { name: '同意运行' })).toBeNull()
})

test('half a sentence that its source does not support is struck out, and brought back from the message', async () => {
  const REDACT = 'PUT /api/application/a1/chat/c1/chat_record/r1/struck'
  const answer = '因为湿度[1]，以及温度[2]。'
  const citations = [citationOf(), citationOf({ n: 2, start: 12, end: 15, support: 'unsupported' })]
  const set = (struck: object[]) => () => {
    list = [record({ answer, citations, struck })]
    return ok(struck)
  }
  set([])()
  server.handlers[REDACT] = set([{ start: 7, end: 15 }])
  showChat()
  await press('删去这半句')
  await screen.findByText(/已删去 1 处原文不支持的说法/)
  expect(screen.getByRole('article').textContent).toContain('因为湿度')
  expect(screen.getByRole('article').textContent).not.toContain('温度')
  expect(server.asked(REDACT)[0]?.body).toEqual({ mark: 12, struck: true })

  server.handlers[REDACT] = set([])
  await press('恢复')
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('以及温度'))
  expect(server.asked(REDACT)[1]?.body).toEqual({ mark: 12, struck: false })
})

test('what is typed and not sent is there after a reload', async () => {
  const first = showChat()
  await fill('问题', '还没问')
  first.unmount()
  showChat()
  expect(await screen.findByLabelText('问题')).toHaveProperty('value', '还没问')
})

test('who leaves a chat before its answer has ended finds it on coming back', async () => {
  const cache = cacheOf(30_000)
  server.handlers[SEND] = () => openStream(streamOf(1, meta, ['delta', { text: '因为湿度。' }]))
  const first = showChat(undefined, cache)
  const field = await fill('问题', '为何衰减')
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  await screen.findByText(/因为湿度/)
  first.unmount()
  list = [record({ answer: '因为湿度与温度。' })]
  showChat(undefined, cache)
  await screen.findByText(/因为湿度与温度/)
})

test('a follow-up question is asked by pressing it', async () => {
  list = [record()]
  server.handlers[SEND] = () => streamOf(1, meta, ['done', {}])
  showChat()
  await press('如何封装')
  await waitFor(() => expect(server.asked(SEND)[0]?.body).toMatchObject({ message: '如何封装' }))
})

test('another answer to the same question is shown by its arrow', async () => {
  list = [record({ sibling_index: 2, sibling_count: 3, sibling_ids: ['r0', 'r1', 'r2'] })]
  showChat()
  await press('上一个回答')
  await waitFor(() => expect(server.asked(RECORDS).at(-1)?.query.get('through')).toBe('r0'))
  await press('下一个回答')
  await waitFor(() => expect(server.asked(RECORDS).at(-1)?.query.get('through')).toBe('r2'))
})

test('the chosen model answers follow-up questions and the same question again, also after a reload', async () => {
  const about = { available: true, reason: null, external: false, search_hosts: [] }
  const model = (id: string, name: string) => ({ id, name, ...about })
  server.handlers['GET /api/application/a1/app_model_mapping'] = () =>
    ok([
      { ...model('m1', '甲'), default: true },
      { ...model('m2', '乙'), default: false },
    ])
  list = [record()]
  server.handlers[SEND] = () => streamOf(1, meta, ['done', {}])
  const first = showChat()
  fireEvent.change(await screen.findByLabelText('模型'), { target: { value: 'm2' } })
  await press('如何封装')
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(1))
  await press('重新回答')
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(2))
  first.unmount()
  showChat()
  await press('重新回答')
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(3))
  expect(server.asked(SEND).map(({ body }) => body)).toMatchObject([
    { message: '如何封装', model: 'm2' },
    { mode: 'regenerate', parent_id: 'r1', model: 'm2' },
    { mode: 'regenerate', parent_id: 'r1', model: 'm2' },
  ])
})

test('tools that are switched on and ready go along with a question', async () => {
  const tools = (id: string, enabled: boolean, state: string) => ({ id, enabled, state, tools: [] })
  const told = { description: '', message: null }
  server.handlers['GET /api/application/mcp/list'] = () =>
    ok([
      { ...told, name: 'A', ...tools('s1', true, 'ready') },
      { ...told, name: 'B', ...tools('s2', false, 'ready') },
      { ...told, name: 'C', ...tools('s3', true, 'failed') },
    ])
  server.handlers[SEND] = () => streamOf(1, meta)
  showChat('为何衰减')
  await waitFor(() => expect(server.asked(SEND)[0]?.body).toMatchObject({ mcp_ids: ['s1'] }))
})

test('an answer to the same question stands in the place of the first one while it is written', async () => {
  list = [record({ id: 'r0', answer: '先前的回答。' })]
  server.handlers[SEND] = () => openStream(streamOf(1, meta, ['delta', { text: '因为' }]))
  showChat()
  await press('重新回答')
  await screen.findByText('因为')
  expect(screen.queryByText('先前的回答。')).toBeNull()
})

test('what could not be told to a tool is said, and it can be told again', async () => {
  const APPROVE = 'POST /api/application/chat/approve'
  const call = { call_id: 't1', name: 'delete_note', state: 'approval', args: { note: 7 } }
  list = [record({ status: 'streaming' })]
  server.handlers[RESUME] = () => streamOf(1, meta, ['tool', call])
  server.handlers[APPROVE] = () => refused(409, { problem: 'chat.not_waiting' }, '已经不在等了')
  showChat()
  await press('同意运行')
  await waitFor(() => expect(lastToast()?.text).toBe('没有送达：已经不在等了'))
  server.handlers[APPROVE] = () => ok(null)
  await press('同意运行')
  await waitFor(() => expect(server.asked(APPROVE)).toHaveLength(2))
  expect(server.asked(APPROVE)[1]?.body).toMatchObject({ call_id: 't1', approved: true })
})
