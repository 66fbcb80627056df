import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endedStream, quietChat, recordOf } from '../testing/chat.ts'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { fill, pageOf, press, showAt } from '../testing/show.tsx'
import { SCIENTIFIC_APPLICATION } from './ask.ts'
import { ResultScreen } from './result-screen.tsx'
import { ScientificScreen } from './scientific-screen.tsx'

const CHAT = `/api/application/${SCIENTIFIC_APPLICATION}/chat`
const OPEN = `GET ${CHAT}/open`
const RECORDS = `GET ${CHAT}/c1/chat_record/1/50`
const SEND = 'POST /api/application/chat_message/c1'
const COMBINE = 'POST /api/combine/search'
const RESULT = '/scientific/searchResult?chat_id=c1&query=为何衰减&engines=local&engines=arxiv'

let server: ReturnType<typeof fakeServer>
let records: object[]

const engineOf = (id: string, over: object = {}) => ({
  id,
  name: id,
  state: 'ok',
  count: 2,
  total: 1_200,
  took_ms: 140,
  message: null,
  ...over,
})
/** What a federated search of one engine answers. */
const found = (body: unknown, over: object = {}) => {
  const { engines } = body as { engines: string[] }
  const merged = { duplicates: 0, of: 2 }
  return ok(pageOf([], { engines: engines.map((id) => engineOf(id, over)), merged, took_ms: 140 }))
}

beforeEach(async () => {
  await import('../chat/answer/markdown.tsx')
  sessionStorage.clear()
  records = []
  server = fakeServer({
    ...quietChat(() => records),
    [`GET /api/application/${SCIENTIFIC_APPLICATION}/app_model_mapping`]: () => ok([]),
    'GET /api/dict/aiTools': () =>
      ok([{ id: SCIENTIFIC_APPLICATION, suggested_questions: ['电池为何衰减？'] }]),
    [OPEN]: () => ok({ chat_id: 'c1', application: { id: SCIENTIFIC_APPLICATION, suggested_questions: [] } }),
    [RECORDS]: () => ok(pageOf(records)),
    [SEND]: () => endedStream(),
    [COMBINE]: ({ body }) => found(body),
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const key = (field: HTMLElement, name: string, more: object = {}) =>
  act(async () => fireEvent.keyDown(field, { key: name, ...more }))
const path = ({ router }: ReturnType<typeof showAt>) => router.state.location.pathname
/** Waits until an engine's row has this text. */
const says = (name: string, text: string | RegExp) =>
  waitFor(() => {
    const row = screen.getByText(name, { selector: 'li > span' }).closest('li') as HTMLElement
    expect(within(row).getByText(text)).toBeTruthy()
  })

test('a question goes with its chosen engines to the screen of its answer, by Enter', async () => {
  const view = showAt('/scientific', <ScientificScreen />)
  const field = await fill('问题', '  为何衰减  ')
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: 'arXiv' })))
  await key(field, 'Enter')
  expect(path(view)).toBe('/scientific/searchResult')
  expect(view.query().get('question')).toBe('为何衰减')
  expect(view.query().getAll('engines')).toEqual(['local', 'arxiv'])
})

test('Shift and Enter begin a new line, and a word that is being composed is not sent', async () => {
  const view = showAt('/scientific', <ScientificScreen />)
  const field = await fill('问题', '为何')
  await key(field, 'Enter', { shiftKey: true })
  await key(field, 'Enter', { isComposing: true })
  expect(path(view)).toBe('/scientific')
})

test('an empty question is not asked, an example is by pressing it', async () => {
  const view = showAt('/scientific', <ScientificScreen />)
  await key(await fill('问题', '   '), 'Enter')
  await press('提问')
  expect(path(view)).toBe('/scientific')
  await press('电池为何衰减？')
  expect(view.query().get('question')).toBe('电池为何衰减？')
})

test('a long question arrives whole', async () => {
  const view = showAt('/scientific', <ScientificScreen />)
  const long = '为何衰减？'.repeat(400)
  await key(await fill('问题', long), 'Enter')
  expect(view.query().get('question')).toBe(long)
})

test('a question in the address is asked once, in a new chat, over its engines', async () => {
  const view = showAt(
    '/scientific/searchResult?question=为何衰减&engines=arxiv&query=为何衰减',
    <ResultScreen />,
  )
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(1))
  expect(server.asked(SEND)[0]?.body).toMatchObject({ message: '为何衰减', engines: ['arxiv'] })
  await waitFor(() => expect(view.query().get('question')).toBeNull())
  expect(view.query().get('chat_id')).toBe('c1')
})

test('an answer stands beside its sources and what each engine found', async () => {
  records = [recordOf({ application_id: SCIENTIFIC_APPLICATION })]
  showAt(RESULT, <ResultScreen />)
  await screen.findByRole('article', { name: '为何衰减' })
  await says('arXiv', '1,200 篇 · 0.1 秒')
  expect(await screen.findByText('2 / 2 已返回')).toBeTruthy()
  expect(server.asked(COMBINE).map(({ body }) => (body as { engines: string[] }).engines)).toEqual([
    ['local'],
    ['arxiv'],
  ])
})

test('an engine that fails gives its cause and can be asked again, without touching the others', async () => {
  let state: object = { state: 'failed', message: 'arXiv 出错了（HTTP 500），请稍后再试' }
  server.handlers[COMBINE] = ({ body }) =>
    (body as { engines: string[] }).engines[0] === 'arxiv' ? found(body, state) : found(body)
  showAt(RESULT, <ResultScreen />)
  await says('arXiv', 'arXiv 出错了（HTTP 500），请稍后再试')
  state = {}
  await press('重试：arXiv')
  await says('arXiv', /1,200 篇/)
  expect(server.asked(COMBINE)).toHaveLength(3)
})

test('an engine that is slow says how long, is left out by 跳过, and can be asked after all', async () => {
  let wait = true
  server.handlers[COMBINE] = ({ body }) =>
    wait && (body as { engines: string[] }).engines[0] === 'arxiv'
      ? Promise.withResolvers<Response>().promise
      : found(body)
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  showAt(RESULT, <ResultScreen />)
  await says('arXiv', '正在查')
  expect(screen.queryByRole('button', { name: '跳过：arXiv' })).toBeNull()
  await act(async () => vi.advanceTimersByTime(4_000))
  await says('arXiv', '较慢，已等 4 秒，不影响作答')
  await press('跳过：arXiv')
  await says('arXiv', '已跳过')
  wait = false
  await press('再查：arXiv')
  await says('arXiv', /1,200 篇/)
})

test('where no engine was chosen only the library is asked, as the answer does', async () => {
  showAt('/scientific/searchResult?chat_id=c1&query=为何衰减', <ResultScreen />)
  await says('本馆文献', /1,200 篇/)
  expect(server.asked(COMBINE).map(({ body }) => (body as { engines: string[] }).engines)).toEqual([
    ['local'],
  ])
})

test('a chat that cannot be opened says why and is opened by trying again', async () => {
  const open = server.handlers[OPEN]
  server.handlers[OPEN] = () => refused(503, { problem: 'server.busy' }, '服务器正忙，请稍后重试')
  showAt('/scientific/searchResult?question=为何衰减&query=为何衰减', <ResultScreen />)
  expect(await screen.findByText('服务器正忙，请稍后重试')).toBeTruthy()
  expect(server.asked(SEND)).toEqual([])
  if (open) server.handlers[OPEN] = open
  await press('重试')
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(1))
})
