import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.tsx'

const now = new Date(2026, 10, 21, 12, 0)

test.each([
  [new Date(2026, 10, 21, 11, 59, 30), '刚刚'],
  [new Date(2026, 10, 21, 11, 18), '42 分钟前'],
  [new Date(2026, 10, 21, 1, 0), '11 小时前'],
  [new Date(2026, 10, 20, 23, 59), '昨天'],
  [new Date(2026, 10, 18, 13, 0), '3 天前'],
  [new Date(2026, 9, 1), '10月1日'],
  [new Date(2025, 11, 31), '2025年12月31日'],
  [new Date(2026, 11, 21, 11, 0), '30 天后'],
])('%s is said as %s', (moment, words) => {
  expect(relativeTime(moment, now)).toBe(words)
})
