import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { AppError } from '../foundation/errors.ts'
import { createFixedWindow, createLimits } from './limits.ts'

const MINUTE = 60_000

/** How many of so many requests in one moment are answered, and what the first refusal says. */
function answeredOf(requests: number, ask: () => void): { answered: number; refusal: unknown } {
  for (let answered = 0; answered < requests; answered += 1)
    try {
      ask()
    } catch (refusal) {
      return { answered, refusal }
    }
  return { answered: requests, refusal: null }
}

/** Requests from one address; only that is looked at. */
const from = (ip: string) => ({ ip }) as Parameters<ReturnType<typeof createLimits>['check']>[0]

test('a person may ask 600 times a minute from wherever they are, and the 601st is refused', () => {
  const { check } = createLimits(1)
  let address = 0
  const ask = () => {
    address += 1
    check(from(`10.0.${address % 7}.1`), 'ada')
  }
  const { answered, refusal } = answeredOf(700, ask)
  expect(answered).toBe(600)
  expect(refusal).toBeInstanceOf(AppError)
  expect(() => check(from('10.0.0.1'), 'bob')).not.toThrow()
})

test('a campus may ask 6,000 times a minute, guests and people together, and the 6,001st is refused', () => {
  const { check } = createLimits(1)
  let person = 0
  const ask = () => {
    person += 1
    check(from('10.0.0.1'), person % 2 === 0 ? `person ${person}` : null)
  }
  expect(answeredOf(7_000, ask).answered).toBe(6_000)
  expect(() => check(from('10.0.0.2'), null)).not.toThrow()
})

test('an installation that widens the limits lets each person ask so many times more', () => {
  const { check } = createLimits(0.01)
  expect(answeredOf(10, () => check(from('10.0.0.1'), 'ada')).answered).toBe(6)
})

test('who was refused is told the seconds to wait, and is heard again when they are over, not before', () => {
  const count = createFixedWindow(2)
  const ask = (now: number) => count('ada', now)
  ask(500)
  ask(30_500)
  const { refusal } = answeredOf(1, () => ask(30_500))
  expect(refusal).toMatchObject({ id: 'request.too_many', details: { retry_after: 30 } })
  expect(() => ask(MINUTE + 499)).toThrow(AppError)
  expect(() => ask(MINUTE + 500)).not.toThrow()
  expect(() => ask(MINUTE + 500)).not.toThrow()
  expect(() => ask(MINUTE + 500)).toThrow(AppError)
})

test('a person is still refused when the windows of others have been forgotten', () => {
  const count = createFixedWindow(1)
  count('bob', 0)
  count('ada', MINUTE - 1)
  expect(() => count('ada', MINUTE + 1)).toThrow(AppError)
  expect(() => count('bob', MINUTE + 1)).not.toThrow()
})

test('attack 70: pages outside /api are counted by address, and calls are not held up by them', () => {
  const { check, checkPage } = createLimits(1)
  const { answered, refusal } = answeredOf(2_000, () => checkPage(from('2001:db8::1')))
  expect(answered).toBe(1_200)
  expect(refusal).toMatchObject({ id: 'request.too_many' })
  expect(() => checkPage(from('2001:db8:0:1::1'))).not.toThrow()
  expect(() => check(from('2001:db8::1'), 'ada')).not.toThrow()
})

test('attack 70: /share, /login and /sso are refused beyond the limit, files of the application are not', async () => {
  const app = await testApp({ env: { RATE_LIMIT_SCALE: '0.0001' } })
  const statusOf = async (url: string) =>
    (await app.app.inject({ url, headers: { host: 'localhost' } })).statusCode
  for (const url of ['/share/nothing', '/login', '/sso/oidc/start', '/sso/cas/callback'])
    expect([await statusOf('/agreement'), await statusOf(url)].at(-1), url).toBe(429)
  expect(await statusOf('/page-assets/page.css')).not.toBe(429)
})
