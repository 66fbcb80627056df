import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openStream, startListening } from '../../testing/chat.ts'
import { testApp } from '../../testing/test-app.ts'
import { createTestJob, createTestRunner, findJobRow } from '../../testing/test-job.ts'
import { enqueue, type Job } from './queue.ts'
import { createRunner } from './runner.ts'

test('a job that fails is tried again with growing pauses and then goes to the dead letters', async () => {
  const app = await testApp()
  const job = createTestJob(async () => {
    throw new Error('no luck')
  })
  const runner = createTestRunner(app, job)
  const id = await enqueue(app.base, job, { number: 1 })
  const pauses: number[] = []
  for (let attempt = 1; attempt < 3; attempt += 1) {
    await runner.drain()
    const row = await findJobRow(app, id)
    expect(row).toMatchObject({ state: 'queued', attempts: attempt, error: 'no luck' })
    pauses.push(Date.parse(row.run_at) - app.base.now().getTime())
    await runner.drain()
    expect((await findJobRow(app, id)).attempts).toBe(attempt)
    app.pass(60 * 60_000)
  }
  await runner.drain()

  expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0)
  expect(await findJobRow(app, id)).toMatchObject({ state: 'failed', attempts: 3, error: 'no luck' })
})

test('the same unique key joins a job that waits, and a new one starts when that has ended', async () => {
  const app = await testApp()
  const ran: number[] = []
  const job = createTestJob(async (_ctx, number) => void ran.push(number))
  const first = await enqueue(app.base, job, { number: 1 }, { unique_key: 'only' })
  const joined = await Promise.all(
    Array.from({ length: 10 }, (_, number) => enqueue(app.base, job, { number }, { unique_key: 'only' })),
  )
  expect(new Set(joined)).toEqual(new Set([first]))
  await createTestRunner(app, job).drain()
  expect(await enqueue(app.base, job, { number: 2 }, { unique_key: 'only' })).not.toBe(first)
  await createTestRunner(app, job).drain()
  expect(ran).toEqual([1, 2])
})

test('a job of a process that has died goes to another, and the late one changes nothing', async () => {
  const app = await testApp()
  let finishFirst = () => {}
  let runs = 0
  const job = createTestJob(async (ctx) => {
    runs += 1
    const run = runs
    if (run === 1)
      await new Promise<void>((resolve) => {
        finishFirst = resolve
      })
    await ctx.job.report(0.5, `第 ${run} 次`)
  })
  const id = await enqueue(app.base, job, { number: 1 })
  const dead = createTestRunner(app, job).drain()
  while (runs === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  app.pass(31_000)
  await createTestRunner(app, job).drain()
  expect(await findJobRow(app, id)).toMatchObject({ state: 'done', attempts: 2, note: '第 2 次' })
  finishFirst()
  await dead
  expect(await findJobRow(app, id)).toMatchObject({ state: 'done', note: '第 2 次' })
})

test('a running job that its owner cancels ends as cancelled', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const job = createTestJob(
    (ctx) =>
      new Promise((_, reject) =>
        ctx.job.signal.addEventListener('abort', () => reject(new Error('stopped'))),
      ),
  )
  const id = await enqueue(app.base, job, { number: 1 }, { owner_id: ada.id })
  const runner = createTestRunner(app, job)
  runner.start()
  const state = async () => (await ada.call(api.jobs.state, { job_id: id })).state
  await expect.poll(state).toBe('running')
  await ada.call(api.jobs.cancel, { job_id: id })
  await expect.poll(state).toBe('cancelled')
  await ada.call(api.jobs.cancel, { job_id: id })
  expect(await state()).toBe('cancelled')
  await runner.stop(1_000)
})

test('a waiting job that is cancelled never runs', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  let ran = false
  const job = createTestJob(async () => {
    ran = true
  })
  const id = await enqueue(app.base, job, { number: 1 }, { owner_id: ada.id })
  await ada.call(api.jobs.cancel, { job_id: id })
  await createTestRunner(app, job).drain()

  expect(ran).toBe(false)
  expect((await findJobRow(app, id)).state).toBe('cancelled')
})

test('a job with secrets forgets its payload when it has ended', async () => {
  const app = await testApp()
  const job = createTestJob(async () => {}, { secret: true })
  const id = await enqueue(app.base, job, { number: 42 })
  expect((await findJobRow(app, id)).payload).toContain('42')
  await createTestRunner(app, job).drain()

  expect(await findJobRow(app, id)).toMatchObject({ state: 'done', progress: 1, payload: '{}' })
})

