import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { purge } from '../../account/user/purge.job.ts'
import { answerRun } from '../../chat/chats/answer-run.ts'
import { answerWith, openChat, recordIdOf, sendAndRead } from '../../testing/chat.ts'
import { PASSWORD } from '../../testing/password.ts'
import { createCaller, type TestApp, testApp } from '../../testing/test-app.ts'
import { createTestJob, createTestRunner, findJobRow } from '../../testing/test-job.ts'
import { requestCancel } from '../jobs/job.store.ts'
import { enqueue, type Job } from '../jobs/queue.ts'
import { createRunner } from '../jobs/runner.ts'
import { takeOverOrphans } from '../runs/orphaned-runs.ts'

const DAY_MS = 24 * 60 * 60_000
const TEN_YEARS_MS = 3_653 * DAY_MS

/** Does something while the clock is ten years ahead; then the clock is put right. */
async function ahead<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  app.pass(TEN_YEARS_MS)
  const result = await work()
  app.pass(-TEN_YEARS_MS)
  return result
}

test('a clock put right: what runs every hour runs again, and goes on every hour', async () => {
  const app = await testApp()
  let runs = 0
  const job = createTestJob(async () => {
    runs += 1
  }) as unknown as Job
  const hourly = { ...job, payload: purge.payload } as Job
  const runner = createRunner({
    ctx: app.base,
    kind: app.kind,
    jobs: [hourly],
    schedules: [{ job: hourly, every_ms: 3_600_000 }],
  })
  await ahead(app, () => runner.drain())
  expect(runs).toBe(1)

  await runner.drain()
  expect(runs).toBe(2)
  await runner.drain()
  expect(runs).toBe(2)
  app.pass(3_601_000)
  await runner.drain()
  expect(runs).toBe(3)
})

test('a clock put right: a queued job runs now, not in ten years', async () => {
  const app = await testApp()
  let runs = 0
  const job = createTestJob(async () => {
    runs += 1
  })
  const id = await ahead(app, () => enqueue(app.base, job, { number: 1 }))
  await createTestRunner(app, job).drain()

  expect(runs).toBe(1)
  expect(await findJobRow(app, id)).toMatchObject({ state: 'done' })
})

test('a clock put right: the job of a process that died meanwhile is taken over', async () => {
  const app = await testApp()
  let runs = 0
  const job = createTestJob(async () => {
    runs += 1
  })
  const id = await enqueue(app.base, job, { number: 1 })
  const lease_until = new Date(app.base.now().getTime() + TEN_YEARS_MS).toISOString()
  const dead = { state: 'running', lease: 'of the dead', lease_until, attempts: 1 } as const
  await app.base.db.updateTable('jobs').set(dead).where('id', '=', id).execute()
  await createTestRunner(app, job).drain()

  expect(runs).toBe(1)
})

test('a clock put right: a waiting job that was cancelled in the future has ended', async () => {
  const app = await testApp()
  const job = createTestJob(async () => undefined)
  const id = await ahead(app, async () => {
    const id = await enqueue(app.base, job, { number: 1 })
    await requestCancel(app.base.db, id, app.base.now().toISOString())
    return id
  })
  await createTestRunner(app, job).drain()

  expect(await findJobRow(app, id)).toMatchObject({ state: 'cancelled' })
})

test('a clock put right in the middle of a job: it is not begun a second time beside itself', async () => {
  const app = await testApp()
  let runs = 0
  const over = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const job = createTestJob(async () => {
    runs += 1
    begun.resolve()
    await over.promise
  })
  app.pass(TEN_YEARS_MS)
  const id = await enqueue(app.base, job, { number: 1 })
  const runner = createTestRunner(app, job)
  const drained = runner.drain()
  await begun.promise
  app.pass(-TEN_YEARS_MS)
  const looks = runner.drain()
  over.resolve()
  await Promise.all([drained, looks])

  expect(runs).toBe(1)
  expect(await findJobRow(app, id)).toMatchObject({ state: 'done' })
})

test('a clock put right: a session from the future has ended, and one from before goes on', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const later = await ahead(app, () => app.logIn('Ada'))

  expect((await later.refusal(api.user.current, {})).status).toBe(401)
  expect((await ada.call(api.user.current, {})).account).toBe('Ada')
  const sessions = await ada.call(api.user.sessions, {})
  expect(sessions.map(({ current }) => current)).toEqual([true])
})

