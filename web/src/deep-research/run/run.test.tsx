import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDeepResearchState } from '../../api/specified.state.ts'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import {
  evidenceOf,
  finishedResearch,
  quietResearch,
  reportOf,
  researchOf,
  researchStream,
  researchUnderWay,
  runOf,
} from '../../testing/research.ts'
import { fill, lastToast, pageOf, press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { DeepResearchScreen } from '../deep-research-screen.tsx'

const RUN = 'GET /api/deep_research/run/u1'
const EVENTS = 'GET /api/deep_research/run/u1/events'
const ANSWER = 'POST /api/deep_research/run/u1/answer'
const BY_PART = 'POST /api/application/chat/papers_by_part'
const CANCEL = 'POST /api/application/chat/cancel'

let server: ReturnType<typeof fakeServer>
let stored: ReturnType<typeof runOf>

beforeEach(async () => {
  await import('../../chat/answer/markdown.tsx')
  sessionStorage.clear()
  useToasts.setState({ toasts: [] })
  useDeepResearchState.setState(useDeepResearchState.getInitialState(), true)
  stored = runOf(researchUnderWay())
  server = fakeServer({
    ...quietResearch(),
    [RUN]: () => ok(stored),
    // Open, and quiet.
    [EVENTS]: () => new Promise(() => undefined),
    'GET /api/deep_research/report/o1': () => ok(reportOf()),
    'GET /api/deep_research/runs/1/20': () => ok(pageOf([])),
    [CANCEL]: () => ok(null),
    [ANSWER]: () => ok(null),
  })
})
afterEach(cleanup)

const show = (more = '') => showAt(`/deepResearch?run_id=u1${more}`, <DeepResearchScreen />)
const lastIds = () => server.asked(EVENTS).map(({ headers }) => headers['last-event-id'])

test('a research that goes on shows each search, each source and each quote, and what failed', async () => {
  show()
  const list = await screen.findByRole('list', { name: '研究过程' })
  expect(within(list).getByText('lithium dendrite')).toBeTruthy()
  expect(within(list).getByText('High electronic conductivity')).toBeTruthy()
  expect(within(list).getByRole('button', { name: '查看出处：Dendrites grow inside.' })).toBeTruthy()
  expect(within(list).getByText('模型笔记：枝晶从内部长出')).toBeTruthy()
  expect(within(list).getByText('读过，没有取证据')).toBeTruthy()
  expect(within(list).getByText('对方限流，已跳过')).toBeTruthy()
  expect(within(list).getByText('正在查 本馆文献')).toBeTruthy()
  expect(await within(list).findByText('本馆文献 10 处，OpenAlex 没有答复')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: '研究计划' })).getByText('2 / 3 步')).toBeTruthy()
})

test('what happens after the snapshot is added to it, through a cut, up to the end', async () => {
  const answers = [
    () => researchStream(11, ['evidence.added', { evidence: evidenceOf('e2', 'b', 't1', 'Voids form.') }]),
    () => {
      stored = runOf(finishedResearch(), 13)
      return researchStream(
        12,
        ['report.final', { report_id: 'o1', title: '锂枝晶生长的原因' }],
        ['run.end', { state: 'completed' }],
      )
    },
  ]
  server.handlers[EVENTS] = () => answers.shift()?.() ?? new Promise(() => undefined)
  show()
  await screen.findByRole('button', { name: '查看出处：Voids form.' })
  await screen.findByRole('heading', { name: '锂枝晶生长的原因' })
  expect(lastIds()).toEqual(['10', '11'])
})

test('events that the snapshot holds already are not counted twice', async () => {
  server.handlers[EVENTS] = () =>
    researchStream(
      9,
      ['evidence.added', { evidence: evidenceOf('e1', 'a', 't1', 'Dendrites grow inside.') }],
      ['report.delta', { section_id: 'n1', text: '' }],
      ['warning', { text: '向量没有用上' }],
      ['run.end', { state: 'cancelled' }],
    )
  show()
  await screen.findByText('向量没有用上')
  expect(screen.getAllByText('Dendrites grow inside.')).toHaveLength(1)
})

test('a stream that tells to load again leads to the newest snapshot', async () => {
  server.handlers[EVENTS] = () => {
    stored = runOf(researchOf({ state: 'failed', question: '锂枝晶为何生长？' }), 40)
    return researchStream(11, ['reset', {}])
  }
  show()
  await screen.findByText(/这次研究没有完成/)
})

test('of a research that was stopped nothing is under way any more: what was not done is told', async () => {
  stored = runOf(researchUnderWay({ state: 'cancelled' }), 40)
  show()
  const plan = within(await screen.findByRole('region', { name: '研究计划' }))
  expect(plan.getByText(/没有做完/)).toBeTruthy()
  expect(plan.queryByText(/进行中/)).toBeNull()
})

