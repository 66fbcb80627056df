import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { readQuestion } from '../language/question/question.ts'
import { openStream, startListening } from '../testing/chat.ts'
import { pollUntil } from '../testing/poll.ts'
import {
  addSubjectPapers,
  completeResearch,
  QUESTION,
  startPlannedResearch,
  startResearch,
  waitForResearch,
} from '../testing/research-scene.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  return { app, ada }
}

const left = async (ada: Awaited<ReturnType<typeof scene>>['ada']) =>
  (await ada.call(api.chat.freeCount, {})).left

const eventNames = async ({ base }: TestApp, run_id: string) => {
  const rows = await base.db
    .selectFrom('research_events')
    .select('event')
    .where('run_id', '=', run_id)
    .orderBy('seq')
    .execute()
  return rows.map(({ event }): string => JSON.parse(event).event)
}

test('a plan is edited, and carried out as it was edited', async () => {
  const { ada } = await scene()
  const { run_id, plan } = await startPlannedResearch(ada)
  expect(plan).toMatchObject({ version: 1, made_by: 'template', kind: 'method' })
  const [first] = plan.steps
  const steps = [
    { title: '阻燃电解液', queries: ['阻燃电解液'] },
    { ...first, title: '隔膜' },
  ]
  const edit = { run_id, action: 'edit', plan_id: plan.plan_id, version: 1, steps } as const
  await ada.call(api.deepResearch.plan, edit)
  expect((await ada.refusal(api.deepResearch.plan, edit)).problem).toBe('research.plan_changed')
  const waiting = await ada.call(api.deepResearch.run, { run_id })
  expect(waiting).toMatchObject({ state: 'waiting_plan', report_id: null })
  expect(waiting.snapshot.plans.map(({ version, made_by }) => [version, made_by])).toEqual([
    [1, 'template'],
    [2, 'user'],
  ])
  await ada.call(api.deepResearch.plan, { run_id, action: 'accept', plan_id: plan.plan_id, version: 2 })
  const done = await waitForResearch(ada, run_id)
  expect(done.snapshot.steps.map(({ title, step_id }) => [title, step_id])).toEqual([
    ['阻燃电解液', 's2-u1'],
    ['隔膜', first?.step_id],
  ])
})

test('a step that is added without words to look for keeps the subject of the research', async () => {
  const { ada } = await scene()
  const { run_id, plan } = await startPlannedResearch(ada)
  const steps = [...plan.steps, { title: '成本与回收' }]
  await ada.call(api.deepResearch.plan, { run_id, action: 'edit', plan_id: plan.plan_id, version: 1, steps })
  const { snapshot } = await ada.call(api.deepResearch.run, { run_id })
  const [query = ''] = snapshot.plans.at(-1)?.steps.at(-1)?.queries ?? []
  expect(query).toContain('成本')
  for (const word of readQuestion(QUESTION).query.split(' ')) expect(query).toContain(word)
})

test('a research that is begun under a key is begun once, and gets as far as any other', async () => {
  const { ada } = await scene()
  const key = { 'idempotency-key': 'research-2026-11-23' }
  const begin = () => ada.call(api.deepResearch.begin, { question: QUESTION }, key)
  const [one, other] = [await begin(), await begin()]
  expect(other).toEqual(one)
  expect((await waitForResearch(ada, one.run_id, 'waiting_plan')).snapshot.plans).toHaveLength(1)
})