test('a scheduled job runs once for two runners, and again when its time has come', async () => {
  const app = await testApp()
  let runs = 0
  const job = {
    ...createTestJob(async () => {}),
    payload: z.object({}),
    run: async () => {
      runs += 1
    },
  } as unknown as Job
  const two = [0, 1].map(() =>
    createRunner({ ctx: app.base, kind: app.kind, jobs: [job], schedules: [{ job, every_ms: 60_000 }] }),
  )
  await Promise.all(two.map((runner) => runner.drain()))
  await Promise.all(two.map((runner) => runner.drain()))
  expect(runs).toBe(1)
  app.pass(61_000)
  await Promise.all(two.map((runner) => runner.drain()))
  expect(runs).toBe(2)
})

test('the operator runs a dead job again, and a running one cannot be retried', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  let works = false
  const job = createTestJob(
    async () => {
      if (!works) throw new Error('no luck')
    },
    { attempts: 1 },
  )
  const runner = createTestRunner(app, job)
  const id = await enqueue(app.base, job, { number: 1 })
  await runner.drain()
  expect((await ada.call(api.admin.jobs, { state: 'failed' })).list).toMatchObject([
    { id, title: '测试任务', error: 'no luck' },
  ])
  works = true
  await ada.call(api.admin.setJob, { job_id: id, action: 'retry' })
  await runner.drain()
  expect((await findJobRow(app, id)).state).toBe('done')
  expect((await ada.refusal(api.admin.setJob, { job_id: id, action: 'retry' })).problem).toBe(
    'job.not_retryable',
  )
})

test('a dead job is not run again while another one does the same work', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const job = createTestJob(
    async () => {
      throw new Error('no luck')
    },
    { attempts: 1 },
  )
  const enqueueUnique = () => enqueue(app.base, job, { number: 1 }, { unique_key: 'same work' })
  const dead = await enqueueUnique()
  await createTestRunner(app, job).drain()
  const waiting = await enqueueUnique()
  expect(waiting).not.toBe(dead)

  const retry = { job_id: dead, action: 'retry' } as const
  expect((await ada.refusal(api.admin.setJob, retry)).problem).toBe('job.already_active')
  expect((await findJobRow(app, dead)).state).toBe('failed')
  await ada.call(api.admin.setJob, { job_id: waiting, action: 'cancel' })
  await createTestRunner(app, job).drain()
  await ada.call(api.admin.setJob, retry)
  expect((await findJobRow(app, dead)).state).toBe('queued')
})

test('of two dead jobs of the same work that are retried at once one runs, and the other is refused', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const job = createTestJob(() => Promise.reject(new Error('no luck')), { attempts: 1 })
  const dead: string[] = []
  for (let time = 0; time < 2; time += 1) {
    dead.push(await enqueue(app.base, job, { number: 1 }, { unique_key: 'same work' }))
    await createTestRunner(app, job).drain()
  }
  for (let round = 0; round < 10; round += 1) {
    const retries = await Promise.allSettled(
      dead.map((job_id) => ada.call(api.admin.setJob, { job_id, action: 'retry' })),
    )
    const refusals = retries.flatMap((each) => (each.status === 'rejected' ? [each.reason.problem] : []))
    expect(refusals).toEqual(['job.already_active'])
    await createTestRunner(app, job).drain()
  }
})

test('what a job that fails or is cancelled worked on hears of it once, with the reason', async () => {
  const app = await testApp()
  const ends: unknown[] = []
  const job = createTestJob(() => Promise.reject(new Error('no luck')), {
    attempts: 100,
    ended: async (_ctx, { number }, end) => void ends.push([number, end]),
  })
  const runner = createTestRunner(app, job)
  const failing = await enqueue(app.base, job, { number: 1 })
  for (let time = 0; time < 5; time += 1) {
    await runner.drain()
    app.pass(60 * 60_000)
  }
  expect(await findJobRow(app, failing)).toMatchObject({ state: 'failed', attempts: 3, failures: 3 })
  expect(ends).toEqual([[1, { state: 'failed', reason: 'no luck' }]])

  const ada = await app.signUp('Ada')
  const waiting = await enqueue(app.base, job, { number: 2 }, { owner_id: ada.id })
  await ada.call(api.jobs.cancel, { job_id: waiting })
  await runner.drain()
  expect(ends.slice(1)).toEqual([[2, { state: 'cancelled', reason: '已取消' }]])
  expect(await findJobRow(app, waiting)).toMatchObject({ state: 'cancelled' })
})

test('attack 78: whoever logs out hears no more of a job that they followed', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const url = await startListening(app)
  // Nothing runs it.
  const { job_id } = await ada.call(api.user.exportData, {})
  const stream = await openStream(`${url}/api/job/${job_id}/stream`, { cookie: ada.cookie() })
  await stream.until(({ data }) => data.state === 'queued')
  await ada.send(api.user.logout, {})
  const after = await stream.rest()
  expect(after.every(({ data }) => data.state === 'queued')).toBe(true)
})
