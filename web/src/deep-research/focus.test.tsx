import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDeepResearchState } from '../api/specified.state.ts'
import { fakeServer, ok } from '../testing/fake-server.ts'
import {
  finishedResearch,
  planOf,
  quietResearch,
  reportOf,
  researchOf,
  researchStream,
  researchUnderWay,
  runOf,
} from '../testing/research.ts'
import { fill, pageOf, press, showAt } from '../testing/show.tsx'
import { DeepResearchScreen } from './deep-research-screen.tsx'

const RUN = 'GET /api/deep_research/run/u1'
const EVENTS = 'GET /api/deep_research/run/u1/events'

let stored: ReturnType<typeof runOf>
/** What the stream says; open and quiet before. */
let tell: (events: Response) => void
let server: ReturnType<typeof fakeServer>

beforeEach(async () => {
  await import('../chat/answer/markdown.tsx')
  sessionStorage.clear()
  useDeepResearchState.setState(useDeepResearchState.getInitialState(), true)
  stored = runOf(researchUnderWay())
  const said = new Promise<Response>((resolve) => {
    tell = resolve
  })
  const answers = [() => said]
  server = fakeServer({
    ...quietResearch(),
    'POST /api/deep_research/run': () =>
      ok({ run_id: 'u1', thread_id: 'h1', chat_id: 'h1', chat_record_id: 'u1' }),
    [RUN]: () => ok(stored),
    [EVENTS]: () => answers.shift()?.() ?? new Promise(() => undefined),
    'GET /api/deep_research/report/o1': () => ok(reportOf()),
    'GET /api/deep_research/runs/1/20': () => ok(pageOf([])),
    'POST /api/deep_research/run/u1/plan': () => ok(null),
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const show = (more = '') => showAt(`/deepResearch${more}`, <DeepResearchScreen />)
const question = () => screen.findByLabelText('要研究的问题')
const heading = () => screen.findByRole('heading', { level: 1 })
const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

test('the focus is in the question when the screen opens, and stays there when an example is taken', async () => {
  show()
  await focused(await question())
  const example = await screen.findByRole('button', { name: '远程办公有什么影响？' })
  example.focus()
  await press('远程办公有什么影响？')
  await focused(await question())
})

test('on a phone nothing brings the keyboard up', async () => {
  const real = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(pointer: coarse)' ? { ...real(query), matches: true } : real(query),
  )
  show('?question=为何衰减')
  await question()
  expect(document.activeElement).toBe(document.body)
})

test('when a research begins its heading has the focus', async () => {
  show()
  await fill('要研究的问题', '锂枝晶为何生长？')
  await press('开始研究')
  await focused(await heading())
  expect(screen.getByText(/^研究进展：/).textContent).toBe('研究进展：正在检索和阅读')
})

test('a plan that is accepted leaves the focus on the heading, not on the page', async () => {
  stored = runOf(researchOf({ state: 'waiting_plan', question: '锂枝晶为何生长？', plans: [planOf()] }), 10)
  show('?run_id=u1')
  const accept = await screen.findByRole('button', { name: '接受并开始' })
  accept.focus()
  await act(async () => tell(researchStream(11, ['run.state', { state: 'researching' }])))
  await focused(await heading())
})

test('whoever stands on a line of the report stays there when it is finished, which is told', async () => {
  stored = runOf({ ...finishedResearch(), state: 'writing', report: null }, 10)
  show('?run_id=u1&view=report')
  const mark = (await screen.findAllByRole('button', { name: /^引用 1，/ }))[0] as HTMLElement
  mark.focus()
  stored = runOf(finishedResearch(), 13)
  await act(async () =>
    tell(
      researchStream(
        11,
        ['report.final', { report_id: 'o1', title: '锂枝晶生长的原因' }],
        ['run.end', { state: 'completed' }],
      ),
    ),
  )
  await screen.findByRole('button', { name: '导出报告' })
  expect(screen.getByText(/^研究进展：/).textContent).toBe('研究进展：已完成')
  expect(document.activeElement).toBe(mark)
})

test('a button that goes with the end of a research leaves the focus on the heading', async () => {
  show('?run_id=u1')
  const stop = await screen.findByRole('button', { name: '停止' })
  stop.focus()
  await act(async () => fireEvent.click(stop))
  stored = runOf(researchUnderWay({ state: 'cancelled' }), 12)
  await act(async () => tell(researchStream(11, ['run.end', { state: 'cancelled' }])))
  await focused(await heading())
  expect(server.asked(EVENTS).length).toBeGreaterThan(0)
})
