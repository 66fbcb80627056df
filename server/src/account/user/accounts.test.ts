import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../testing/password.ts'
import { createCaller, type TestApp, testApp } from '../../testing/test-app.ts'
import { issueSetupToken } from './register.service.ts'

const DAY = 24 * 60 * 60_000

async function askCode(
  app: TestApp,
  target: string,
  scene: 'register' | 'reset' = 'register',
): Promise<string> {
  await app.guest.call(api.user.sendCode, { target, scene })
  await app.runner.drain()
  return app.outbox.findLast((message) => message.to === target)?.code ?? ''
}

const form = (code: string, more: object = {}) => ({
  account: 'Cyd',
  password: PASSWORD,
  nick_name: '陈独秀',
  target: 'cyd@example.edu.cn',
  code,
  agree: true as const,
  ...more,
})

test('a person registers with a code and is logged in', async () => {
  const app = await testApp()
  await app.guest.call(api.user.register, form(await askCode(app, 'cyd@example.edu.cn')))

  expect(await app.guest.call(api.user.current, {})).toMatchObject({
    account: 'Cyd',
    email: 'cyd@example.edu.cn',
  })
})

test('a person registers by mobile phone, with +86 or without', async () => {
  const app = await testApp()
  const target = '+86 138 0013 8000'.replaceAll(' ', '')
  await app.guest.call(api.user.sendCode, { target, scene: 'register' })
  await app.runner.drain()
  const code = app.outbox.at(-1)?.code ?? ''
  const user = await app.guest.call(api.user.register, form(code, { target: '13800138000' }))

  expect(user).toMatchObject({ phone: '13800138000', email: null })
})

const served = [
  { PUBLIC_URL: 'http://scinav.example.edu.cn' },
  { HOST: '0.0.0.0' },
  { TRUST_PROXY: '1' },
] as Record<string, string>[]

test('attack 76: where others are served the first account operates with the set-up token alone', async () => {
  for (const env of served) {
    // As a proxy on this machine sends it, that adds no header.
    const stranger = await testApp({ env })
    const code = await askCode(stranger, 'cyd@example.edu.cn')
    expect(await stranger.guest.call(api.user.register, form(code))).toMatchObject({ is_admin: false })

    const own = await testApp({ env })
    const setup_token = (await issueSetupToken(own.base)) ?? ''
    const own_code = await askCode(own, 'cyd@example.edu.cn')
    const made = await own.guest.call(api.user.register, form(own_code, { setup_token }))
    expect(made).toMatchObject({ is_admin: true })
  }
  const alone = await testApp()
  const code = await askCode(alone, 'cyd@example.edu.cn')
  expect(await alone.guest.call(api.user.register, form(code))).toMatchObject({ is_admin: true })
})

test('attack 76: where others are served figures are for the token alone', async () => {
  const headers = { host: 'localhost' }
  for (const env of served) {
    const { app } = await testApp({ env })
    expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
  }
})

test('a person logs in again with account name or e-mail, whatever the case', async () => {
  const app = await testApp()
  await app.signUp('Ada')

  for (const account of ['ada', 'ADA', 'Ada@Example.edu.cn']) {
    const browser = await app.logIn(account, PASSWORD)
    expect(await browser.call(api.user.current, {})).toMatchObject({ account: 'Ada' })
  }
})

test('log-in leads back to where the person was, and never to another site', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const go = async (back: string) =>
    (await app.guest.call(api.user.login, { account: 'Ada', password: PASSWORD, return: back })).location

  expect(await go('#/home?panel=users')).toBe('/#/home?panel=users')
  for (const bad of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '#/\\evil',
  ])
    expect(await go(bad)).toBe('/#/home')
})

test('the first account made on this machine operates the installation, the second does not', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')

  expect(ada.user.is_admin).toBe(true)
  expect(bob.user.is_admin).toBe(false)
})

test('a first account that comes through a proxy or under another name does not operate the installation', async () => {
  for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { host: 'rebound.example' }]) {
    const app = await testApp()
    const code = await askCode(app, 'cyd@example.edu.cn')
    const user = await app.guest.call(api.user.register, form(code), headers as Record<string, string>)
    expect(user.is_admin).toBe(false)
  }
})

