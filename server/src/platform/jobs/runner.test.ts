import { api } from '@scinav/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { createTestJob, createTestRunner, findJobRow } from '../../testing/test-job.ts'
import { transact } from '../context/context.ts'
import { openPostgres } from '../db/open.ts'
import { claimNextJob } from './job.store.ts'
import { enqueue, type Job } from './queue.ts'
import { createRunner } from './runner.ts'

const JOBS = 200
/** Pino's level of what is no warning. */
const INFO_LEVEL = 30

/** A connection as another process would have it; SQLite has one serving process only. */
async function ownConnection(app: TestApp) {
  if (!app.url) return app.base.db
  const opened = await openPostgres(app.url)
  onTestFinished(() => opened.close())
  return opened.db
}

test('four runners, on PostgreSQL four processes, share one queue, and no job runs twice', async () => {
  const app = await testApp()
  const ran: [runner: number, number: number][] = []
  const jobOf = (runner: number) =>
    createTestJob(async (_ctx, number) => {
      await new Promise((resolve) => setTimeout(resolve, number % 3))
      ran.push([runner, number])
    })
  await transact(app.base, async (ctx) => {
    for (let number = 0; number < JOBS; number += 1) await enqueue(ctx, jobOf(0), { number })
  })
  const connections = await Promise.all(Array.from({ length: 4 }, () => ownConnection(app)))
  const runners = connections.map((db, index) => createTestRunner(app, jobOf(index), { db }))
  await Promise.all(runners.map((runner) => runner.drain()))

  const numbers = ran.map(([, number]) => number).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: JOBS }, (_, number) => number))
  expect(new Set(ran.map(([runner]) => runner)).size).toBe(4)
})

test('a job of a transaction that failed never runs', async () => {
  const app = await testApp()
  const ran: number[] = []
  const job = createTestJob(async (_ctx, number) => void ran.push(number))
  const failed = transact(app.base, async (ctx) => {
    await enqueue(ctx, job, { number: 1 })
    throw new Error('boom')
  })
  await expect(failed).rejects.toThrow('boom')
  await transact(app.base, (ctx) => enqueue(ctx, job, { number: 2 }))
  await createTestRunner(app, job).drain()

  expect(ran).toEqual([2])
})

test('its owner sees how far a job is while it runs', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const seen: unknown[] = []
  const job = createTestJob(async (ctx) => {
    await ctx.job.report(0.25, '第一步')
    seen.push(await ada.call(api.jobs.state, { job_id: ctx.job.id }))
    await ctx.job.report(0.75, '第二步')
    seen.push(await ada.call(api.jobs.state, { job_id: ctx.job.id }))
  })
  const id = await enqueue(app.base, job, { number: 1 }, { owner_id: ada.id })
  await createTestRunner(app, job).drain()

  expect(seen).toMatchObject([
    { state: 'running', progress: 0.25, note: '第一步' },
    { state: 'running', progress: 0.75, note: '第二步' },
  ])
  expect(await ada.call(api.jobs.state, { job_id: id })).toMatchObject({ state: 'done', progress: 1 })
})

test('stopping for a restart, however often, neither fails a job nor uses up its attempts', async () => {
  const app = await testApp()
  let runs = 0
  const job = createTestJob(
    (ctx) =>
      new Promise((_, reject) => {
        runs += 1
        ctx.job.signal.addEventListener('abort', () => reject(new Error('stopped')))
      }),
    { attempts: 1 },
  )
  const id = await enqueue(app.base, job, { number: 1 })
  for (let restart = 0; restart < 5; restart += 1) {
    const runner = createTestRunner(app, job, { poll_ms: 10 })
    runner.start()
    await expect.poll(() => runs).toBe(restart + 1)
    await runner.stop(10)
    const given = { state: 'queued', attempts: 0, error: null, lease: null }
    await expect.poll(() => findJobRow(app, id)).toMatchObject(given)
  }
})

test('a stop waits for a job that somebody waits for, and hands background work back at once', async () => {
  const app = await testApp()
  const { begun, end, job } = heldJobs()
  const learning = createTestJob(
    (ctx) => new Promise((_, reject) => ctx.job.signal.addEventListener('abort', () => reject(new Error()))),
    { name: 'test.learn', is_background: true },
  )
  const awaited = await enqueue(app.base, job, { number: 1 })
  const background = await enqueue(app.base, learning, { number: 2 })
  const runner = createRunner({
    ...{ ctx: app.base, kind: app.kind, schedules: [], poll_ms: 10, warm_up_ms: 0 },
    jobs: [job, learning] as unknown as Job[],
  })
  runner.start()
  await expect.poll(() => begun.length).toBe(1)
  await expect.poll(() => findJobRow(app, background)).toMatchObject({ state: 'running' })
  const stopped = runner.stop(60_000)
  await expect.poll(() => findJobRow(app, background)).toMatchObject({ state: 'queued', attempts: 0 })
  expect(await findJobRow(app, awaited)).toMatchObject({ state: 'running' })
  end()
  await stopped
  expect(await findJobRow(app, awaited)).toMatchObject({ state: 'done' })
})

