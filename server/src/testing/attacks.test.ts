import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { PASSWORD } from './password.ts'
import { createCaller, testApp } from './test-app.ts'

// The numbers are those of the attack list in docs/spec-trace.md.

test('attack 9: markup in names is stored and answered as text, never as a page', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const nick_name = '<img src=x onerror=alert(1)>'
  await ada.call(api.user.updateProfile, {
    nick_name,
    organization: '"><script>alert(1)</script>',
    subject_codes: [],
  })
  const response = await ada.send(api.user.current, {})

  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.headers['x-content-type-options']).toBe('nosniff')
  expect(response.json().data.nick_name).toBe(nick_name)
})

test('attack 22: a disabled account is out at once, in every browser, and cannot log in', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const phone = await app.logIn('Bob')
  await ada.call(api.admin.setUser, { user_id: bob.id, status: 'disabled' })

  expect(await bob.refusal(api.user.current, {})).toMatchObject({ status: 401, code: 1009 })
  expect(await phone.refusal(api.user.current, {})).toMatchObject({ status: 401, code: 1009 })
  const again = await app.guest.refusal(api.user.login, { account: 'Bob', password: PASSWORD })
  expect(again).toMatchObject({ status: 403, problem: 'account.disabled' })
  const guess = await app.guest.refusal(api.user.login, { account: 'Bob', password: 'a wrong password' })
  expect(guess.problem).toBe('login.refused')
})

test('attack 22: a session that outlived the disabling is worth nothing', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  await app.base.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', bob.id).execute()

  expect(await bob.refusal(api.user.current, {})).toMatchObject({ status: 401, code: 1009 })
})

test('attack 25: rights and owners smuggled into a body change nothing', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const smuggled = {
    id: ada.id,
    user_id: ada.id,
    owner_id: ada.id,
    is_admin: true,
    role: 'operator',
    status: 'active',
  }
  await bob.send(api.user.updateProfile, {
    nick_name: 'Bob',
    organization: '',
    subject_codes: [],
    ...smuggled,
  })
  await bob.send(api.user.saveSetting, { key: 'k', type: 't', value: 1, ...smuggled })

  expect(await bob.call(api.user.current, {})).toMatchObject({ account: 'Bob', is_admin: false })
  expect(await ada.call(api.user.current, {})).toMatchObject({ account: 'Ada', nick_name: 'Ada' })
  expect(await ada.call(api.user.setting, { key: 'k', type: 't' })).toBeNull()
  expect(await bob.refusal(api.admin.users, {})).toMatchObject({ status: 403 })
})

test('attack 43: what a page of another site can send is refused, and a GET changes nothing', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const cookie = ada.cookie()
  const post = (headers: Record<string, string>, payload: string) =>
    app.app.inject({ method: 'POST', url: '/api/user/logout', headers: { cookie, ...headers }, payload })

  expect((await post({ 'content-type': 'text/plain' }, '{}')).statusCode).toBe(403)
  expect((await post({ 'content-type': 'multipart/form-data; boundary=x' }, '--x--')).statusCode).toBe(403)
  expect((await post({ 'content-type': 'application/json' }, '{}')).statusCode).toBe(403)
  const foreign = {
    'content-type': 'application/json',
    'x-login-type': 'front',
    'sec-fetch-site': 'cross-site',
  }
  expect((await post(foreign, '{}')).json().data.problem).toBe('request.foreign_origin')
  expect(
    (await app.app.inject({ method: 'GET', url: '/api/user/logout', headers: { cookie } })).statusCode,
  ).toBe(404)
  const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  const answer = await app.app.inject({ method: 'OPTIONS', url: '/api/user/logout', headers: preflight })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect(await ada.call(api.user.current, {})).toMatchObject({ account: 'Ada' })
})

test('attack 44: the session cookie is HttpOnly and SameSite=Lax, and Secure with the host prefix on https', async () => {
  const plain = await testApp()
  await plain.signUp('Ada')
  const login = { account: 'Ada', password: PASSWORD }
  const [given] = [
    (await createCaller(plain.app).send(api.user.login, login)).headers['set-cookie'] ?? '',
  ].flat()
  expect(given).toMatch(/^session=[\w-]{43}; /)
  expect(given).toMatch(/; Path=\/;.*HttpOnly.*SameSite=Lax/)
  expect(given).not.toMatch(/Domain=/)

  const secure = await testApp({ env: { PUBLIC_URL: 'https://scinav.example.edu.cn' } })
  await secure.signUp('Ada')
  const [host] = [
    (await createCaller(secure.app).send(api.user.login, login)).headers['set-cookie'] ?? '',
  ].flat()
  expect(host).toMatch(/^__Host-session=[\w-]{43}; .*HttpOnly.*Secure.*SameSite=Lax/)
})

test('attack 48: one Idempotency-Key ten times at once makes one record', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const key = { 'idempotency-key': 'export-2026-03-02' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => ada.call(api.user.exportData, {}, key)))

  expect(new Set(answers.map((answer) => answer.job_id)).size).toBe(1)
  await app.runner.drain()
  expect(await ada.call(api.user.exportData, {}, key)).toEqual(answers[0])
  const kept = await app.base.db.selectFrom('jobs').select('id').where('name', '=', 'user.export').execute()
  expect(kept).toHaveLength(1)
})

test('attack 50: the log names requests and holds no password, code, cookie or token', async () => {
  const app = await testApp()
  const target = 'ada@example.edu.cn'
  await app.guest.call(api.user.sendCode, { target, scene: 'register' })
  await app.runner.drain()
  const code = app.outbox[0]?.code ?? 'no code'
  const person = { account: 'Ada', password: PASSWORD, nick_name: 'Ada', target, code, agree: true as const }
  const ada = createCaller(app.app)
  await ada.call(api.user.register, person)
  await app.guest.send(api.user.login, { account: 'Ada', password: 'a wrong password' })
  await app.app.inject({
    method: 'GET',
    url: '/api/user?token=secret-in-query',
    headers: { cookie: ada.cookie() },
  })
  const log = app.log.join('')

  expect(log).toContain('/api/register/register_user')
  for (const secret of [
    PASSWORD,
    'a wrong password',
    ada.cookie().split('=')[1] ?? '',
    `"${code}"`,
    'secret-in-query',
  ])
    expect(log).not.toContain(secret)
})

const ENDLESS = ['中', 'a@', 'a/', 'a(', '的', '(', '"', '-中 ', 'NOT ', '?a', '*', '[a](', '10.1/)']

test.each(ENDLESS)(
  'attack 35: %s without end is searched, suggested and previewed like any text',
  async (sign) => {
    const app = await testApp()
    const ada = await app.signUp('Ada')
    const text = `${sign.repeat(2_000).slice(0, 1_990)}zz`

    const found = await ada.call(api.papers.search, { query: text.repeat(5), filters: { within: text } })
    expect(found.total).toBe(0)
    expect(found.parsed_query.warnings).toContain('检索式超过 2000 个字符，后面的部分已略去')
    expect(await ada.call(api.papers.suggest, { keyword: text.slice(-200) })).toEqual([])
    expect(await ada.call(api.preferences.subscriptionPreview, { kind: 'query', value: text })).toMatchObject(
      {
        count: 0,
      },
    )
  },
)
