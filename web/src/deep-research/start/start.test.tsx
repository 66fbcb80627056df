import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDeepResearchState } from '../../api/specified.state.ts'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { quietResearch, researchOf, runOf, summaryOf } from '../../testing/research.ts'
import { fill, lastToast, pageOf, press, showAt, undo } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { DeepResearchScreen } from '../deep-research-screen.tsx'

const BEGIN = 'POST /api/deep_research/run'
const RUNS = 'GET /api/deep_research/runs/1/20'
const RUN = '/api/deep_research/run/u1'

let server: ReturnType<typeof fakeServer>
let runs: object[]

beforeEach(() => {
  sessionStorage.clear()
  useToasts.setState({ toasts: [] })
  useDeepResearchState.setState(useDeepResearchState.getInitialState(), true)
  runs = []
  server = fakeServer({
    ...quietResearch(),
    [RUNS]: () => ok(pageOf(runs)),
    [BEGIN]: () => ok({ run_id: 'u1', thread_id: 'h1', chat_id: 'h1', chat_record_id: 'u1' }),
    [`GET ${RUN}`]: () => ok(runOf(researchOf({ state: 'failed' }))),
  })
})
afterEach(cleanup)

const show = (address = '/deepResearch') => showAt(address, <DeepResearchScreen />)
const tick = (role: 'radio' | 'checkbox', name: string) =>
  act(async () => fireEvent.click(screen.getByRole(role, { name })))

test('a question begins a research in its style and scope, and its address opens', async () => {
  const view = show()
  await fill('要研究的问题', '  锂枝晶为何生长？ ')
  await tick('radio', '科普')
  await press('OpenAlex')
  await press('只在知识库里找')
  await press('我的文献', 'menuitem')
  await tick('checkbox', '不必确认，直接开始')
  await press('开始研究')
  await waitFor(() => expect(view.query().get('run_id')).toBe('u1'))
  expect(server.asked(BEGIN)[0]?.body).toEqual({
    question: '锂枝晶为何生长？',
    report_style: 'popular_science',
    depth: 'standard',
    mcp_ids: [],
    auto_accept_plan: true,
    sources: {
      engines: ['local', 'openalex'],
      dataset_ids: ['d1'],
      folder_ids: [],
      file_ids: [],
      paper_ids: [],
    },
  })
})

test('a folder of a base that the address names narrows the research, until it is taken away', async () => {
  server.handlers['GET /api/dataset/d1/folder'] = () =>
    ok([{ id: 'f1', name: '枝晶', children: [{ id: 'f2', name: '模拟', children: [] }] }])
  show('/deepResearch?dataset_id=d1&folder_id=f1')
  await fill('要研究的问题', '为何衰减')
  await press('移除：枝晶')
  await press('只在文件夹里找')
  await press('枝晶 / 模拟', 'menuitem')
  await press('开始研究')
  await waitFor(() => expect(server.asked(BEGIN)).toHaveLength(1))
  expect(server.asked(BEGIN)[0]?.body).toMatchObject({
    sources: { dataset_ids: ['d1'], folder_ids: ['f2'] },
  })
})

test('a question and papers that came along stand there, and Enter begins', async () => {
  show('/deepResearch?question=为何衰减&engines=openalex&paper_id_list=p1&paper_id_list=p2')
  const field = await screen.findByLabelText<HTMLTextAreaElement>('要研究的问题')
  expect(field.value).toBe('为何衰减')
  await screen.findByRole('button', { name: '移除：只限 2 篇' })
  await act(async () => fireEvent.keyDown(field, { key: 'Enter', isComposing: true }))
  expect(server.asked(BEGIN)).toHaveLength(0)
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  await waitFor(() => expect(server.asked(BEGIN)).toHaveLength(1))
  expect(server.asked(BEGIN)[0]?.body).toMatchObject({
    sources: { engines: ['openalex'], paper_ids: ['p1', 'p2'] },
  })
})

test('a refusal says why, and the question stays', async () => {
  server.handlers[BEGIN] = () => refused(429, { problem: 'quota' }, '今天的次数已用完')
  show()
  const field = await fill('要研究的问题', '为何衰减')
  await press('开始研究')
  await screen.findByText('没有开始：今天的次数已用完')
  expect((field as HTMLTextAreaElement).value).toBe('为何衰减')
})

test('nothing is begun without a question; an example fills it in', async () => {
  show()
  await screen.findByText('今天还可免费研究 7 次')
  await press('开始研究')
  expect(server.asked(BEGIN)).toHaveLength(0)
  await press('远程办公有什么影响？')
  expect(screen.getByLabelText<HTMLTextAreaElement>('要研究的问题').value).toBe('远程办公有什么影响？')
})

test('earlier reports say how they stand and are looked for by their words', async () => {
  runs = [
    summaryOf({ run_id: 'u1', title: '枝晶', state: 'completed', engine: 'model', depth: 'thorough' }),
    summaryOf({ run_id: 'u2', state: 'waiting_plan' }),
  ]
  show()
  const list = await screen.findByRole('complementary', { name: '历次报告' })
  expect(await within(list).findByRole('link', { name: /枝晶.*已完成/ })).toBeTruthy()
  expect(within(list).getByRole('link', { name: /锂枝晶为何生长.*等您确认计划/ })).toBeTruthy()
  expect(within(list).getByRole('link', { name: /枝晶.*已完成.*学术.*深入/ })).toBeTruthy()
  expect(within(list).queryByText('标准')).toBeNull()
  await fill('在历次报告里找', '衰减')
  await waitFor(() => expect(server.asked(RUNS).at(-1)?.query.get('keyword')).toBe('衰减'))
})

test('a report is renamed in its place, deleted, and brought back', async () => {
  runs = [summaryOf({ title: '枝晶', state: 'completed' })]
  server.handlers[`PUT ${RUN}`] = () => ok(null)
  server.handlers[`DELETE ${RUN}`] = () => ok(null)
  server.handlers[`PUT ${RUN}/restore`] = () => ok(null)
  show()
  await press('「枝晶」的操作')
  await press('重命名', 'menuitem')
  const field = await fill('报告的标题', '枝晶的成因')
  await act(async () => fireEvent.submit(field.closest('form') ?? field))
  expect(server.asked(`PUT ${RUN}`)[0]?.body).toEqual({ title: '枝晶的成因' })
  await press('「枝晶」的操作')
  await press('删除', 'menuitem')
  await waitFor(() => expect(lastToast()?.text).toBe('已删除「枝晶」'))
  await undo()
  expect(server.asked(`PUT ${RUN}/restore`)).toHaveLength(1)
})
