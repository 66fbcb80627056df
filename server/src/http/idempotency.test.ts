import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { once } from './idempotency.ts'

const KEY = { 'idempotency-key': 'export-2026-03-02' }
const DAY_MS = 24 * 60 * 60_000

/** What a service gets on behalf of this person. */
function as(app: TestApp, id: string): Context {
  return {
    ...app.base,
    actor: { id, is_admin: false, organization: null, session_id: 'none' },
    client: { ip: '127.0.0.1', user_agent: 'test', is_local: true },
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
    const one = () => once(as(app, id), attempt({ round }, `round-${round}`), addRecord)
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
  const first = await once(as(app, ada.id), attempt({ name: 'a' }), addRecord)

  await expect(once(as(app, ada.id), attempt({ name: 'b' }), addRecord)).rejects.toMatchObject({
    id: 'request.key_reused',
  })
  const elsewhere = { ...attempt({ name: 'a' }), call: 'POST /api/other' }
  await expect(once(as(app, ada.id), elsewhere, addRecord)).rejects.toMatchObject({
    id: 'request.key_reused',
  })
  expect(await once(as(app, bob.id), attempt({ name: 'a' }), addRecord)).not.toEqual(first)
  expect(await records(app)).toBe(2)
})

test('a first try that failed leaves nothing, and the same key may try again', async () => {
  const app = await testApp()
  const { id } = await app.signUp('Ada')
  const failing = once(as(app, id), attempt({}), async (ctx) => {
    await addRecord(ctx)
    throw new Error('boom')
  })
  await expect(failing).rejects.toThrow('boom')
  expect(await records(app)).toBe(0)

  await once(as(app, id), attempt({}), addRecord)
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