test('a clock put right: a code can be asked for and used, and one from the future opens nothing', async () => {
  const app = await testApp()
  const target = 'lin@example.edu.cn'
  const askCode = async () => {
    await app.guest.call(api.user.sendCode, { target, scene: 'register' })
    await app.runner.drain()
    return app.outbox.at(-1)?.code ?? ''
  }
  const old = await ahead(app, askCode)
  const person = {
    account: 'lin',
    password: PASSWORD,
    nick_name: '林',
    target,
    agree: true as const,
    subject_codes: [],
  }
  expect((await app.guest.refusal(api.user.register, { ...person, code: old })).status).toBe(400)

  const code = await askCode()
  expect((await createCaller(app.app).call(api.user.register, { ...person, code })).account).toBe('lin')
})

test('a clock put right: uploads from the future do not count, and go with their bytes', async () => {
  const app = await testApp({ env: { IMPORT_TOTAL_MB: '1' } })
  const ada = await app.signUp('Ada')
  const size = 1024 * 1024
  app.pass(TEN_YEARS_MS)
  const later = await app.logIn('Ada')
  const { id } = await later.call(api.upload.begin, { name: 'a.bib', size })
  await later.call(api.upload.part, { id, offset: 0 }, {}, Buffer.from('abc'))
  app.pass(-TEN_YEARS_MS)

  await ada.call(api.upload.begin, { name: 'b.bib', size })
  await enqueue(app.base, purge, {})
  await app.runner.drain()
  expect(await app.base.providers.uploads.size(id)).toBe(0)
})

test('a clock put right: messages from the future do not use up the minute', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  answerWith(app.base, '答案')
  app.pass(TEN_YEARS_MS)
  const later = await app.logIn('Ada')
  const chat_id = await openChat(later)
  for (let count = 0; count < 30; count += 1) await sendAndRead(later, { chat_id, message: `问 ${count}` })
  app.pass(-TEN_YEARS_MS)

  const record = recordIdOf(await sendAndRead(ada, { chat_id: await openChat(ada), message: '问' }))
  expect(record).toEqual(expect.any(String))
})

test('a clock put right: an answer of a process that died meanwhile ends as interrupted', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  answerWith(app.base, '答案')
  const chat_id = await openChat(ada)
  const id = recordIdOf(await sendAndRead(ada, { chat_id, message: '问' }))
  const lease_until = new Date(app.base.now().getTime() + TEN_YEARS_MS).toISOString()
  const left = { status: 'streaming', lease: 'another.host/1/x', lease_until, finished_at: null } as const
  await app.base.db.updateTable('chat_records').set(left).where('id', '=', id).execute()
  await takeOverOrphans(app.base, answerRun, false, () => ({ lease: 'mine', lease_until }))

  const row = await app.base.db
    .selectFrom('chat_records')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.status).toBe('failed')
})

test('a clock put right: a token and a 稍后再说 from the future are over', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const token_id = await ahead(app, async () => {
    const later = await app.logIn('Ada')
    await later.call(api.preferences.askLater, {})
    const made = await later.call(api.tokens.create, { name: 'client', expires_in_days: 30 })
    return made.id
  })

  expect((await ada.call(api.preferences.preferences, {})).later_until).toBeNull()
  expect(await ada.call(api.tokens.list, {})).toMatchObject([{ id: token_id, expired: true }])
})

test('a clock put right: what was deleted in the future goes after its thirty days', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const { id: dataset_id } = await bob.call(api.datasets.create, { name: '组会' })
  app.pass(TEN_YEARS_MS)
  const later = await app.logIn('Bob')
  await later.call(api.datasets.remove, { dataset_id })
  await later.call(api.user.remove, { password: PASSWORD })
  app.pass(-TEN_YEARS_MS)
  const afterPurge = async () => {
    await enqueue(app.base, purge, {})
    await app.runner.drain()
    const { db } = app.base
    const users = await db.selectFrom('users').select('id').where('id', '=', bob.id).execute()
    const datasets = await db.selectFrom('datasets').select('id').where('id', '=', dataset_id).execute()
    return [users.length, datasets.length]
  }

  expect(await afterPurge()).toEqual([1, 1])
  app.pass(31 * DAY_MS)
  expect(await afterPurge()).toEqual([0, 0])
})
