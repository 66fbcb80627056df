import { api, applyResearchEvent, emptyResearch, type ResearchEvent } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  addSubjectPapers,
  completeResearch,
  startPlannedResearch,
  startResearch,
  waitForResearch,
} from '../testing/research-scene.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { scriptedResearchModel } from '../testing/scripted-research.ts'
import { createCaller, type TestApp, testApp } from '../testing/test-app.ts'
import { researchRunsOf } from './research-runs.ts'

const ON_THE_WAY = {
  status: 'running',
  lease: null,
  lease_until: null,
  snapshot: null,
  free: 'used',
  reserved_at: '2020-01-01',
} as const

/** The last event but one says that the report is stored: from there on nothing is left to do but to end. */
const BEFORE_REPORT = (seq: number, last: number) => seq < last - 1

async function rowOf({ base }: TestApp, id: string) {
  return base.db.selectFrom('research_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const eventsOf = async ({ base }: TestApp, id: string) =>
  base.db.selectFrom('research_events').selectAll().where('run_id', '=', id).orderBy('seq').execute()

const bodyOf = async ({ base }: TestApp, run_id: string) => {
  const { body } = await base.db
    .selectFrom('research_reports')
    .select('body')
    .where('run_id', '=', run_id)
    .executeTakeFirstOrThrow()
  return body
}

/** A research when it has ended; looked at in the database, since so many calls are too many. */
async function ended(app: TestApp, id: string) {
  for (;;) {
    const row = await rowOf(app, id)
    if (row.finished_at !== null) return row
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Copies of a research that ended, as a process would have left them that was killed behind these of its events. */
async function leftBehind(
  app: TestApp,
  run_id: string,
  isWanted: (seq: number, last: number) => boolean,
): Promise<string[]> {
  const { base } = app
  const whole = await rowOf(app, run_id)
  const events = await eventsOf(app, run_id)
  const ids: string[] = []
  for (const { seq } of events.filter(({ seq }) => isWanted(seq, events.length))) {
    const id = base.newId()
    const before = events.slice(0, seq)
    const given = before.map(({ event }) => JSON.parse(event) as ResearchEvent)
    const { state } = given.reduce(applyResearchEvent, emptyResearch())
    const left = { ...whole, ...ON_THE_WAY, id, report_id: base.newId(), state, finished_at: null, title: '' }
    await base.db.insertInto('research_runs').values(left).execute()
    await base.db
      .insertInto('research_events')
      .values(before.map((each) => ({ ...each, run_id: id })))
      .execute()
    ids.push(id)
  }
  return ids
}

/** On PostgreSQL, where the same researches run again, a third of the kills. */
const SHARE = process.env.TEST_DATABASE === 'sqlite' ? 1 : 3

/**
 * With a model, one that fails at its plan, and without any. The number says behind which of its events a research is
 * killed: every one, every second, every third; with a model it has many of the same kind.
 */
const ENGINES = [
  ['without a model', null, 1],
  ['with a model', {}, 2],
  ['with a model whose plans are of no use', { plan: () => '对不起' }, 3],
] as const

test.each(ENGINES)(
  'a research %s that is killed and gone on with ends in the same report, byte for byte',
  async (_name, script, stride) => {
    const model = await scriptedModel()
    model.always(scriptedResearchModel(script ?? {}))
    const app = await testApp({ env: script ? model.env : {} })
    const ada = await app.signUp('Ada')
    await addSubjectPapers(app)
    const { run_id, state } = await completeResearch(ada)
    expect(state).toBe('completed')
    const body = await bodyOf(app, run_id)
    const isWanted = (seq: number, last: number) => seq % (stride * SHARE) === 0 && BEFORE_REPORT(seq, last)
    const ids = await leftBehind(app, run_id, isWanted)
    expect(ids.length).toBeGreaterThanOrEqual(30 / SHARE)

    await researchRunsOf(app.base).resumeOrphans()
    for (const id of ids) {
      expect(await ended(app, id)).toMatchObject({ state: 'completed' })
      expect(await bodyOf(app, id)).toBe(body)
      const events = await eventsOf(app, id)
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
      expect(events.filter(({ event }) => event.startsWith('{"event":"run.end"'))).toHaveLength(1)
    }
  },
  240_000,
)

test('events carry their numbers and times, and add up to what the run tells when it has ended', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const run = await completeResearch(ada)
  const events = (await eventsOf(app, run.run_id)).map(({ event }) => JSON.parse(event) as ResearchEvent)
  expect(events.map(({ data }) => data)).toEqual(
    events.map((_, at) =>
      expect.objectContaining({
        run_id: run.run_id,
        thread_id: run.thread_id,
        seq: at + 1,
        ts: expect.stringMatching(/Z$/),
      }),
    ),
  )
  expect(events.reduce(applyResearchEvent, emptyResearch())).toEqual(run.snapshot)
  expect(run.last_seq).toBe(events.length)
})

test('a source comes before its evidence, evidence before the section that cites it, the map after the last section', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const { run_id } = await completeResearch(ada)
  const events = (await eventsOf(app, run_id)).map(({ event }) => JSON.parse(event) as ResearchEvent)
  const seen = { sources: new Set<string>(), passages: new Set<string>() }
  let sections = 0
  for (const { event, data } of events) {
    if (event === 'source.added') seen.sources.add(data.source.source_id)
    if (event === 'evidence.added') {
      expect(seen.sources).toContain(data.evidence.source_id)
      seen.passages.add(data.evidence.passage_id)
    }
    if (event === 'section.done') {
      sections += 1
      for (const { passage_id } of data.citations) expect(seen.passages).toContain(passage_id)
    }
    if (event === 'citation.map') expect(sections).toBeGreaterThan(3)
  }
  const names = events.map(({ event }) => event)
  expect(names.lastIndexOf('section.done')).toBeLessThan(names.indexOf('citation.map'))
  expect(names.slice(-4)).toEqual(['citation.map', 'verify.result', 'report.final', 'run.end'])
})

test('a research goes on in another process when its own is gone, and can be accepted there', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const { run_id } = await completeResearch(ada)
  const [left = ''] = await leftBehind(app, run_id, (seq) => seq === 30)
  const other = await testApp({ place: { folder: app.folder, url: app.url } })
  const there = createCaller(other.app)
  there.useCookie(ada.cookie())
  expect(await waitForResearch(there, left)).toMatchObject({ state: 'completed' })
  expect(await bodyOf(app, left)).toBe(await bodyOf(app, run_id))

  const waiting = await startPlannedResearch(ada)
  const { plan_id, version } = waiting.plan
  await there.call(api.deepResearch.plan, { run_id: waiting.run_id, action: 'accept', plan_id, version })
  expect(await waitForResearch(ada, waiting.run_id)).toMatchObject({ state: 'completed' })
})

test('a server that is stopped in the middle says no last word of a research, and goes on with it when it starts again', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const { run_id } = await startResearch(ada, { auto_accept_plan: true })
  await researchRunsOf(app.base).stop(0)
  expect(await rowOf(app, run_id)).toMatchObject({ status: 'running', lease: null, finished_at: null })
  const before = await eventsOf(app, run_id)
  const other = await testApp({ place: { folder: app.folder, url: app.url } })
  const there = createCaller(other.app)
  there.useCookie(ada.cookie())
  expect(await waitForResearch(there, run_id)).toMatchObject({ state: 'completed' })
  expect((await eventsOf(app, run_id)).slice(0, before.length)).toEqual(before)
})

test('a research that nobody does any more can be stopped, and gives back what it had reserved', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const { run_id } = await completeResearch(ada)
  const [left = ''] = await leftBehind(app, run_id, (seq) => seq === 30)
  const { base } = app
  await base.db.updateTable('research_runs').set({ free: 'reserved' }).where('id', '=', left).execute()
  const { thread_id } = await rowOf(app, left)
  await ada.call(api.chat.cancel, { chat_id: thread_id, chat_record_id: left })
  expect(await rowOf(app, left)).toMatchObject({ status: 'cancelled', state: 'cancelled', free: 'returned' })
  const events = await eventsOf(app, left)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
})