test('a stop ends after the jobs that it aborts, which are no failures', async () => {
  const app = await testApp()
  let hasEnded = false
  const job = createTestJob(async (ctx) => {
    while (!ctx.job.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 20))
    hasEnded = true
    ctx.job.signal.throwIfAborted()
  })
  const id = await enqueue(app.base, job, { number: 1 })
  const runner = createTestRunner(app, job, { poll_ms: 10 })
  runner.start()
  await expect.poll(() => findJobRow(app, id)).toMatchObject({ state: 'running' })
  await runner.stop(0)
  expect(hasEnded).toBe(true)
  expect(app.log.filter((line) => JSON.parse(line).level > INFO_LEVEL)).toEqual([])
  expect(await findJobRow(app, id)).toMatchObject({ state: 'queued', error: null, failures: 0 })
})

test('a job that waits for its next attempt cannot be taken before its time', async () => {
  const app = await testApp()
  const job = createTestJob(async () => {
    throw new Error('no luck')
  })
  await enqueue(app.base, job, { number: 1 })
  await createTestRunner(app, job).drain()
  const lease = () => ({
    lease: app.base.newId(),
    lease_until: '9999',
    now: app.base.now().toISOString(),
    longest_lease: '9999',
    longest_wait: '9999',
    own_leases: [],
    gone_leases: [],
    lane: { names: { except: [] }, max_per_owner: 1, one_by_one: [] },
  })

  expect(await claimNextJob(app.base.db, app.kind, lease())).toBeUndefined()
  app.pass(60_000)
  expect(await claimNextJob(app.base.db, app.kind, lease())).toMatchObject({ state: 'running', attempts: 2 })
})

test('a run whose end cannot be saved does not end the process, and the job is taken again at once', async () => {
  const app = await testApp()
  let runs = 0
  const job = createTestJob(async (ctx) => {
    runs += 1
    if (runs === 1) await sql`alter table jobs rename to jobs_gone`.execute(ctx.db)
  })
  const id = await enqueue(app.base, job, { number: 1 })
  await createTestRunner(app, job)
    .drain()
    .catch(() => {})
  await expect.poll(() => app.log.join()).toContain('how a job ended could not be saved')
  await sql`alter table jobs_gone rename to jobs`.execute(app.base.db)
  await createTestRunner(app, job).drain()

  expect(await findJobRow(app, id)).toMatchObject({ state: 'done', attempts: 2 })
})

test('a job whose stored payload is damaged fails with its reason, and the others go on', async () => {
  const app = await testApp()
  const ran: number[] = []
  const job = createTestJob(async (_ctx, number) => void ran.push(number))
  const damaged = await enqueue(app.base, job, { number: 1 })
  const cancelled = await enqueue(app.base, job, { number: 2 })
  await app.base.db.updateTable('jobs').set({ payload: '{"number":' }).execute()
  await app.base.db.updateTable('jobs').set({ cancel_requested: 1 }).where('id', '=', cancelled).execute()
  await enqueue(app.base, job, { number: 3 })
  const runner = createTestRunner(app, job)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await runner.drain()
    app.pass(60_000)
  }
  const failed = { state: 'failed', error: expect.any(String), finished_at: expect.any(String) }
  expect(await findJobRow(app, damaged)).toMatchObject(failed)
  expect(await findJobRow(app, cancelled)).toMatchObject({ state: 'cancelled' })
  expect(ran).toEqual([3])
})

test('while the disk is full the log hears of it ever more seldom, and afterwards the jobs go on', async () => {
  const app = await testApp()
  const lines: string[] = []
  const done = Promise.withResolvers<void>()
  const job = createTestJob(async () => done.resolve())
  let full = false
  const ctx = {
    ...app.base,
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    get db() {
      if (full) throw new Error('database or disk is full')
      return app.base.db
    },
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const runner = createRunner({
    ...{ ctx, kind: app.kind, schedules: [], warm_up_ms: 0 },
    jobs: [job as unknown as Job],
  })
  runner.start()
  onTestFinished(() => runner.stop(0))
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  full = true
  await enqueue(app.base, job, { number: 1 })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  // Every ten seconds in the end; every quarter of a second it would be 2,400.
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.length).toBeLessThan(80)

  full = false
  await vi.advanceTimersByTimeAsync(10_000)
  await done.promise
})

