import { expect, test } from 'vitest'
import { timeLeft } from './long-work.tsx'

test('the time left is reckoned from what is done, once that says something', () => {
  expect(timeLeft(0.5, 10_000)).toBe('约 10 秒')
  expect(timeLeft(0.1, 60_000)).toBe('约 9 分钟')
  expect(timeLeft(0.01, 60_000)).toBe('')
  expect(timeLeft(1, 60_000)).toBe('')
  expect(timeLeft(0.5, undefined)).toBe('')
})
