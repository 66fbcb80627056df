import { expect, test } from 'vitest'
import { applyResearchEvent } from './apply-research-event.ts'
import type { ResearchEvent } from './research-events.ts'
import type { PlanStep, ResearchSource } from './research-shapes.ts'
import { emptyResearch, researchState } from './research-state.ts'

type Given = {
  [Name in ResearchEvent['event']]: [
    Name,
    Omit<Extract<ResearchEvent, { event: Name }>['data'], 'run_id' | 'thread_id' | 'seq' | 'ts'>,
  ]
}[ResearchEvent['event']]

/** What these events add up to; numbered and dated as the server does. */
const after = (...given: Given[]) =>
  given
    .map(([event, data], at) => {
      const base = { run_id: 'r', thread_id: 't', seq: at + 1, ts: '2026-01-01T00:00:00.000Z' }
      return { event, data: { ...data, ...base } } as ResearchEvent
    })
    .reduce(applyResearchEvent, emptyResearch())

const CREATED: Given = [
  'run.created',
  {
    question: '固态电池为何失效？',
    report_style: 'academic',
    application_id: 'deep_research',
    sources: { engines: [], dataset_ids: [], folder_ids: [], file_ids: [], paper_ids: [] },
    auto_accept_plan: false,
    engine: 'extractive',
    model: null,
  },
]
const step = (step_id: string): PlanStep => ({ step_id, title: step_id, goal: '', queries: [step_id] })
const plan = (version: number, ...ids: string[]) => ({
  plan: { plan_id: 'p', version, kind: 'effect', made_by: 'template', steps: ids.map(step) } as const,
})
const accepted = (...ids: string[]): Given => [
  'plan.decision',
  { action: 'accept', plan_id: 'p', version: 1, auto: false, steps: ids.map(step) },
]
const source = (source_id: string): ResearchSource => ({
  source_id,
  paper_id: source_id,
  document_id: null,
  file_id: null,
  engine: 'local',
  title: source_id,
  authors: [],
  year: 2020,
  venue: '',
  language: 'en',
  url: null,
})
const evidence = (evidence_id: string, step_id: string): Given => [
  'evidence.added',
  {
    evidence: {
      evidence_id,
      step_id,
      source_id: 'a',
      paper_id: 'a',
      document_id: null,
      title: 'A',
      boxes: [],
      aspect: null,
      passage_id: 'a:0',
      quote: 'x',
      page: null,
      query: 'q',
    },
  },
]

test('what was asked and where it stands is told from the first event on', () => {
  const state = after(CREATED, ['run.state', { state: 'planning' }])
  expect(state).toMatchObject({
    run_id: 'r',
    thread_id: 't',
    question: '固态电池为何失效？',
    state: 'planning',
  })
  expect(researchState.parse(state)).toEqual(state)
})

test('a question back waits until it is answered or skipped', () => {
  const asked: Given = ['clarify.request', { question: '哪一侧？', options: ['负极', '正极'] }]
  expect(after(asked).clarification).toMatchObject({ answer: null, decided: false })
  expect(after(asked, ['clarify.answer', { answer: '负极' }]).clarification).toMatchObject({
    answer: '负极',
    decided: true,
  })
  expect(after(asked, ['clarify.answer', { answer: null }]).clarification?.decided).toBe(true)
  expect(after(['clarify.answer', { answer: null }]).clarification).toBeNull()
})

test('every version of the plan stays, and the steps are those that were accepted', () => {
  const state = after(
    ['plan.ready', plan(1, 'a', 'b')],
    ['plan.ready', plan(2, 'b')],
    ['plan.decision', { action: 'edit', plan_id: 'p', version: 2, auto: false, steps: [] }],
    ['plan.ready', plan(2, 'c')],
    accepted('b', 'c'),
  )
  expect(state.plans.map(({ version, steps }) => [version, steps.map((each) => each.step_id)])).toEqual([
    [1, ['a', 'b']],
    [2, ['c']],
  ])
  expect(state.steps).toMatchObject([
    { step_id: 'b', state: 'pending' },
    { step_id: 'c', state: 'pending' },
  ])
  expect(state.accepted_version).toBe(1)
})

