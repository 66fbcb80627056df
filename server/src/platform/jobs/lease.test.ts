import { expect, test } from 'vitest'
import { leaseOfDeadProcess } from '../../testing/dead-process.ts'
import { testApp } from '../../testing/test-app.ts'
import { createTestJob, createTestRunner, findJobRow } from '../../testing/test-job.ts'
import { enqueue } from './queue.ts'

test('a job whose process died in every attempt goes to the dead letters', async () => {
  const app = await testApp()
  let runs = 0
  const job = createTestJob(async () => {
    runs += 1
    await new Promise(() => {})
  })
  const id = await enqueue(app.base, job, { number: 1 })
  for (let death = 0; death < 3; death += 1) {
    void createTestRunner(app, job).drain()
    await expect.poll(() => runs).toBe(death + 1)
    app.pass(31_000)
  }
  await createTestRunner(app, job).drain()

  expect(runs).toBe(3)
  expect(await findJobRow(app, id)).toMatchObject({
    state: 'failed',
    error: 'the process died in every attempt',
  })
})

test('a runner that is still there keeps its long job', async () => {
  const app = await testApp()
  let runs = 0
  let end = () => {}
  const job = createTestJob(() => {
    runs += 1
    return new Promise((resolve) => {
      end = resolve
    })
  })
  const id = await enqueue(app.base, job, { number: 1 })
  const runner = createTestRunner(app, job, { poll_ms: 10 })
  runner.start()
  await expect.poll(() => runs).toBe(1)
  for (let step = 0; step < 6; step += 1) {
    app.pass(11_000)
    const until = new Date(app.base.now().getTime() + 25_000).toISOString()
    await expect
      .poll(async () => (await findJobRow(app, id)).lease_until ?? '')
      .toSatisfy((text) => text > until)
  }
  await createTestRunner(app, job).drain()
  end()
  await expect.poll(async () => (await findJobRow(app, id)).state).toBe('done')
  await runner.stop(1_000)
  expect(runs).toBe(1)
})

test('a run that has lost its job to another is told to stop', async () => {
  const app = await testApp()
  let reason: unknown
  const job = createTestJob(
    (ctx) =>
      new Promise((resolve) =>
        ctx.job.signal.addEventListener('abort', () => {
          reason = ctx.job.signal.reason
          resolve()
        }),
      ),
  )
  const id = await enqueue(app.base, job, { number: 1 })
  const runner = createTestRunner(app, job, { poll_ms: 10 })
  runner.start()
  await expect.poll(async () => (await findJobRow(app, id)).state).toBe('running')
  await app.base.db.updateTable('jobs').set({ lease: 'of another' }).where('id', '=', id).execute()
  app.pass(11_000)
  await expect.poll(() => reason).toBe('lost')
  await runner.stop(1_000)

  expect(await findJobRow(app, id)).toMatchObject({ state: 'running', lease: 'of another' })
})

test('what a process of this machine left behind is taken over at once, and what it says late changes nothing', async () => {
  const app = await testApp()
  const late = Promise.withResolvers<void>()
  let runs = 0
  const job = createTestJob(async () => {
    runs += 1
    if (runs === 1) await late.promise
  })
  const id = await enqueue(app.base, job, { number: 1 })
  const first = createTestRunner(app, job).drain()
  await expect.poll(() => runs).toBe(1)
  // Its process is there: whoever looks leaves it alone.
  await createTestRunner(app, job).drain()
  expect(runs).toBe(1)
  const lease = leaseOfDeadProcess()
  await app.base.db.updateTable('jobs').set({ lease }).execute()
  await createTestRunner(app, job).drain()
  expect(runs).toBe(2)
  const ended = await findJobRow(app, id)
  expect(ended).toMatchObject({ state: 'done', attempts: 2 })
  late.resolve()
  await first
  expect(await findJobRow(app, id)).toEqual(ended)
})

test('a job of another machine waits for its lease, whatever the number of its process', async () => {
  const app = await testApp()
  let runs = 0
  const job = createTestJob(async () => {
    runs += 1
  })
  const id = await enqueue(app.base, job, { number: 1 })
  const lease_until = new Date(app.base.now().getTime() + 30_000).toISOString()
  const held = { state: 'running', lease: 'another-machine/999999999.1/gone', lease_until } as const
  await app.base.db.updateTable('jobs').set(held).execute()
  await createTestRunner(app, job).drain()
  expect(await findJobRow(app, id)).toMatchObject({ state: 'running' })
  app.pass(31_000)
  await createTestRunner(app, job).drain()
  expect([runs, (await findJobRow(app, id)).state]).toEqual([1, 'done'])
})