/** Jobs that run until the test says so, and what has begun, in its order. */
function heldJobs() {
  const begun: string[] = []
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const job = createTestJob(async (ctx, number) => {
    begun.push(`${ctx.job.owner_id} ${number}`)
    await over
  })
  return { begun, end, job }
}

test('a short job runs at once, however many long ones run and wait', async () => {
  const app = await testApp()
  const { id } = await app.signUp('Ada')
  const { begun, end, job } = heldJobs()
  const sent = Promise.withResolvers<void>()
  const short = createTestJob(async () => sent.resolve(), { name: 'test.short', is_short: true })
  for (let number = 0; number < 20; number += 1)
    await enqueue(app.base, job, { number }, number % 2 ? { owner_id: id } : {})
  const runner = createRunner({
    ...{ ctx: app.base, kind: app.kind, schedules: [], poll_ms: 10, warm_up_ms: 0 },
    jobs: [job, short] as unknown as Job[],
  })
  runner.start()
  await expect.poll(() => begun.length).toBe(4)
  await enqueue(app.base, short, { number: 1 })
  await sent.promise
  expect(begun).toHaveLength(4)
  end()
  await runner.stop(60_000)
})

test('after the start short jobs run first, the others and what is planned a while later', async () => {
  const app = await testApp()
  const { begun, end, job } = heldJobs()
  const sent = Promise.withResolvers<void>()
  const short = createTestJob(async () => sent.resolve(), { name: 'test.short', is_short: true })
  const planned = { ...job, name: 'test.planned' } as unknown as Job
  const runner = createRunner({
    ...{ ctx: app.base, kind: app.kind, poll_ms: 10, warm_up_ms: 60_000 },
    ...{ jobs: [job, short, planned] as unknown as Job[], schedules: [{ job: planned, every_ms: 60_000 }] },
  })
  await enqueue(app.base, job, { number: 1 })
  runner.start()
  await enqueue(app.base, short, { number: 2 })
  await sent.promise
  expect(begun).toEqual([])
  expect(
    await app.base.db.selectFrom('jobs').select('name').where('name', '=', planned.name).execute(),
  ).toEqual([])
  end()
  await runner.stop(60_000)
})

test('people take turns: of one person half of the lanes at most, and who has nothing running comes first', async () => {
  const app = await testApp()
  const [ada, bob, lin] = [await app.signUp('Ada'), await app.signUp('Bob'), await app.signUp('Lin')]
  const { begun, end, job } = heldJobs()
  for (const person of [ada, bob])
    for (let number = 0; number < 5; number += 1)
      await enqueue(app.base, job, { number }, { owner_id: person.id })
  await enqueue(app.base, job, { number: 0 }, { owner_id: lin.id })
  const runner = createTestRunner(app, job, { poll_ms: 10 })
  runner.start()
  await expect.poll(() => begun.length).toBe(4)
  expect(begun).toEqual([`${ada.id} 0`, `${bob.id} 0`, `${lin.id} 0`, `${ada.id} 1`])
  end()
  await runner.stop(60_000)
})

test('one person alone leaves lanes free for the next', async () => {
  const app = await testApp()
  const [ada, bob] = [await app.signUp('Ada'), await app.signUp('Bob')]
  const { begun, end, job } = heldJobs()
  for (let number = 0; number < 9; number += 1) await enqueue(app.base, job, { number }, { owner_id: ada.id })
  const runner = createTestRunner(app, job, { poll_ms: 10 })
  runner.start()
  await expect.poll(() => begun.length).toBe(2)
  await enqueue(app.base, job, { number: 0 }, { owner_id: bob.id })
  await expect.poll(() => begun).toEqual([`${ada.id} 0`, `${ada.id} 1`, `${bob.id} 0`])
  end()
  await runner.stop(60_000)
})

test('exports of one person run one after another, beside other work of theirs', async () => {
  const app = await testApp()
  const [ada, bob] = [await app.signUp('Ada'), await app.signUp('Bob')]
  const { begun, end, job } = heldJobs()
  const exported = { ...job, one_by_one: true } as const
  const other = { ...job, name: 'test.other' }
  for (let number = 0; number < 3; number += 1)
    await enqueue(app.base, exported, { number }, { owner_id: ada.id })
  await enqueue(app.base, exported, { number: 3 }, { owner_id: bob.id })
  await enqueue(app.base, other, { number: 4 }, { owner_id: ada.id })
  const runner = createRunner({
    ...{ ctx: app.base, kind: app.kind, schedules: [], poll_ms: 10, warm_up_ms: 0 },
    jobs: [exported, other] as unknown as Job[],
  })
  runner.start()
  await expect.poll(() => begun).toEqual([`${ada.id} 0`, `${bob.id} 3`, `${ada.id} 4`])
  end()
  await expect.poll(() => begun.length).toBe(5)
  await runner.stop(60_000)
})