test('another plan may be asked for twice, and the last one be changed while it is accepted', async () => {
  const { ada } = await scene()
  const { run_id, plan } = await startPlannedResearch(ada)
  const { plan_id } = plan
  for (const version of [1, 2]) {
    await ada.call(api.deepResearch.plan, { run_id, action: 'reject', plan_id, version })
    await waitForResearch(ada, run_id, 'waiting_plan')
  }
  const third = { run_id, plan_id, version: 3 }
  expect((await ada.refusal(api.deepResearch.plan, { ...third, action: 'reject' })).problem).toBe(
    'research.too_many_plans',
  )
  const steps = [{ title: '隔膜的作用', queries: [] }]
  await ada.call(api.deepResearch.plan, { ...third, action: 'accept', steps })
  const done = await waitForResearch(ada, run_id)
  expect(done.snapshot.plans).toHaveLength(3)
  expect(done.snapshot.steps).toMatchObject([{ title: '隔膜的作用', queries: ['抑制锂电池热失控 隔膜'] }])
  expect((await ada.refusal(api.deepResearch.plan, { ...third, action: 'accept' })).problem).toBe(
    'research.not_planned',
  )
})

test('a bare subject is asked back about, and goes on with the answer or without', async () => {
  const { ada } = await scene()
  const ask = async () => {
    const { run_id } = await startResearch(ada, { question: '热失控' })
    const asked = await waitForResearch(ada, run_id, 'waiting_clarification')
    expect(asked.snapshot.clarification).toMatchObject({
      decided: false,
      options: expect.arrayContaining(['主要方法']),
    })
    return run_id
  }
  const answered = await ask()
  await ada.call(api.deepResearch.answer, { run_id: answered, answer: '主要方法' })
  const planning = await waitForResearch(ada, answered, 'waiting_plan')
  expect(planning.snapshot).toMatchObject({
    background: { kind: 'method' },
    clarification: { answer: '主要方法' },
  })
  const skipped = await ask()
  await ada.call(api.deepResearch.answer, { run_id: skipped })
  expect((await waitForResearch(ada, skipped, 'waiting_plan')).snapshot.background?.kind).toBe('trend')
  expect((await ada.refusal(api.deepResearch.answer, { run_id: skipped })).problem).toBe(
    'research.not_waiting',
  )
})

test('a free research is reserved when its plan is accepted, and used by its report', async () => {
  const { ada } = await scene()
  const { run_id, plan } = await startPlannedResearch(ada)
  expect(await left(ada)).toBe(10)
  const { plan_id, version } = plan
  await ada.call(api.deepResearch.plan, { run_id, action: 'accept', plan_id, version })
  expect(await left(ada)).toBe(9)
  await waitForResearch(ada, run_id)
  expect(await left(ada)).toBe(9)
})

test('none is left: no more begin, and none that waits is accepted', async () => {
  const { app, ada } = await scene()
  const waiting = await startPlannedResearch(ada)
  for (let at = 0; at < 10; at += 1) await completeResearch(ada)
  expect((await ada.refusal(api.deepResearch.begin, { question: QUESTION })).problem).toBe(
    'research.no_free_count',
  )
  const { plan_id, version } = waiting.plan
  const accept = { run_id: waiting.run_id, action: 'accept', plan_id, version } as const
  expect((await ada.refusal(api.deepResearch.plan, accept)).problem).toBe('research.no_free_count')
  app.pass(24 * 60 * 60_000)
  await ada.call(api.deepResearch.plan, accept)
  expect(await waitForResearch(ada, waiting.run_id)).toMatchObject({ state: 'completed' })
})

test('a research that waits is stopped at once, and what it was to use is free again', async () => {
  const { app, ada } = await scene()
  const { run_id, chat_id, chat_record_id } = await startPlannedResearch(ada)
  const stop = { chat_id, chat_record_id }
  expect((await ada.refusal(api.chat.cancel, { ...stop, mode: 'finish_now' })).problem).toBe(
    'research.not_begun',
  )
  await ada.call(api.chat.cancel, stop)
  await ada.call(api.chat.cancel, stop)
  expect(await ada.call(api.deepResearch.run, { run_id })).toMatchObject({
    state: 'cancelled',
    report_id: null,
  })
  expect((await eventNames(app, run_id)).filter((name) => name === 'run.end')).toHaveLength(1)
  expect(await left(ada)).toBe(10)
})

