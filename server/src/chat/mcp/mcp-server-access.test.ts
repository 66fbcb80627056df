import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { connectClient, mcpServerScene, PING_REQUEST, postRaw } from '../../testing/mcp-client.ts'
import { PASSWORD } from '../../testing/password.ts'

test('without a token, and with a wrong one, the answer is 401 and how to log in', async () => {
  const { url, lin } = await mcpServerScene()

  const missing = await postRaw(url, {})
  expect(missing.status).toBe(401)
  expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="SciNav MCP"')
  const wrong = await postRaw(url, { authorization: `Bearer scinav_${'x'.repeat(43)}` })
  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
  expect((await wrong.json()).data.problem).toBe('token.refused')
  expect((await postRaw(url, { cookie: lin.cookie() })).status).toBe(401)
})

test('a revoked token is refused in the middle of a conversation', async () => {
  const { url, lin, token, token_id } = await mcpServerScene()
  const client = await connectClient(url, token)

  await client.listTools()
  await lin.call(api.tokens.remove, { token_id })
  await expect(client.listTools()).rejects.toThrow('访问令牌')
})

test('a new password ends the conversation of a token, unless its person keeps the tokens', async () => {
  const { app, url, lin, token } = await mcpServerScene()
  const client = await connectClient(url, token)
  const second = 'a second sentence to keep'
  const kept = { old_password: PASSWORD, password: second, keep_tokens: true }
  expect(await lin.call(api.user.changePassword, kept)).toEqual({ tokens_ended: 0 })
  await client.listTools()

  const changed = { old_password: second, password: PASSWORD }
  expect(await lin.call(api.user.changePassword, changed)).toEqual({ tokens_ended: 1 })
  await expect(client.listTools()).rejects.toThrow('访问令牌')
  expect(await lin.call(api.tokens.list, {})).toEqual([])

  const again = await connectClient(url, (await lin.call(api.tokens.create, { name: 'client' })).token)
  app.pass(61_000)
  await app.guest.call(api.user.sendCode, { target: 'lin@example.edu.cn', scene: 'reset' })
  await app.runner.drain()
  const code = app.outbox.at(-1)?.code ?? ''
  const reset = { target: 'lin@example.edu.cn', code, password: second }
  expect(await app.guest.call(api.user.resetPassword, reset)).toMatchObject({ tokens_ended: 1 })
  await expect(again.listTools()).rejects.toThrow('访问令牌')
})

test('a disabled account is refused in the middle of a conversation', async () => {
  const { url, ada, lin, token } = await mcpServerScene()
  const client = await connectClient(url, token)

  await client.listTools()
  await ada.call(api.admin.setUser, { user_id: lin.id, status: 'disabled' })
  await expect(client.listTools()).rejects.toThrow('访问令牌')
})

test('a token opens this server and nothing below /api', async () => {
  const { app, token } = await mcpServerScene()

  expect(await app.guest.refusal(api.user.current, {}, { authorization: `Bearer ${token}` })).toMatchObject({
    status: 403,
  })
})

test('a page of another name is refused, whatever the name points to', async () => {
  const { url, token } = await mcpServerScene()
  const authorization = `Bearer ${token}`

  for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1.evil.example'])
    expect((await postRaw(url, { authorization, origin })).status, origin).toBe(403)
  expect((await postRaw(url, { authorization, origin: url.origin })).status).toBe(200)
  expect((await postRaw(url, { authorization })).status).toBe(200)
})

test('behind a public address only that address counts as our own page', async () => {
  const { url, token } = await mcpServerScene({ env: { PUBLIC_URL: 'https://scinav.example.edu.cn' } })
  const authorization = `Bearer ${token}`

  expect((await postRaw(url, { authorization, origin: 'https://scinav.example.edu.cn' })).status).toBe(200)
  for (const origin of ['http://scinav.example.edu.cn', 'http://localhost:3000'])
    expect((await postRaw(url, { authorization, origin })).status, origin).toBe(403)
})

test('a body above 1 MB, a batch and what is no JSON-RPC are refused', async () => {
  const { url, token } = await mcpServerScene()
  const headers = { authorization: `Bearer ${token}` }

  expect((await postRaw(url, headers, { ...PING_REQUEST, padding: 'x'.repeat(1024 * 1024) })).status).toBe(
    413,
  )
  expect((await postRaw(url, headers, [PING_REQUEST, { ...PING_REQUEST, id: 2 }])).status).toBe(400)
  expect((await postRaw(url, headers, { hello: 1 })).status).toBe(400)
  expect((await postRaw(url, { ...headers, 'content-type': 'text/plain' })).status).toBe(415)
})

test('there is no stream to open and no session to end', async () => {
  const { url, token } = await mcpServerScene()
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }

  for (const method of ['GET', 'DELETE'])
    expect(await fetch(url, { method, headers })).toMatchObject({ status: 405 })
  expect((await postRaw(url, headers)).headers.get('mcp-session-id')).toBeNull()
})

test('a person may ask 120 times a minute, with however many tokens; another person is not held up by it', async () => {
  const { url, ada, lin, token } = await mcpServerScene()
  const other = await lin.call(api.tokens.create, { name: 'second' })
  const theirs = await ada.call(api.tokens.create, { name: 'third' })

  for (let count = 0; count < 120; count += 1)
    await postRaw(url, { authorization: `Bearer ${count % 2 ? token : other.token}` })
  for (const each of [token, other.token]) {
    const refused = await postRaw(url, { authorization: `Bearer ${each}` })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await postRaw(url, { authorization: `Bearer ${theirs.token}` })).status).toBe(200)
})
