import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endedStream, quietChat, recordOf } from '../../testing/chat.ts'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { fill, press, showAt } from '../../testing/show.tsx'
import { ChatView } from '../chat-view.tsx'

const SEND = 'POST /api/application/chat_message/c1'
const MODELS = 'GET /api/application/a1/app_model_mapping'
const KEPT = 'GET /api/user_setting/get/outside-models/chat'
const SAVE = 'POST /api/user_setting/save'
let server: ReturnType<typeof fakeServer>
let records: object[]

const model = (over: object) => ({
  default: false,
  available: true,
  reason: null,
  external: false,
  host: null,
  search_hosts: [] as string[],
  ...over,
})
const far = model({ id: 'far', name: '远方', default: true, external: true, host: 'api.example.com' })
const quotes = model({ id: 'extractive', name: '原文摘录（不使用模型）' })

beforeEach(async () => {
  // Fetched when it is needed: here before, so that no test waits for it.
  await Promise.all([import('./outside-notice.tsx'), import('../answer/markdown.tsx')])
  sessionStorage.clear()
  records = []
  server = fakeServer({
    ...quietChat(() => records),
    [MODELS]: () => ok([far, quotes]),
    [KEPT]: () => ok(null),
    [SAVE]: () => ok(null),
    [SEND]: () => endedStream(),
  })
})
afterEach(cleanup)

const show = (question?: string) =>
  showAt('/agent', <ChatView application_id="a1" chat_id="c1" question={question} />)

async function ask(text: string): Promise<HTMLElement> {
  const field = await fill('问题', text)
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  return field
}
const sent = () => server.asked(SEND).map(({ body }) => body)

test('before text first goes to a model outside, the person is told whom it goes to', async () => {
  show()
  const field = await ask('为何衰减')
  await screen.findByText('api.example.com', { selector: 'strong' })
  expect(sent()).toEqual([])
  await press('同意并发送')
  await waitFor(() => expect(sent()).toMatchObject([{ message: '为何衰减', model: 'far' }]))
  await waitFor(() =>
    expect(server.asked(SAVE)[0]?.body).toEqual({
      key: 'outside-models',
      type: 'chat',
      value: ['api.example.com'],
    }),
  )
  expect(field).toHaveProperty('value', '')
})

test('who has agreed is not asked again, in this chat or on another day', async () => {
  const first = show()
  await ask('为何衰减')
  await press('同意并发送')
  await waitFor(() => expect(sent()).toHaveLength(1))
  first.unmount()
  server.handlers[KEPT] = () => ok(['api.example.com'])
  show()
  await ask('如何封装')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(screen.queryByText('同意并发送')).toBeNull()
})

test('agreeing to one host is not agreeing to another, and both are kept', async () => {
  server.handlers[KEPT] = () => ok(['api.elsewhere.com'])
  show()
  await ask('为何衰减')
  await press('同意并发送')
  await waitFor(() =>
    expect(server.asked(SAVE)[0]?.body).toMatchObject({ value: ['api.elsewhere.com', 'api.example.com'] }),
  )
})

test('where the consent cannot be kept nothing is sent, and the question stays', async () => {
  server.handlers[SAVE] = () => refused(503, { problem: 'server.busy' }, '服务器忙')
  show()
  const field = await ask('为何衰减')
  await press('同意并发送')
  await waitFor(() => expect(server.asked(SAVE)).toHaveLength(1))
  expect(sent()).toEqual([])
  expect(field).toHaveProperty('value', '为何衰减')
})

test('a model outside that only helps to find evidence is told of too, and can be done without', async () => {
  const near = model({ id: 'near', name: '本机模型', default: true, search_hosts: ['vectors.example.com'] })
  server.handlers[MODELS] = () => ok([near, { ...quotes, search_hosts: near.search_hosts }])
  show()
  await ask('为何衰减')
  await screen.findByText('vectors.example.com', { selector: 'strong' })
  expect(sent()).toEqual([])
  await press('只按字词查找')
  await waitFor(() => expect(sent()).toMatchObject([{ message: '为何衰减', model: 'near' }]))
  expect(server.asked(SAVE)).toEqual([])
  await waitFor(() => expect(screen.queryByRole('button', { name: '停止' })).toBeNull())
  await ask('如何封装')
  await waitFor(() => expect(sent()).toHaveLength(2))
})

test('one word agrees to the model that answers and to those that help it', async () => {
  server.handlers[MODELS] = () => ok([{ ...far, search_hosts: ['vectors.example.com'] }, quotes])
  show()
  await ask('为何衰减')
  await press('同意并发送')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(server.asked(SAVE)[0]?.body).toMatchObject({ value: ['api.example.com', 'vectors.example.com'] })
})

test('who wants to stay inside is answered without the model, from then on', async () => {
  show()
  await ask('为何衰减')
  await press('只用本机回答')
  await waitFor(() => expect(sent()).toMatchObject([{ message: '为何衰减', model: 'extractive' }]))
  expect(await screen.findByLabelText('模型')).toHaveProperty('value', 'extractive')
  await waitFor(() => expect(screen.queryByRole('button', { name: '停止' })).toBeNull())
  await ask('如何封装')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject({ model: 'extractive' })
  expect(server.asked(SAVE)).toEqual([])
})

test('a question that is not sent after all stays in the field', async () => {
  show()
  const field = await ask('为何衰减')
  await press('先不发送')
  expect(sent()).toEqual([])
  expect(field).toHaveProperty('value', '为何衰减')
})

test('a question that the address brings waits for the same answer', async () => {
  show('为何衰减')
  await press('先不发送')
  expect(sent()).toEqual([])
  await waitFor(() => expect(screen.getByLabelText('问题')).toHaveProperty('value', '为何衰减'))
})

test('asking again and following up pass the same notice', async () => {
  records = [recordOf()]
  show()
  await press('重新回答')
  await press('先不发送')
  await press('如何封装')
  await screen.findByText('同意并发送')
  expect(sent()).toEqual([])
})

test('where it is not known which model would answer, nothing is sent and nothing is lost', async () => {
  server.handlers[MODELS] = () => refused(503, { problem: 'server.busy' }, '服务器忙')
  show()
  const field = await ask('为何衰减')
  await waitFor(() => expect(server.asked(MODELS).length).toBeGreaterThan(1))
  expect(sent()).toEqual([])
  expect(field).toHaveProperty('value', '为何衰减')
})

test('a failed answer of a model outside can be had from the texts instead, with no notice', async () => {
  records = [
    recordOf({ status: 'failed', error: { code: 'provider_error', message: '中断了。', retryable: true } }),
  ]
  show()
  await press('改用原文摘录')
  await waitFor(() =>
    expect(sent()).toMatchObject([{ mode: 'regenerate', parent_id: 'r1', model: 'extractive' }]),
  )
})
