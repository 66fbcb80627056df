import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { insertMany } from '../../platform/db/insert-many.ts'
import { PASSWORD } from '../../testing/password.ts'
import { createCaller, type TestApp, testApp } from '../../testing/test-app.ts'
import { hashPassword } from './passwords.ts'

const { login, sendCode, resetPassword, changePassword, remove } = api.user
const WRONG = 'a wrong password'
const QUARTER_MS = 15 * 60_000

/** Behind a proxy, so that a test says where a caller is. */
async function adaAt(address: string) {
  const app = await testApp({ env: { TRUST_PROXY: '1' } })
  await app.signUp('Operator')
  const ada = await app.signUp('Ada')
  await app.base.db.updateTable('users').set({ phone: '13800138000' }).where('id', '=', ada.id).execute()
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  await createCaller(app.app).call(login, { account: 'Ada', password: PASSWORD }, from(address))
  const tryFrom = async (ip: string, account: string, password = WRONG) => {
    const answer = await createCaller(app.app).send(login, { account, password }, from(ip))
    return answer.json().data.problem ?? 'in'
  }
  return { app, ada, from, tryFrom }
}

test('attack 46: whatever names the account, its wrong passwords count together', async () => {
  const { tryFrom } = await adaAt('198.51.100.1')
  const names = ['Ada', 'ADA', ' ada ', 'ａｄａ', 'ada@example.edu.cn', 'ADA@Example.edu.cn ']
  const phones = ['13800138000', '+86 138 0013 8000', '86-13800138000', '１３８００１３８０００']
  for (const name of [...names, ...phones]) expect(await tryFrom('203.0.113.9', name)).toBe('login.refused')

  for (const name of [...names, ...phones])
    expect(await tryFrom('203.0.113.9', name, PASSWORD)).toBe('login.throttled')
})

test('attack 46: a stranger cannot lock a person out where they have logged in before', async () => {
  const { app, tryFrom } = await adaAt('198.51.100.1')
  for (let count = 0; count < 30; count += 1) await tryFrom(`203.0.113.${count}`, 'ada')
  expect(await tryFrom('203.0.113.99', 'ada', PASSWORD)).toBe('login.throttled')

  expect(await tryFrom('198.51.100.1', 'ada', WRONG)).toBe('login.refused')
  expect(await tryFrom('198.51.100.1', 'ada', PASSWORD)).toBe('in')
  app.pass(QUARTER_MS + 1_000)
  expect(await tryFrom('203.0.113.99', 'ada', PASSWORD)).toBe('in')
})

test('attack 46: an address where a person has logged in has ten tries of its own, no more', async () => {
  const { tryFrom } = await adaAt('198.51.100.1')
  const answers = await Promise.all(Array.from({ length: 25 }, () => tryFrom('198.51.100.1', 'ada')))

  expect(answers.filter((problem) => problem === 'login.refused')).toHaveLength(10)
  expect(await tryFrom('198.51.100.1', 'ada', PASSWORD)).toBe('login.throttled')
  expect(await tryFrom('203.0.113.9', 'ada', PASSWORD)).toBe('in')
})

test('attack 46: an account that is not there is refused after as many tries as one that is', async () => {
  const { tryFrom } = await adaAt('198.51.100.1')
  const tries = async (account: string) => {
    const answers = []
    for (let count = 0; count < 12; count += 1) answers.push(await tryFrom('203.0.113.9', account))
    return answers
  }

  expect(await tries('nobody@example.edu.cn')).toEqual(await tries('ada@example.edu.cn'))
})

test('attack 46: the present password cannot be guessed by whoever finds a browser logged in', async () => {
  const { app, ada, tryFrom } = await adaAt('198.51.100.1')
  const guess = { old_password: WRONG, password: 'another sentence to keep' }
  for (let count = 0; count < 5; count += 1) {
    expect((await ada.refusal(changePassword, guess)).problem).toBe('account.wrong_password')
    expect((await ada.refusal(remove, { password: WRONG })).problem).toBe('account.wrong_password')
  }

  const right = { ...guess, old_password: PASSWORD }
  expect(await ada.refusal(changePassword, right)).toMatchObject({ status: 429, problem: 'login.throttled' })
  expect(await tryFrom('198.51.100.1', 'ada', PASSWORD)).toBe('in')
  app.pass(QUARTER_MS + 1_000)
  await ada.call(changePassword, right)
})

test('attack 46: strangers who guess at the log-in do not keep a person from changing the password', async () => {
  const { ada, tryFrom } = await adaAt('198.51.100.1')
  for (let count = 0; count < 12; count += 1) await tryFrom('203.0.113.9', 'ada')

  await ada.call(changePassword, { old_password: PASSWORD, password: 'another sentence to keep' })
})

async function askCode(app: TestApp, target: string): Promise<string> {
  app.pass(61_000)
  await app.guest.call(sendCode, { target, scene: 'reset' })
  await app.runner.drain()
  return app.outbox.findLast((message) => message.to === target)?.code ?? ''
}