test('a step that begins again forgets what it had found, and no other does', () => {
  const found: Given[] = [
    accepted('one', 'two'),
    ['step.started', { step_id: 'one', restart: false }],
    ['source.added', { step_id: 'one', source: source('a') }],
    evidence('e1', 'one'),
    ['step.finished', { step_id: 'one', state: 'done', note: null }],
    ['step.started', { step_id: 'two', restart: false }],
    ['tool.started', { call_id: 'c', step_id: 'two', name: 'search', query: 'q', engines: ['local'] }],
    ['tool.finished', { call_id: 'c', step_id: 'two', found: 2, error: null }],
    ['source.added', { step_id: 'two', source: source('a') }],
    ['source.added', { step_id: 'two', source: source('b') }],
    evidence('e2', 'two'),
  ]
  const before = after(...found)
  expect(before.read.map(({ source_id, step_ids }) => [source_id, step_ids])).toEqual([
    ['a', ['one', 'two']],
    ['b', ['two']],
  ])
  expect(before.steps[1]?.searches).toMatchObject([{ call_id: 'c', found: 2 }])
  const again = after(...found, ['step.started', { step_id: 'two', restart: true }])
  expect(again.read.map(({ source_id, step_ids }) => [source_id, step_ids])).toEqual([['a', ['one']]])
  expect(again.evidence.map(({ evidence_id }) => evidence_id)).toEqual(['e1'])
  expect(again.steps).toMatchObject([{ state: 'done' }, { state: 'running', searches: [] }])
})

test('searches before the plan belong to no step', () => {
  const state = after(
    [
      'tool.started',
      { call_id: 'c', step_id: null, name: 'search', query: 'q', engines: ['local', 'arxiv'] },
    ],
    ['tool.finished', { call_id: 'c', step_id: null, found: 0, error: '没有回应', silent: ['arxiv'] }],
    ['source.added', { step_id: null, source: source('a') }],
    ['step.started', { step_id: 'one', restart: false }],
    ['source.added', { step_id: 'one', source: source('a') }],
    ['step.started', { step_id: 'one', restart: true }],
  )
  expect(state.searches).toMatchObject([{ found: 0, error: '没有回应', silent: ['arxiv'] }])
  expect(state.read).toMatchObject([{ source_id: 'a', step_ids: [], looked: true }])
})

test('a section grows, is done with its citations, and is empty when it begins again', () => {
  const started: Given = [
    'section.started',
    { section_id: 's', kind: 'limits', title: '局限', step_id: null, restart: false },
  ]
  const written: Given[] = [
    started,
    ['report.delta', { section_id: 's', text: '一' }],
    ['report.delta', { section_id: 's', text: '二' }],
  ]
  expect(after(...written).sections).toMatchObject([{ text: '一二', state: 'writing' }])
  expect(
    after(...written, ['section.done', { section_id: 's', citations: [], chart: null }]).sections,
  ).toMatchObject([{ text: '一二', state: 'done' }])
  expect(after(...written, started).sections).toMatchObject([{ text: '', state: 'writing' }])
})

test('what a model did not do stands there once, with how long it worked and who wrote a section', () => {
  const part = { task: 'section', about: 's', title: '局限' } as const
  const state = after(
    ['usage', { usage: { prompt_tokens: 5, completion_tokens: 2 }, model_ms: 900 }],
    ['fallback', { ...part, reason: '没有回答' }],
    ['fallback', { ...part, reason: '没有按格式' }],
    ['fallback', { task: 'plan', about: '1', title: '', reason: '没有回答' }],
    ['section.started', { section_id: 's', kind: 'evidence', title: '', step_id: null, restart: false }],
    ['section.done', { section_id: 's', citations: [], chart: null, written_by: 'model', removed: 2 }],
    ['usage', { usage: { prompt_tokens: 6, completion_tokens: 3 } }],
  )
  expect(state.fallbacks.map(({ task, reason }) => [task, reason])).toEqual([
    ['section', '没有按格式'],
    ['plan', '没有回答'],
  ])
  expect(state).toMatchObject({ model_ms: 900, usage: { prompt_tokens: 6 } })
  expect(state.sections).toMatchObject([{ written_by: 'model', removed: 2, state: 'done' }])
  expect(researchState.parse(state)).toEqual(state)
})

test('warnings are told once; the report and the end stand in the state', () => {
  const check = { sentences: 1, cited: 1, quotes: 1, located: 1, removed: 0 }
  const state = after(
    ['warning', { text: '只按字词查找' }],
    ['warning', { text: '只按字词查找' }],
    ['citation.map', { references: [], read_not_cited: [] }],
    ['verify.result', { check }],
    ['report.final', { report_id: 'p', title: '报告' }],
    ['usage', { usage: { prompt_tokens: 1, completion_tokens: null } }],
    ['error', { fault: { code: 'internal', message: '错', retryable: true } }],
    ['run.end', { state: 'completed_partial' }],
  )
  expect(state).toMatchObject({
    warnings: ['只按字词查找'],
    check,
    report: { report_id: 'p', title: '报告' },
    usage: { prompt_tokens: 1 },
    error: { code: 'internal' },
    state: 'completed_partial',
  })
})
