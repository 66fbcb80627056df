import { expect, test } from 'vitest'
import { backoffPause, MODEL_LIMITS } from './watch.ts'

const at = (random: number) => ({ ...MODEL_LIMITS, random: () => random })

test('two more tries, the second after twice the pause, spread so that many runs do not meet', () => {
  expect([0, 1, 2].map((attempt) => backoffPause(attempt, null, at(0.5)))).toEqual([500, 1_000, null])
  expect([0, 1].map((random) => backoffPause(0, null, at(random)))).toEqual([250, 750])
})

test('what an endpoint asks for is waited for, a little longer, unless it is too long', () => {
  expect(backoffPause(0, 3_000, at(0.5))).toBe(3_500)
  expect(backoffPause(1, 0, at(0))).toBe(250)
  expect(backoffPause(0, 20_001, at(0.5))).toBeNull()
})

test('the limits are those that were promised: 60 s, 60 s, 10 minutes', () => {
  const { first_ms, idle_ms, total_ms, retries } = MODEL_LIMITS
  expect({ first_ms, idle_ms, total_ms, retries }).toEqual({
    first_ms: 60_000,
    idle_ms: 60_000,
    total_ms: 600_000,
    retries: 2,
  })
})