test('a code is good once, for five minutes, for five tries, and only the newest', async () => {
  const app = await testApp()
  const target = 'cyd@example.edu.cn'
  const wrong = (code: string) => app.guest.refusal(api.user.register, form(code))
  const first = await askCode(app, target)
  app.pass(61_000)
  const second = await askCode(app, target)
  if (first !== second) expect((await wrong(first)).status).toBe(400)
  app.pass(301_000)
  expect((await wrong(second)).data).toMatchObject({
    issues: [{ path: 'code', message: expect.stringContaining('失效') }],
  })

  const third = await askCode(app, target)
  const other = third === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 5; tries += 1) expect((await wrong(other)).status).toBe(400)
  expect((await wrong(third)).data).toMatchObject({
    issues: [{ path: 'code', message: expect.stringContaining('次数过多') }],
  })

  app.pass(61_000)
  const fourth = await askCode(app, target)
  await app.guest.call(api.user.register, form(fourth))
  expect((await wrong(fourth)).status).toBe(400)
})

test('a refused password or a taken name does not use up the code', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const code = await askCode(app, 'cyd@example.edu.cn')

  expect(await app.guest.refusal(api.user.register, form(code, { password: 'password123' }))).toMatchObject({
    status: 400,
  })
  expect(await app.guest.refusal(api.user.register, form(code, { account: 'ada' }))).toMatchObject({
    problem: 'account.taken',
  })
  await app.guest.call(api.user.register, form(code))
})

test('passwords that everybody tries first are refused', async () => {
  const app = await testApp()
  const code = await askCode(app, 'cyd@example.edu.cn')
  for (const password of [
    '1234567890',
    'aaaaaaaaaaaa',
    'qwertyuiop',
    'Password2024',
    'abcabcabcabc',
    'my-name-is-cyd',
  ])
    expect((await app.guest.refusal(api.user.register, form(code, { password }))).data).toMatchObject({
      issues: [{ path: 'password' }],
    })
})

test('codes to one target come at least a minute apart and at most ten a day', async () => {
  const app = await testApp()
  const ask = { target: 'cyd@example.edu.cn', scene: 'register' as const }
  await app.guest.call(api.user.sendCode, ask)
  expect(await app.guest.refusal(api.user.sendCode, ask)).toMatchObject({
    status: 429,
    problem: 'code.too_soon',
  })
  for (let count = 1; count < 10; count += 1) {
    app.pass(61_000)
    await app.guest.call(api.user.sendCode, ask)
  }
  app.pass(61_000)
  const refusal = await app.guest.refusal(api.user.sendCode, ask)
  expect(refusal).toMatchObject({
    status: 429,
    problem: 'code.too_many',
    data: { retry_after: expect.any(Number) },
  })
  app.pass(DAY)
  await app.guest.call(api.user.sendCode, ask)
})

test('without mail or SMS the code goes to the outbox, and the answer says so', async () => {
  const app = await testApp()
  const answer = await app.guest.call(api.user.sendCode, { target: '13800138000', scene: 'register' })

  expect(answer).toMatchObject({
    expires_in: 300,
    delivery: 'outbox',
    notice: expect.stringContaining('发件箱'),
  })
})

test('a person who forgot the password sets a new one with a code, and every session ends', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  app.pass(61_000)
  const code = await askCode(app, 'ada@example.edu.cn', 'reset')
  const password = 'a new sentence to keep'
  await app.guest.call(api.user.resetPassword, { target: 'ada@example.edu.cn', code, password })

  expect((await ada.refusal(api.user.current, {})).status).toBe(401)
  await app.logIn('Ada', password)
  expect((await app.guest.refusal(api.user.login, { account: 'Ada', password: PASSWORD })).problem).toBe(
    'login.refused',
  )
})

test('attack 78: changing the password ends all sessions, and the person goes on with a new one', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const phone = await app.logIn('Ada')
  const password = 'a new sentence to keep'
  const wrong = await ada.refusal(api.user.changePassword, { old_password: 'not this one', password })
  expect(wrong.problem).toBe('account.wrong_password')
  const thief = createCaller(app.app)
  thief.useCookie(ada.cookie())
  await ada.call(api.user.changePassword, { old_password: PASSWORD, password })

  expect((await thief.refusal(api.user.current, {})).status).toBe(401)
  expect((await phone.refusal(api.user.current, {})).status).toBe(401)
  expect((await ada.send(api.user.current, {})).statusCode).toBe(200)
})

test('a person sees where they are logged in and ends the other places', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const phone = await app.logIn('Ada')
  const list = await ada.call(api.user.sessions, {})
  expect(list.map((session) => session.current)).toEqual([false, true])

  await ada.call(api.user.endSession, { session_id: list[0]?.id })
  expect((await phone.refusal(api.user.current, {})).status).toBe(401)
  const third = await app.logIn('Ada')
  await ada.call(api.user.endSession, {})
  expect((await third.refusal(api.user.current, {})).status).toBe(401)
  expect(await ada.call(api.user.sessions, {})).toHaveLength(1)
})