test('a research that failed says why in whole sentences', async () => {
  const error = { code: 'provider_error', message: '模型服务没有回应', retryable: true } as const
  stored = runOf(researchOf({ state: 'failed', question: '锂枝晶为何生长？', error }), 40)
  show()
  await screen.findByText(/模型服务没有回应。已经查到的内容/)
})

test('a research that has ended is not followed, and opens at its report', async () => {
  stored = runOf(finishedResearch())
  show()
  await screen.findByRole('heading', { name: '锂枝晶生长的原因' })
  expect(server.asked(EVENTS)).toHaveLength(0)
  expect(useDeepResearchState.getState()).toMatchObject({
    activeTab: 'report',
    reportVis: true,
    reportLoading: 1,
    reportId: 'o1',
    threadId: 'h1',
  })
})

test('tabs are walked through by arrows, and the chosen one stands in the address', async () => {
  stored = runOf(finishedResearch())
  const view = show()
  const tab = await screen.findByRole('tab', { name: '报告' })
  await act(async () => fireEvent.keyDown(tab, { key: 'ArrowLeft' }))
  expect(view.query().get('view')).toBe('research')
  await screen.findByRole('list', { name: '研究过程' })
})

test('a research is told to write from what it has, or to stop', async () => {
  show()
  await press('就现有材料成文')
  await press('停止')
  const run = { chat_id: 'h1', chat_record_id: 'u1' }
  expect(server.bodies(CANCEL)).toEqual([
    { ...run, mode: 'finish_now' },
    { ...run, mode: 'stop' },
  ])
})

const asking = { question: '只看负极吗？', options: ['只看负极'], answer: null, decided: false }

test('what is asked back is answered by a choice, in words, or skipped', async () => {
  stored = runOf(researchOf({ state: 'waiting_clarification', clarification: asking }))
  show()
  await press('只看负极')
  await fill('您的回答', ' 正极也看 ')
  await press('回答')
  await press('跳过，按原问题研究')
  const answers = server.bodies(ANSWER).map((body) => (body as { answer?: string } | undefined)?.answer)
  expect(answers).toEqual(['只看负极', '正极也看', undefined])
})

test.each([
  ['completed_partial', {}, /部分完成：「临界电流」没有找到证据/],
  ['cancelled', { sections: [], report: null }, /已停止。还没有写报告，不计入免费次数。/],
  ['failed', { error: { code: 'internal' as const, message: '出错了。', retryable: true } }, /出错了。/],
] as const)('a research that ended as %s says what that means', async (state, over, words) => {
  const { steps } = researchUnderWay()
  stored = runOf({ ...finishedResearch(), steps, state, ...over, sections: [] })
  show('&view=research')
  expect(await screen.findByText(words)).toBeTruthy()
})

test('where too little was found it is said, and the question can be put otherwise', async () => {
  const [section] = finishedResearch().sections
  if (!section) throw new Error('the report has sections')
  stored = runOf(finishedResearch({ sections: [{ ...section, kind: 'insufficient', title: '证据不足' }] }))
  const view = show('&view=research')
  await screen.findByText(/证据不足：相关文献不到 3 篇/)
  await press('换个问法')
  expect(view.query().get('question')).toBe('锂枝晶为何生长？')
})

test('of a question on which the library has too little it is shown what it has of its parts', async () => {
  const [section] = finishedResearch().sections
  if (!section) throw new Error('the report has sections')
  const sections = [{ ...section, kind: 'insufficient' as const, title: '证据不足' }]
  const { searches } = researchUnderWay()
  stored = runOf(finishedResearch({ sections, searches }))
  const papers = [paperOf('p1', 'Lithium metal')]
  server.handlers[BY_PART] = () => ok({ library: 674, parts: [{ words: '锂', total: 1, papers }] })
  show('&view=report')
  const parts = await screen.findByRole('region', { name: '只涉及其中一部分的本馆文献' })
  expect(within(parts).getByText('Lithium metal')).toBeTruthy()
  expect(within(parts).queryByText('就此深度研究')).toBeNull()
  expect(server.asked(BY_PART)[0]?.body).toEqual({ question: searches[0]?.query ?? stored.question })
})

test('where its events cannot be had any more it is said, and asked again', async () => {
  server.handlers[EVENTS] = () => refused(403, { problem: 'x' }, '没有权限')
  show()
  await screen.findByText(/看不到最新进展：没有权限/)
  server.handlers[EVENTS] = () => new Promise(() => undefined)
  await press('重新连接')
  await waitFor(() => expect(screen.queryByText(/看不到最新进展/)).toBeNull())
  expect(lastToast()).toBeUndefined()
})
