import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { endedStream, quietChat } from '../../testing/chat.ts'
import { fakeServer, ok, person } from '../../testing/fake-server.ts'
import { fill, showAt } from '../../testing/show.tsx'
import { ChatView } from '../chat-view.tsx'

const SEND = 'POST /api/application/chat_message/c1'
const MODELS = 'GET /api/application/a1/app_model_mapping'
const USAGE = 'GET /api/application/model_usage'
let server: ReturnType<typeof fakeServer>

const model = (over: object) => ({
  ...{ id: 'm', name: '校内模型', default: true, available: true, reason: null },
  ...{ external: false, host: null, search_hosts: [] },
  ...over,
})
const quotes = (over: object = {}) => model({ id: 'extractive', name: '原文摘录', default: false, ...over })

beforeEach(() => {
  sessionStorage.clear()
  setUserInfo(person)
  server = fakeServer({
    ...quietChat(() => []),
    [MODELS]: () => ok([model({}), quotes()]),
    [USAGE]: () => ok({ used: 12_345, limit: 500_000 }),
    [SEND]: () => endedStream(),
  })
})
afterEach(cleanup)

const show = () => showAt('/agent', <ChatView application_id="a1" chat_id="c1" />)
/** Returns the text that describes the field for the question. */
const description = () =>
  document.getElementById(screen.getByLabelText('问题').getAttribute('aria-describedby') ?? '')?.textContent
const send = async (text: string) => {
  const field = await fill('问题', text)
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
}

test.each([
  [{ used: 12_345, limit: 500_000 }, '由 校内模型 作答 · 今天已用 12,345 词元，还剩 487,655'],
  [{ used: 12_345, limit: null }, '由 校内模型 作答 · 今天已用 12,345 词元，未设上限'],
  [
    { used: 500_010, limit: 500_000 },
    '今天的 500,000 词元已用完，明天 0 点后恢复；在此之前回答由原文摘录组成。',
  ],
])('the field names the model and says what it has cost: %j', async (usage, text) => {
  server.handlers[USAGE] = () => ok(usage)
  show()
  await waitFor(() => expect(description()).toBe(text))
})

test('the cost is read again when an answer has ended', async () => {
  show()
  await waitFor(() => expect(description()).toContain('12,345'))
  server.handlers[USAGE] = () => ok({ used: 13_000, limit: 500_000 })
  await send('为何衰减')
  await waitFor(() => expect(description()).toContain('13,000'))
})

test('one question can be answered without a model, and the next one uses it again', async () => {
  show()
  fireEvent.click(await screen.findByRole('checkbox', { name: '不使用模型' }))
  expect(description()).toBe('不使用模型：按规则查找并摘录原文，不用词元。')
  expect(screen.queryByRole('checkbox', { name: '用通识回答' })).toBeNull()
  await send('为何衰减')
  await waitFor(() =>
    expect(server.bodies(SEND)).toMatchObject([{ message: '为何衰减', model: 'extractive' }]),
  )
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: '不使用模型' })).toHaveProperty('checked', false),
  )
  expect(server.bodies(SEND)[0]).not.toHaveProperty('without_model')
  await screen.findByRole('button', { name: '发送' })
  await send('那温度呢')
  await waitFor(() => expect(server.bodies(SEND)).toHaveLength(2))
  expect(server.bodies(SEND)[1]).not.toHaveProperty('model')
})

test('a question without a model is not announced to the host outside', async () => {
  server.handlers[MODELS] = () => ok([model({ external: true, host: 'api.example.com' }), quotes()])
  show()
  fireEvent.click(await screen.findByRole('checkbox', { name: '不使用模型' }))
  await send('为何衰减')
  await waitFor(() => expect(server.bodies(SEND)).toMatchObject([{ model: 'extractive' }]))
})

test.each([
  ['an operator', true, '没有配置语言模型，回答由原文摘录组成。添加模型'],
  ['somebody else', false, '没有配置语言模型，回答由原文摘录组成。管理员可以在「语言模型」里配置。'],
])('without a model, %s reads what can be done', async (_, is_admin, text) => {
  setUserInfo({ ...person, is_admin })
  server.handlers[MODELS] = () => ok([quotes({ default: true })])
  show()
  await waitFor(() => expect(description()).toBe(text))
  expect(screen.queryByRole('checkbox', { name: '不使用模型' })).toBeNull()
  expect(server.asked(USAGE)).toEqual([])
})

test('a model that cannot be used is named with the reason', async () => {
  server.handlers[MODELS] = () =>
    ok([model({ default: false, available: false, reason: '已由管理员停用' }), quotes({ default: true })])
  show()
  await waitFor(() =>
    expect(description()).toContain('语言模型不可用（已由管理员停用），回答由原文摘录组成。'),
  )
})
