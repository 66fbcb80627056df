import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { metaOf, openStream, recordByQuotes as record, recordOf, streamOf } from '../testing/chat.ts'
import { chatServer, RECORDS, RESUME, SEND, showChat } from '../testing/chat-view.tsx'
import { ok, refused } from '../testing/fake-server.ts'
import { fill, lastToast, pageOf, press } from '../testing/show.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'

const CANCEL = 'POST /api/application/chat/cancel'
let server: ReturnType<typeof chatServer>
let list: object[]

const meta = metaOf('r1', 'extractive')

beforeEach(() => {
  list = []
  server = chatServer(() => list)
})
afterEach(cleanup)

test('a cut answer is joined under the same key after its last event', async () => {
  const answers = [
    () => streamOf(1, meta, ['delta', { text: '因为' }]),
    () => {
      list = [record()]
      return streamOf(3, ['delta', { text: '湿度。' }], ['done', {}])
    },
  ]
  server.handlers[SEND] = () => answers.shift()?.() ?? streamOf(9)
  showChat('为何衰减')
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(2))
  const [first, second] = server.asked(SEND).map(({ headers }) => headers)
  expect(second?.['last-event-id']).toBe('2')
  expect(second?.['idempotency-key']).toBe(first?.['idempotency-key'])
  await screen.findByText('因为湿度。')
})

test('an answer that was under way when the page was loaded is taken up again', async () => {
  list = [record({ status: 'streaming', answer: '因' })]
  server.handlers[RESUME] = () => {
    list = [record()]
    return streamOf(1, meta, ['delta', { text: '因为湿度。' }], ['done', {}])
  }
  showChat()
  await waitFor(() => expect(server.asked(RESUME)).toHaveLength(1))
  await screen.findByText('因为湿度。')
  expect(server.asked(SEND)).toEqual([])
})

test('an answer that could not be stopped says so and goes on; one that could says nothing', async () => {
  useToasts.setState({ toasts: [] })
  server.handlers[SEND] = () => openStream(streamOf(1, meta, ['delta', { text: '因为' }]))
  server.handlers[CANCEL] = () => refused(500, { problem: 'server.failed' }, '服务器出了问题')
  showChat('为何衰减')
  await screen.findByText('因为')
  await press('停止')
  await waitFor(() => expect(lastToast()?.text).toBe('没有停下：服务器出了问题'))
  expect(server.bodies(CANCEL)).toEqual([{ chat_id: 'c1', chat_record_id: 'r1' }])
  useToasts.setState({ toasts: [] })
  server.handlers[CANCEL] = () => ok(null)
  await press('停止')
  await waitFor(() => expect(server.asked(CANCEL)).toHaveLength(2))
  expect(lastToast()).toBeUndefined()
})

test('an answer that is taken up shows what it had until its events have said as much', async () => {
  list = [record({ status: 'streaming', answer: '因为湿' })]
  server.handlers[RESUME] = () => openStream(streamOf(1, meta, ['delta', { text: '因' }]))
  showChat()
  await waitFor(() => expect(server.asked(RESUME)).toHaveLength(1))
  await screen.findByText('正在写')
  expect(screen.getByText('因为湿')).toBeTruthy()
})

test('a stream that does not reach back leaves the text in its place until the record is read', async () => {
  list = [record({ status: 'streaming', answer: '因为湿' })]
  let read = (): void => undefined
  server.handlers[RESUME] = () => {
    server.handlers[RECORDS] = () =>
      new Promise((resolve) => {
        read = () => resolve(ok(pageOf([record()])))
      })
    return streamOf(8, ['reset', {}], ['done', {}])
  }
  showChat()
  await waitFor(() => expect(server.asked(RECORDS)).toHaveLength(2))
  expect(screen.getByText('因为湿')).toBeTruthy()
  await act(async () => read())
  await screen.findByText('因为湿度。')
})

const CHECKING: [string, object] = ['checking', { claims: 1 }]

test('an answer that is being checked can be copied and exported, and the next question is sent', async () => {
  const checked = recordOf({ status: 'checking', citations: [] })
  server.handlers[SEND] = ({ body }) => {
    if ((body as { message: string }).message !== '为何衰减')
      return openStream(streamOf(1, metaOf('r2', 'model')))
    list = [checked]
    return openStream(streamOf(1, metaOf('r1', 'model'), ['delta', { text: '因为湿度[1]。' }], CHECKING))
  }
  showChat('为何衰减')
  await screen.findByText(/正在核对引文/)
  await screen.findByRole('button', { name: '复制' })
  expect(screen.getByRole('button', { name: '导出回答' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '停止' })).toBeNull()
  await fill('问题', '那温度呢')
  await press('发送')
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(2))
  await screen.findByRole('heading', { name: '那温度呢' })
  expect(screen.getByRole('heading', { name: '为何衰减' })).toBeTruthy()
})

test('an answer that was being checked when the page was loaded gets its marks and changes', async () => {
  list = [recordOf({ status: 'checking', answer: '因为温度。', citations: [] })]
  const change = { start: 0, end: 5, text: '因为湿度。', undoable: true }
  server.handlers[RESUME] = () =>
    openStream(
      streamOf(1, metaOf('r1', 'model'), ['delta', { text: '因为温度。' }], CHECKING, ['revision', change]),
    )
  showChat()
  await screen.findByRole('region', { name: '核对后的修改' })
  expect(await screen.findByText('因为湿度。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /撤销修改/ })).toBeNull()
})