test('attack 46: a new code does not give new guesses without end', async () => {
  const { app } = await adaAt('198.51.100.1')
  const enter = async (target: string, code: string) =>
    (await app.guest.refusal(resetPassword, { target, code, password: 'another sentence to keep' })).problem
  const wrongTries = async (target: string) => {
    const answers = []
    for (let codes = 0; codes < 3; codes += 1) {
      const right = await askCode(app, target)
      const wrong = right === '000000' ? '111111' : '000000'
      for (let count = 0; count < 5; count += 1) answers.push(await enter(target, wrong))
    }
    return answers
  }

  const known = await wrongTries('ada@example.edu.cn')
  expect(known.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'input.invalid'))
  expect(known.slice(10)).toEqual(Array.from({ length: 5 }, () => 'login.throttled'))
  expect(await wrongTries('nobody@example.edu.cn')).toEqual(known)
  app.pass(QUARTER_MS + 1_000)
  const code = await askCode(app, 'ada@example.edu.cn')
  const password = 'another sentence to keep'
  await app.guest.call(resetPassword, { target: 'ada@example.edu.cn', code, password })
})

test('a new password by code opens the log-in again at once, everywhere', async () => {
  const { app, tryFrom } = await adaAt('198.51.100.1')
  for (const ip of ['203.0.113.9', '198.51.100.1'])
    for (let count = 0; count < 11; count += 1) await tryFrom(ip, 'ada')
  const code = await askCode(app, 'ada@example.edu.cn')
  const password = 'another sentence to keep'
  await app.guest.call(resetPassword, { target: 'ada@example.edu.cn', code, password })

  for (const ip of ['203.0.113.9', '198.51.100.1']) expect(await tryFrom(ip, 'ada', password)).toBe('in')
})

test('failures from a time when the clock was years ahead do not shut a person out', async () => {
  const { app, tryFrom } = await adaAt('198.51.100.1')
  app.pass(10 * 365 * 24 * 60 * 60_000)
  for (let count = 0; count < 11; count += 1) await tryFrom('203.0.113.9', 'ada')
  app.pass(-10 * 365 * 24 * 60 * 60_000)

  expect(await tryFrom('203.0.113.9', 'ada', PASSWORD)).toBe('in')
})

/** As if so many wrong passwords of accounts that are not there had come from an address within the last minutes. */
const fillAddress = (app: TestApp, ip: string) =>
  insertMany(
    app.base.db,
    'login_failures',
    Array.from({ length: 300 }, (_, at) => ({
      ...{ id: app.base.newId(), account_key: `nobody:${at}`, ip },
      created_at: app.base.now().toISOString(),
    })),
  )

test('attack 69: a neighbour who fills the address keeps nobody out who has logged in there before', async () => {
  const { app, ada, tryFrom } = await adaAt('198.51.100.1')
  await fillAddress(app, '198.51.100.1')
  expect(await tryFrom('198.51.100.1', 'operator', PASSWORD)).toBe('login.throttled')
  expect(await tryFrom('198.51.100.1', 'ada', PASSWORD)).toBe('in')
  await ada.call(changePassword, { old_password: PASSWORD, password: 'another sentence to keep' })
})

test('attack 69: at a full address a known account has three tries, not ten', async () => {
  const { app, tryFrom } = await adaAt('198.51.100.1')
  await fillAddress(app, '198.51.100.1')
  const answers = []
  for (let count = 0; count < 5; count += 1) answers.push(await tryFrom('198.51.100.1', 'ada'))
  const refused = Array.from({ length: 3 }, () => 'login.refused')
  expect(answers).toEqual([...refused, 'login.throttled', 'login.throttled'])
})

test('attack 68: addresses of one /64 are one place, for guesses, codes and where somebody is known', async () => {
  const { app, tryFrom } = await adaAt('2001:db8:0:7::1')
  await fillAddress(app, '2001:db8:0:9::/64')
  for (let host = 0; host < 3; host += 1)
    expect(await tryFrom(`2001:db8:0:9::${host}`, 'nobody')).toBe('login.throttled')
  expect(await tryFrom('2001:db8:0:a::1', 'nobody')).toBe('login.refused')

  for (let count = 0; count < 12; count += 1) await tryFrom('203.0.113.9', 'ada')
  expect(await tryFrom('203.0.113.9', 'ada', PASSWORD)).toBe('login.throttled')
  expect(await tryFrom('2001:db8:0:7:ffff::2', 'ada', PASSWORD)).toBe('in')
})

test('attack 68: passwords of one network wait for one another, and not for ever', async () => {
  const order: string[] = []
  const from = (network: string) =>
    hashPassword(PASSWORD, network).then(
      () => order.push(network),
      (error: { id: string }) => order.push(error.id),
    )
  const many = Array.from({ length: 64 }, () => from('a'))
  await Promise.all([...many, from('b')])

  expect(order.filter((each) => each === 'server.busy')).toHaveLength(4)
  expect(order.indexOf('b')).toBeLessThan(20)
})
