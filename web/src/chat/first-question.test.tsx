import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { metaOf, quietChat, recordOf, streamOf } from '../testing/chat.ts'
import { fakeServer, refused } from '../testing/fake-server.ts'
import { press, showAt } from '../testing/show.tsx'
import { ChatView } from './chat-view.tsx'

const SEND = 'POST /api/application/chat_message/c1'
const QUESTION = '为何衰减'

let server: ReturnType<typeof fakeServer>
let list: object[] = []
beforeEach(() => {
  sessionStorage.clear()
  list = []
  server = fakeServer(quietChat(() => list))
})
afterEach(cleanup)

/** A page with a question in its address. */
function load(question = QUESTION) {
  const onAsked = vi.fn()
  showAt('/agent', <ChatView application_id="a1" chat_id="c1" question={question} onAsked={onAsked} />)
  return onAsked
}

const keys = () => server.asked(SEND).map(({ headers }) => headers['idempotency-key'])

test('the address keeps its question until the server has it', async () => {
  const answer = Promise.withResolvers<Response>()
  server.handlers[SEND] = () => answer.promise
  const onAsked = load()
  await waitFor(() => expect(keys()).toHaveLength(1))
  expect(onAsked).not.toHaveBeenCalled()
  answer.resolve(streamOf(1, metaOf('r1', 'extractive')))
  await waitFor(() => expect(onAsked).toHaveBeenCalled())
})

test('a question that is refused is not asked again by itself', async () => {
  server.handlers[SEND] = () => refused(429, { problem: 'chat.too_fast' }, '提问过于频繁')
  const onAsked = load()
  await screen.findByText('提问过于频繁')
  await waitFor(() => expect(onAsked).toHaveBeenCalled())
})

test('what was refused goes back into the field, and leaves it when it is sent after all', async () => {
  server.handlers[SEND] = () => refused(422, { problem: 'model.missing' }, '没有模型')
  load()
  await screen.findByText(/^未配置模型：/)
  const field = screen.getByLabelText('问题') as HTMLTextAreaElement
  await waitFor(() => expect(field.value).toBe(QUESTION))
  server.handlers[SEND] = () => streamOf(1, metaOf('r1', 'extractive'))
  await press('重试')
  await waitFor(() => expect(keys()).toHaveLength(2))
  await waitFor(() => expect(field.value).toBe(''))
})

test('a page that is loaded again before its first question was kept asks under the same key', async () => {
  server.handlers[SEND] = () => new Promise<Response>(() => {})
  for (const question of [QUESTION, QUESTION, '何时衰减']) {
    const before = keys().length
    load(question)
    await waitFor(() => expect(keys()).toHaveLength(before + 1))
    cleanup()
  }
  const [first, again, other] = keys()
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a page that is loaded again when its question is kept already does not ask it', async () => {
  list = [recordOf({ question: QUESTION, answer: '因为湿度。' })]
  const onAsked = load()
  await screen.findByText('因为湿度。')
  await waitFor(() => expect(onAsked).toHaveBeenCalled())
  expect(keys()).toEqual([])
})
