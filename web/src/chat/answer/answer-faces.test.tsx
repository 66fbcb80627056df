import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { citationOf, endedStream, quietChat, recordOf } from '../../testing/chat.ts'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import { press, showAt } from '../../testing/show.tsx'
import { ChatView } from '../chat-view.tsx'

const SEND = 'POST /api/application/chat_message/c1'
const BY_PART = 'POST /api/application/chat/papers_by_part'
let server: ReturnType<typeof fakeServer>
let records: object[]

beforeEach(async () => {
  await import('./markdown.tsx')
  sessionStorage.clear()
  records = []
  server = fakeServer({ ...quietChat(() => records), [SEND]: () => endedStream() })
})
afterEach(cleanup)

const show = (suggested: string[] = []) =>
  showAt('/agent', <ChatView application_id="a1" chat_id="c1" suggested={suggested} />)

test('an empty chat offers questions, and pressing one asks it', async () => {
  show(['钙钛矿为何衰减？'])
  await press('钙钛矿为何衰减？')
  await waitFor(() => expect(server.asked(SEND)[0]?.body).toMatchObject({ message: '钙钛矿为何衰减？' }))
})

test('where nothing was found no model is named as its writer, and the next step is offered', async () => {
  records = [recordOf({ answer: '未找到相关文献。', citations: [], usage: null, other_questions: [] })]
  show()
  await screen.findByText('未找到相关文献。')
  expect(screen.queryByText('AI 生成，请核实')).toBeNull()
  await press('不要依据，用通识回答')
  await waitFor(() =>
    expect(server.asked(SEND)[0]?.body).toMatchObject({ mode: 'regenerate', general_knowledge: true }),
  )
})

test('where quotes took the place of a model, they are shown as quotes and no model is named as their writer', async () => {
  const notices = [
    '模型没有写出内容，以下改用原文摘录回答',
    '没有使用模型：以下内容由原文摘录组成，未作归纳推断',
  ]
  records = [recordOf({ notices })]
  show()
  await screen.findByText('没有使用模型：以下内容由原文摘录组成，未作归纳推断')
  expect(screen.getByText('模型没有写出内容，以下改用原文摘录回答')).toBeTruthy()
  expect(screen.queryByText('AI 生成，请核实')).toBeNull()
})

test('where the library has nothing on a question, what it has of its parts is shown', async () => {
  const over = { title_zh: '注意力机制', publish_date: '2015', authors_short: ['Bahdanau', 'Cho'] }
  const papers = [paperOf('p1', 'Learning to align', over)]
  server.handlers[BY_PART] = () => ok({ library: 1674, parts: [{ words: '注意力机制', total: 3, papers }] })
  records = [
    recordOf({ question: '注意力怎么算得快？', answer: '未找到相关文献。', citations: [], usage: null }),
  ]
  const view = show()
  const parts = await screen.findByRole('region', { name: '只涉及其中一部分的本馆文献' })
  expect(server.asked(BY_PART)[0]?.body).toEqual({ question: '注意力怎么算得快？' })
  expect(within(parts).getByText('注意力机制，Bahdanau 等，2015')).toBeTruthy()
  expect(within(parts).getByText(/没有当作依据。本馆文献现有 1,674 篇/)).toBeTruthy()
  await press('Learning to align', 'link')
  expect(view.query().get('paper')).toBe('p1')
  await press('就此深度研究')
  expect(view.query().get('question')).toBe('注意力机制')
})

test('where it has nothing of any part that is said; of chosen papers nothing else is looked for', async () => {
  server.handlers[BY_PART] = () => ok({ library: 12, parts: [] })
  records = [recordOf({ answer: '未找到相关文献。', citations: [], usage: null })]
  show()
  await screen.findByText(/本馆文献中没有专门讨论问题里这些术语的。本馆文献现有 12 篇/)
  cleanup()
  showAt('/agent', <ChatView application_id="a1" chat_id="c1" scope={{ paper_id_list: ['p1'] }} />)
  await screen.findByText('未找到相关文献。')
  expect(server.asked(BY_PART)).toHaveLength(1)
})

test('a source says who wrote it, where and when, and that it was retracted', async () => {
  records = [recordOf()]
  const paper = { authors_short: ['林墨', '沈括'], basic_sourcename: '科学通报', publish_date: '2021' }
  server.handlers['POST /api/paper/list_by_id'] = () =>
    ok({ list: [paperOf('p1', 'Humidity', { ...paper, status: 'retracted' })], missing: [] })
  show()
  const aside = await screen.findByRole('complementary', { name: '来源' })
  await within(aside).findByText('林墨 等 · 科学通报 · 2021')
  expect(within(aside).getByText('已撤稿')).toBeTruthy()
})

test('below a paragraph it is said in words what its source does not bear', async () => {
  const check = { method: 'terms', located: true, missing: ['97.3%'] }
  records = [recordOf({ citations: [citationOf({ support: 'unsupported', check })] })]
  const { query } = show()
  await screen.findByText(/原文不支持这里的说法：没有提到 97.3%/)
  await press('看原句')
  expect(query().get('paper')).toBe('p1')
})

