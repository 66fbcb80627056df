import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { PASSWORD } from './password.ts'
import { createCaller, testApp } from './test-app.ts'

// The numbers are those of the attack list in docs/spec-trace.md.

test('attack 45: log-in makes a new session and ends the one the browser had; log-out ends it on the server', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const before = ada.cookie()
  await ada.call(api.user.login, { account: 'Ada', password: PASSWORD })
  const after = ada.cookie()
  expect(after).not.toBe(before)

  const thief = createCaller(app.app)
  thief.useCookie(before)
  expect((await thief.refusal(api.user.current, {})).status).toBe(401)
  await ada.send(api.user.logout, {})
  thief.useCookie(after)
  expect((await thief.refusal(api.user.current, {})).status).toBe(401)
  thief.useCookie('session=chosen-by-the-attacker-0123456789012345678901')
  await thief.call(api.user.login, { account: 'Ada', password: PASSWORD })
  expect(thief.cookie()).not.toContain('chosen-by-the-attacker')
})

test('attack 45: a session ends after 7 days unused and after 30 days in any case', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const DAY = 24 * 60 * 60_000
  app.pass(7 * DAY + 1000)
  expect((await ada.refusal(api.user.current, {})).status).toBe(401)

  const daily = await app.logIn('Ada')
  for (let day = 0; day < 29; day += 1) {
    app.pass(DAY)
    expect((await daily.send(api.user.current, {})).statusCode).toBe(200)
  }
  app.pass(DAY + 1000)
  expect((await daily.refusal(api.user.current, {})).status).toBe(401)
})

test('attack 46: eleven wrong passwords in a quarter of an hour are one too many, even all at once', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const guess = () => app.guest.refusal(api.user.login, { account: 'ada', password: 'a wrong password' })
  const answers = await Promise.all(Array.from({ length: 30 }, guess))

  expect(answers.filter((answer) => answer.problem === 'login.refused')).toHaveLength(10)
  expect(answers.filter((answer) => answer.problem === 'login.throttled')).toHaveLength(20)
  const right = await app.guest.refusal(api.user.login, { account: 'Ada', password: PASSWORD })
  expect(right).toMatchObject({ status: 429, data: { retry_after: expect.any(Number) } })
  app.pass(15 * 60_000 + 1000)
  await app.guest.call(api.user.login, { account: 'Ada', password: PASSWORD })
})

test('attack 46: only failures count, so a person may log in as often as they like', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  for (let count = 0; count < 15; count += 1) await app.logIn('Ada')
})

test('attack 46: unknown accounts answer exactly like wrong passwords, when logging in and when asking for a code', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const wrong = await app.guest.refusal(api.user.login, { account: 'Ada', password: 'a wrong password' })
  const unknown = await app.guest.refusal(api.user.login, { account: 'Nobody', password: 'a wrong password' })
  expect(unknown).toEqual(wrong)

  app.pass(61_000)
  const known = await app.guest.call(api.user.sendCode, { target: 'ada@example.edu.cn', scene: 'reset' })
  const nobody = await app.guest.call(api.user.sendCode, { target: 'nobody@example.edu.cn', scene: 'reset' })
  expect(nobody).toEqual(known)
  const taken = await app.guest.refusal(api.user.sendCode, {
    target: 'ada@example.edu.cn',
    scene: 'register',
  })
  expect(taken.problem).toBe('code.too_soon')
  const reset = { code: '000000', password: 'another-ink-99' }
  const first = await app.guest.refusal(api.user.resetPassword, { target: 'ada@example.edu.cn', ...reset })
  expect(
    await app.guest.refusal(api.user.resetPassword, { target: 'nobody@example.edu.cn', ...reset }),
  ).toEqual(first)
})

test('attack 47: a fresh installation has no account, and nobody gets in with common credentials', async () => {
  const app = await testApp()
  expect(await app.base.db.selectFrom('users').selectAll().execute()).toEqual([])
  for (const account of ['admin', 'root', 'operator', 'scinav'])
    for (const password of [account, 'admin', 'password', '123456'])
      expect((await app.guest.refusal(api.user.login, { account, password })).problem).toMatch(
        /login\.(refused|throttled)/,
      )
})
