import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { finishedResearch, quietResearch, reportOf, runOf } from '../../testing/research.ts'
import { fill, lastToast, press, showAt, undo } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { DeepResearchScreen } from '../deep-research-screen.tsx'

const REPORT = '/api/deep_research/report/o1'
const REVISE = `POST ${REPORT}/revision`

const revisionOf = (over: object = {}) => ({
  revision_id: 'v1',
  section_id: 'n2',
  how: 'fewer',
  instruction: null,
  state: 'running',
  job_id: 'j1',
  note: null,
  before: null,
  created_at: '2026-11-24T06:00:00.000Z',
  finished_at: null,
  ...over,
})

const jobOf = (state: string) => ({
  id: 'j1',
  name: 'research.revise',
  title: '重写报告的一节',
  state,
  progress: 1,
  note: null,
  error: null,
  created_at: '2026-11-24T06:00:00.000Z',
  finished_at: null,
})

let server: ReturnType<typeof fakeServer>
let revisions: object[]
/** What a revision ends as. */
let end: object
/** Whether it ends before anybody asks after it. */
let isQuick: boolean

beforeEach(async () => {
  await import('../../chat/answer/markdown.tsx')
  await import('../../documents/statistics/chart.tsx')
  useToasts.setState({ toasts: [] })
  revisions = []
  isQuick = false
  end = { state: 'done', before: '枝晶在内部生长[1]。', note: '不再引用《Dendrites》，已列入「已读未引」' }
  server = fakeServer({
    ...quietResearch(),
    'GET /api/deep_research/run/u1': () => ok(runOf(finishedResearch())),
    'GET /api/deep_research/run/u1/events': () => new Promise(() => undefined),
    [`GET ${REPORT}`]: () => ok(reportOf()),
    [`GET ${REPORT}/revisions`]: () => ok(revisions),
    [REVISE]: () => {
      revisions = [revisionOf(isQuick ? end : {})]
      return ok(revisionOf())
    },
    'GET /api/job/j1/stream': () => {
      revisions = [revisionOf(end)]
      return new Response(`id: 1\ndata: ${JSON.stringify(jobOf('done'))}\n\n`, {
        headers: { 'content-type': 'text/event-stream' },
      })
    },
    [`PUT ${REPORT}/revision/v1/back`]: () => ok(reportOf()),
  })
})
afterEach(cleanup)

const show = () => showAt('/deepResearch?run_id=u1&view=report', <DeepResearchScreen />)

test('one that is done before anybody asks after it is shown and told too', async () => {
  show()
  await press('重写「主要证据」')
  isQuick = true
  const read = () => server.asked(`GET ${REPORT}`).length
  const before = read()
  await press('精简', 'menuitem')
  await waitFor(() => expect(lastToast()?.text).toContain('精简：已完成'))
  expect(read()).toBeGreaterThan(before)
  expect(await screen.findByRole('button', { name: '重写「主要证据」' })).toBeTruthy()
})

test('a section is made of fewer sentences, what is not cited any more is said, and it can be taken back', async () => {
  show()
  await press('重写「主要证据」')
  await press('精简', 'menuitem')
  await waitFor(() => expect(lastToast()?.text).toContain('精简：已完成。不再引用《Dendrites》'))
  expect(server.bodies(REVISE)).toEqual([{ version: 1, section_id: 'n2', how: 'fewer' }])
  await undo()
  expect(server.bodies(`PUT ${REPORT}/revision/v1/back`)).toEqual([{ version: 2 }])
})

test('what could not be made anew says why, and the section stays', async () => {
  end = { state: 'failed', note: '没有找到别的可以摘录的原文，这一节没有改动' }
  show()
  await press('重写「主要证据」')
  await press('换一批证据', 'menuitem')
  await waitFor(() => expect(lastToast()?.text).toBe('没有找到别的可以摘录的原文，这一节没有改动'))
  expect(await screen.findByRole('button', { name: '编辑「主要证据」' })).toBeTruthy()
})

test('without a model a wish is not taken: what goes without one is offered instead', async () => {
  show()
  await press('重写「主要证据」')
  await press('按要求改写…', 'menuitem')
  expect(await screen.findByText(/按要求改写需要语言模型，现在没有配置/)).toBeTruthy()
  await press('换一批证据')
  expect(server.bodies(REVISE)).toEqual([{ version: 1, section_id: 'n2', how: 'other' }])
})

test('before it is known whether there is a model a wish can be written at once, and nothing is said to be lacking', async () => {
  server.handlers['GET /api/application/deep_research/app_model_mapping'] = () => new Promise(() => undefined)
  show()
  await press('重写「主要证据」')
  await press('按要求改写…', 'menuitem')
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: '怎样改写「主要证据」' }))
  expect(screen.queryByText(/按要求改写需要语言模型/)).toBeNull()
})

test('a wish goes to the model, and a refusal is said beside it', async () => {
  const model = { id: 'm1', name: 'qwen', default: true, available: true, reason: null, external: false }
  server.handlers['GET /api/application/deep_research/app_model_mapping'] = () =>
    ok([{ ...model, host: null, search_hosts: [] }])
  server.handlers[REVISE] = () => refused(409, { problem: 'report.busy' }, '这份报告有一节正在重写')
  show()
  await press('重写「主要证据」')
  await press('按要求改写…', 'menuitem')
  await fill('怎样改写「主要证据」', '更短')
  await press('改写')
  expect(await screen.findByText('没有开始：这份报告有一节正在重写')).toBeTruthy()
  expect(server.bodies(REVISE)).toEqual([
    { version: 1, section_id: 'n2', how: 'instruction', instruction: '更短' },
  ])
})

test('a section that somebody is making anew elsewhere shows how far it is', async () => {
  revisions = [revisionOf()]
  server.handlers['GET /api/job/j1/stream'] = () => new Promise(() => undefined)
  show()
  expect(await screen.findByText('正在重写「主要证据」')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '编辑「主要证据」' })).toBeNull()
})

test('an earlier text of a section can be brought back', async () => {
  revisions = [revisionOf({ how: 'hand', state: 'done', before: '旧的内容[1]。' })]
  show()
  await press('重写「主要证据」')
  await press(/^恢复到.*「手工修改」之前$/, 'menuitem')
  await waitFor(() => expect(server.bodies(`PUT ${REPORT}/revision/v1/back`)).toEqual([{ version: 1 }]))
})
