import { api } from '@scinav/contract'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { authenticateBearer } from './token.service.ts'

const DAY_MS = 24 * 60 * 60_000

test('a person makes a token, sees it once, and finds it in the list without its secret', async () => {
  const app = await testApp()
  const lin = await app.signUp('Lin')
  const made = await lin.call(api.tokens.create, { name: ' 笔记软件 ', expires_in_days: 30 })

  expect(made.token).toMatch(/^scinav_[\w-]{43}$/)
  expect(made).toMatchObject({ name: '笔记软件', scope: 'mcp', expires_at: '2026-04-01T08:00:00.000Z' })
  const list = await lin.call(api.tokens.list, {})
  expect(list).toMatchObject([
    { id: made.id, hint: made.token.slice(0, 11), last_used_at: null, expired: false },
  ])
  expect(JSON.stringify(list)).not.toContain(made.token)
})

test('a token lives 90 days unless said otherwise, or without end', async () => {
  const app = await testApp()
  const lin = await app.signUp('Lin')
  const usual = await lin.call(api.tokens.create, { name: 'a' })
  const endless = await lin.call(api.tokens.create, { name: 'b', expires_in_days: null })

  app.pass(90 * DAY_MS)
  expect(await authenticateBearer(app.base, usual.token, 'mcp')).toBeNull()
  expect(await authenticateBearer(app.base, endless.token, 'mcp')).toMatchObject({ id: lin.id })
})

test('the database holds no token that could be used', async () => {
  const app = await testApp()
  const lin = await app.signUp('Lin')
  const { token } = await lin.call(api.tokens.create, { name: 'a' }, { 'idempotency-key': 'make-a-token-1' })

  const rows = await app.base.db.selectFrom('access_tokens').selectAll().execute()
  const replies = await app.base.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(rows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify([rows, replies])).not.toContain(token.slice(11))
  expect(app.log.join('\n')).not.toContain(token)
})

test('a token tells when it was last used, to the minute', async () => {
  const app = await testApp()
  const lin = await app.signUp('Lin')
  const { token } = await lin.call(api.tokens.create, { name: 'a' })
  const lastUse = async () => (await lin.call(api.tokens.list, {}))[0]?.last_used_at

  await authenticateBearer(app.base, token, 'mcp')
  expect(await lastUse()).toBe('2026-03-02T08:00:00.000Z')
  app.pass(59_000)
  await authenticateBearer(app.base, token, 'mcp')
  expect(await lastUse()).toBe('2026-03-02T08:00:00.000Z')
  app.pass(2_000)
  await authenticateBearer(app.base, token, 'mcp')
  expect(await lastUse()).toBe('2026-03-02T08:01:01.000Z')
})

test("a token never has the operator's rights", async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { token } = await ada.call(api.tokens.create, { name: 'a' })

  expect(ada.user.is_admin).toBe(true)
  expect(await authenticateBearer(app.base, token, 'mcp')).toMatchObject({ id: ada.id, is_admin: false })
})

test('the twenty-first token is refused until one is revoked', async () => {
  const app = await testApp()
  const lin = await app.signUp('Lin')
  for (let count = 0; count < 20; count += 1) await lin.call(api.tokens.create, { name: `t${count}` })

  expect(await lin.refusal(api.tokens.create, { name: 'one more' })).toMatchObject({
    status: 409,
    problem: 'token.too_many',
  })
  const [newest] = await lin.call(api.tokens.list, {})
  await lin.call(api.tokens.remove, { token_id: newest?.id ?? '' })
  expect(await lin.call(api.tokens.create, { name: 'one more' })).toMatchObject({ name: 'one more' })
})

test('a revoked token, a disabled account and an account that is being deleted open nothing', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const lin = await app.signUp('Lin')
  const first = await lin.call(api.tokens.create, { name: 'a' })
  const second = await lin.call(api.tokens.create, { name: 'b' })

  await lin.call(api.tokens.remove, { token_id: first.id })
  expect(await authenticateBearer(app.base, first.token, 'mcp')).toBeNull()
  await ada.call(api.admin.setUser, { user_id: lin.id, status: 'disabled' })
  expect(await authenticateBearer(app.base, second.token, 'mcp')).toBeNull()
  await ada.call(api.admin.setUser, { user_id: lin.id, status: 'active' })
  expect(await authenticateBearer(app.base, second.token, 'mcp')).toMatchObject({ id: lin.id })
  await app.base.db
    .updateTable('users')
    .set({ delete_at: '2026-04-01T00:00:00Z' })
    .where('id', '=', lin.id)
    .execute()
  expect(await authenticateBearer(app.base, second.token, 'mcp')).toBeNull()
})

test('tokens go with their account', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const lin = await app.signUp('Lin')
  await lin.call(api.tokens.create, { name: 'a' })

  await app.base.db.deleteFrom('users').where('id', '=', lin.id).execute()
  expect(await app.base.db.selectFrom('access_tokens').selectAll().execute()).toEqual([])
})

test('the export of my data names my tokens, without what opens anything', async () => {
  const app = await testApp()
  const lin = await app.signUp('Lin')
  const { token } = await lin.call(api.tokens.create, { name: '笔记软件' })
  const { job_id } = await lin.call(api.user.exportData, {})
  await app.runner.drain()

  const { rawPayload } = await lin.send(api.user.exportFile, { job_id })
  const text = strFromU8(unzipSync(rawPayload)['tokens.json'] ?? new Uint8Array())
  expect(JSON.parse(text)).toMatchObject([{ name: '笔记软件', hint: token.slice(0, 11) }])
  expect(text).not.toContain('token_hash')
})