test('a report is written from what is in hand: steps that were not searched are said to be that', async () => {
  const { app, ada } = await scene()
  const { run_id, plan } = await startPlannedResearch(ada)
  await app.base.db
    .updateTable('research_runs')
    .set({ finish_requested: 1 })
    .where('id', '=', run_id)
    .execute()
  const { plan_id, version } = plan
  await ada.call(api.deepResearch.plan, { run_id, action: 'accept', plan_id, version })
  const run = await waitForResearch(ada, run_id)
  expect(run.state).toBe('completed_partial')
  expect(run.snapshot.steps.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'skipped'])
  const report = await ada.call(api.deepResearch.report, { report_id: run.report_id ?? '' })
  expect(report).toMatchObject({ partial: true, sections: [{ kind: 'insufficient' }] })
})

test('its events stream from where a reader left off to the last one', async () => {
  const { app, ada } = await scene()
  const { run_id } = await completeResearch(ada)
  const url = `${await startListening(app)}/api/deep_research/run/${run_id}/events`
  const names = await eventNames(app, run_id)
  const whole = await openStream(url, { cookie: ada.cookie() })
  expect((await whole.rest()).map(({ event }) => event)).toEqual(names)
  const part = await openStream(`${url}?after=5`, { cookie: ada.cookie() })
  expect((await part.rest())[0]).toMatchObject({ id: 6, event: names[5] })
})

test('earlier researches are listed, found by their words, renamed, deleted and brought back', async () => {
  const { ada } = await scene()
  const { run_id, report_id } = await completeResearch(ada)
  await completeResearch(ada, { question: '唐代诗歌的意象是什么？', depth: 'brief' })
  const list = async (keyword?: string) =>
    (await ada.call(api.deepResearch.runs, { page_num: 1, page_size: 10, ...(keyword && { keyword }) })).list
  expect((await list()).map(({ question, depth }) => [question, depth])).toEqual([
    ['唐代诗歌的意象是什么？', 'brief'],
    [QUESTION, 'standard'],
  ])
  await ada.call(api.deepResearch.rename, { run_id, title: '电池安全' })
  expect(await list('电池安全')).toMatchObject([{ run_id, title: '电池安全', state: 'completed' }])
  expect((await ada.call(api.deepResearch.report, { report_id })).title).toBe('电池安全')
  await ada.call(api.deepResearch.remove, { run_id })
  expect(await list('锂电池')).toEqual([])
  expect((await ada.refusal(api.deepResearch.report, { report_id })).problem).toBe('report.not_found')
  await ada.call(api.deepResearch.restore, { run_id })
  expect(await list('锂电池')).toHaveLength(1)
})

test('at most three researches of a person go on at once, and three do', async () => {
  const { app, ada } = await scene()
  const begun = await Promise.all([1, 2, 3].map(() => startResearch(ada, { auto_accept_plan: true })))
  for (const { run_id } of begun)
    expect(await waitForResearch(ada, run_id)).toMatchObject({ state: 'completed' })
  await app.base.db
    .updateTable('research_runs')
    .set({ status: 'running', lease: 'h/1/x', lease_until: '2026-03-02T08:00:20.000Z' })
    .execute()
  expect((await ada.refusal(api.deepResearch.begin, { question: QUESTION })).problem).toBe(
    'research.too_many_runs',
  )
})

test('the notice of a research that failed before it had a title names its question', async () => {
  const { app, ada } = await scene()
  const { run_id, plan } = await startPlannedResearch(ada)
  await app.base.db.updateTable('research_runs').set({ request: '' }).where('id', '=', run_id).execute()
  await ada.call(api.deepResearch.plan, { run_id, action: 'accept', plan_id: plan.plan_id, version: 1 })
  const { list } = await pollUntil(
    () => ada.call(api.notices.list, {}),
    ({ list }) => list.length > 0,
  )
  expect(list.map(({ text }) => text)).toEqual([`深度研究「${QUESTION}」没有完成`])
})
