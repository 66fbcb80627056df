import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { type Context, transactReply } from '../context/context.ts'
import { runOnce } from './idempotency.ts'

const KEY = { 'idempotency-key': 'export-2026-03-02' }
const DAY_MS = 24 * 60 * 60_000

/** What a service gets on behalf of this person. */
function as(app: TestApp, id: string): Context {
  return {
    ...app.base,
    actor: { id, is_admin: false, organization: null, session_id: 'none' },
    client: { ip: '127.0.0.1', network: '127.0.0.1', user_agent: 'test', is_local: true },
    cookie: { set: () => {}, clear: () => {} },
    stream: { after: 0, signal: new AbortController().signal },
  }
}

const attempt = (input: object, key = 'some-key-1') => ({ key, call: 'POST /api/test', input })

/** A write that makes a new record every time it runs. */
async function addRecord(ctx: Context): Promise<{ id: string }> {
  const id = ctx.newId()
  await ctx.db.insertInto('installation').values({ key: id, value: 'record' }).execute()
  return { id }
}

const records = async (app: TestApp) =>
  (await app.base.db.selectFrom('installation').select('key').where('value', '=', 'record').execute()).length

test('ten calls at once with one key make one record and get the same answer', async () => {
  const app = await testApp()
  const { id } = await app.signUp('Ada')
  for (let round = 0; round < 5; round += 1) {
    const one = () => runOnce(as(app, id), attempt({ round }, `round-${round}`), addRecord)
    const answers = await Promise.all(Array.from({ length: 10 }, one))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await records(app)).toBe(round + 1)
  }
})

test('a repeated call gets the first answer even when the work has long ended, and a fresh one after 24 hours', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const start = async () => (await ada.call(api.user.exportData, {}, KEY)).job_id
  const ids = await Promise.all(Array.from({ length: 10 }, start))
  expect(new Set(ids).size).toBe(1)
  await app.runner.drain()
  app.pass(DAY_MS - 60_000)
  expect(await start()).toBe(ids[0])
  app.pass(2 * 60_000)
  expect(await start()).not.toBe(ids[0])
})

test('a key that was used for something else is refused, and the same key of another person is their own', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const first = await runOnce(as(app, ada.id), attempt({ name: 'a' }), addRecord)

  await expect(runOnce(as(app, ada.id), attempt({ name: 'b' }), addRecord)).rejects.toMatchObject({
    id: 'request.key_reused',
  })
  const elsewhere = { ...attempt({ name: 'a' }), call: 'POST /api/other' }
  await expect(runOnce(as(app, ada.id), elsewhere, addRecord)).rejects.toMatchObject({
    id: 'request.key_reused',
  })
  expect(await runOnce(as(app, bob.id), attempt({ name: 'a' }), addRecord)).not.toEqual(first)
  expect(await records(app)).toBe(2)
})

test('a first try that failed leaves nothing, and the same key may try again', async () => {
  const app = await testApp()
  const { id } = await app.signUp('Ada')
  const failing = runOnce(as(app, id), attempt({}), (ctx) =>
    transactReply(ctx, async (ctx) => {
      await addRecord(ctx)
      throw new Error('boom')
    }),
  )
  await expect(failing).rejects.toThrow('boom')
  expect(await records(app)).toBe(0)

  await runOnce(as(app, id), attempt({}), addRecord)
  expect(await records(app)).toBe(1)
})

test('a key that is too short or has odd characters is refused at its header', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  for (const key of ['short', 'with spaces in it', 'x'.repeat(129)]) {
    const refusal = await ada.refusal(api.user.exportData, {}, { 'idempotency-key': key })
    expect(refusal).toMatchObject({ status: 400, data: { issues: [{ path: 'Idempotency-Key' }] } })
  }
})

test('what was saved with its reply is not done again, although the call broke off before it answered', async () => {
  const app = await testApp()
  const { id } = await app.signUp('Ada')
  const broken = runOnce(as(app, id), attempt({}), async (ctx) => {
    await transactReply(ctx, addRecord)
    throw new Error('the bytes could not be removed')
  })
  await expect(broken).rejects.toThrow('the bytes')

  const again = (await runOnce(as(app, id), attempt({}), addRecord)) as { id: string }
  expect(
    await app.base.db.selectFrom('installation').select('key').where('value', '=', 'record').execute(),
  ).toEqual([{ key: again.id }])
})

/** A key as a process that has died left it. */
async function leftBehind(app: TestApp, user_id: string) {
  await runOnce(as(app, user_id), attempt({}), async () => null)
  const lease_until = new Date(app.base.now().getTime() + 30_000).toISOString()
  await app.base.db
    .updateTable('idempotency_keys')
    .set({ lease: 'elsewhere:1/1.0/gone', lease_until })
    .execute()
}

test('a call whose process died before it saved anything is taken up by the next with its key', async () => {
  const app = await testApp()
  const { id } = await app.signUp('Ada')
  await leftBehind(app, id)
  app.pass(31_000)
  await Promise.all(Array.from({ length: 4 }, () => runOnce(as(app, id), attempt({}), addRecord)))
  expect(await records(app)).toBe(1)
})

test('who was held up for so long that another call took its key over saves nothing', async () => {
  const app = await testApp()
  const { id } = await app.signUp('Ada')
  const late = runOnce(as(app, id), attempt({}), async (ctx) => {
    await ctx.db.updateTable('idempotency_keys').set({ lease: 'another', lease_until: '9' }).execute()
    return transactReply(ctx, addRecord)
  })
  await expect(late).rejects.toMatchObject({ id: 'request.in_progress' })
  expect(await records(app)).toBe(0)
  expect(await app.base.db.selectFrom('idempotency_keys').select('lease').execute()).toEqual([
    { lease: 'another' },
  ])
})

test('a second call with a key is told when the first goes on for long, and gets its reply later', async () => {
  const app = await testApp()
  const { id } = await app.signUp('Ada')
  const started = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const first = runOnce(as(app, id), attempt({}), async (ctx) => {
    started.resolve()
    await released
    return addRecord(ctx)
  })
  await started.promise
  const second = () => runOnce(as(app, id), attempt({}), addRecord)
  await expect(second()).rejects.toMatchObject({ id: 'request.in_progress' })
  release()
  expect(await second()).toEqual(await first)
})

test('while a call with a key moves a large file, others write', async () => {
  const moving = Promise.withResolvers<void>()
  const moved = Promise.withResolvers<void>()
  const app = await testApp({
    providers: ({ files }) => ({
      files: {
        ...files,
        putFile: async (name, path) => {
          moving.resolve()
          await moved.promise
          return files.putFile(name, path)
        },
      },
    }),
  })
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const bytes = Buffer.from('%PDF-1.7')
  const { id } = await ada.call(api.upload.begin, { name: 'a.pdf', size: bytes.length })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, bytes)
  const kept = ada.call(api.files.fromUpload, { upload_id: id }, KEY)
  await moving.promise
  expect(await bob.call(api.datasets.create, { name: '等着的清单' })).toMatchObject({ name: '等着的清单' })
  moved.resolve()
  expect(await ada.call(api.files.fromUpload, { upload_id: id }, KEY)).toEqual(await kept)
})