test('a finger shows the quote first and opens the source from there; Escape closes only the quote', async () => {
  records = [recordOf()]
  const { query } = show()
  const marker = await screen.findByRole('button', { name: /^引用 1，/ })
  await act(async () => {
    fireEvent.pointerDown(marker, { pointerType: 'touch' })
    fireEvent.click(marker)
  })
  expect(screen.getByRole('tooltip').textContent).toContain('Humidity does it.')
  expect(query().get('paper')).toBeNull()
  await act(async () => fireEvent.keyDown(marker, { key: 'Escape' }))
  expect(screen.queryByRole('tooltip')).toBeNull()
  await act(async () => fireEvent.click(marker))
  await press('查看出处')
  expect(query().get('paper')).toBe('p1')
})

test('a quote stays while it is read and closes with a press elsewhere', async () => {
  records = [recordOf()]
  show()
  const marker = await screen.findByRole('button', { name: /^引用 1，/ })
  await act(async () => {
    fireEvent.pointerDown(marker, { pointerType: 'touch' })
    fireEvent.click(marker)
  })
  await act(async () => fireEvent.pointerDown(screen.getByRole('tooltip')))
  expect(screen.getByRole('tooltip')).toBeTruthy()
  await act(async () => fireEvent.pointerDown(document.body))
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('pointing at a mark marks its source in the list', async () => {
  records = [recordOf()]
  show()
  const marker = await screen.findByRole('button', { name: /^引用 1，/ })
  const source = () => within(screen.getByRole('complementary')).getByRole('button', { name: /Humidity/ })
  await act(async () => fireEvent.focus(marker))
  expect(source().dataset.hot).toBe('true')
  await act(async () => fireEvent.blur(marker))
  expect(source().dataset.hot).toBe('false')
})

test('a question that is being changed can be left as it was', async () => {
  records = [recordOf()]
  show()
  await press('改问题')
  expect(screen.getByLabelText('问题')).toHaveProperty('value', '为何衰减')
  await act(async () => fireEvent.keyDown(screen.getByLabelText('问题'), { key: 'Escape' }))
  expect(screen.getByLabelText('问题')).toHaveProperty('value', '')
  expect(screen.queryByText(/正在改问题/)).toBeNull()
})

test('where there is no column for them the sources come as a sheet, and one opens its paper', async () => {
  records = [recordOf()]
  const { query } = show()
  await press('依据 1 篇')
  const sheet = await screen.findByRole('dialog', { name: '依据与来源' })
  await act(async () => fireEvent.click(within(sheet).getByRole('button', { name: /Humidity/ })))
  expect(query().get('paper')).toBe('p1')
  expect(screen.queryByRole('dialog', { name: '依据与来源' })).toBeNull()
})

test.each([
  ['因为湿度[1]。', '已停止。上面是停止之前写下的内容。'],
  ['', '已停止，还没有写下内容。'],
])(
  'an answer that was stopped with 「%s」 says so, and whether there is anything of it',
  async (answer, told) => {
    records = [recordOf({ status: 'cancelled', answer, citations: [] })]
    show()
    expect(await screen.findByText(told)).toBeTruthy()
  },
)

test('pointing at a mark with a mouse shows its quote for as long as it points there', async () => {
  records = [recordOf()]
  show()
  const marker = await screen.findByRole('button', { name: /^引用 1，/ })
  await act(async () => fireEvent.pointerEnter(marker, { pointerType: 'mouse' }))
  expect(screen.getByRole('tooltip').textContent).toContain('Humidity does it.')
  await act(async () => fireEvent.pointerLeave(marker, { pointerType: 'mouse' }))
  expect(screen.queryByRole('tooltip')).toBeNull()
  // A finger that comes over it presses nothing yet.
  await act(async () => fireEvent.pointerEnter(marker, { pointerType: 'touch' }))
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a tool says how it fared, also when the answer has ended', async () => {
  const call = (call_id: string, state: string) => ({ call_id, name: `tool-${call_id}`, state })
  records = [recordOf({ tool_calls: [call('a', 'done'), call('b', 'failed'), call('c', 'start')] })]
  show()
  const textOf = async (name: string) =>
    (await screen.findByRole('region', { name: `工具 ${name}` })).textContent
  expect(await textOf('tool-a')).toBe('tool-a 已完成')
  expect(await textOf('tool-b')).toBe('tool-b 没有成功')
  expect(await textOf('tool-c')).toBe('tool-c 没有运行完')
})

test('an answer from papers leads on to deep research, talk does not', async () => {
  const name = '转为深度研究'
  records = [recordOf()]
  const { unmount } = show()
  expect(await screen.findByRole('button', { name })).toBeTruthy()
  unmount()
  records = [recordOf({ question: '你好', answer: '您好！', citations: [], usage: null })]
  show()
  await screen.findByText('您好！')
  expect(await screen.findByRole('button', { name: '重新回答' })).toBeTruthy()
  expect(screen.queryByRole('button', { name })).toBeNull()
})
