import { expect, test } from 'vitest'
import { memoryCounters } from './counters.ts'

test('a window counts what is done until it ends, the next one begins anew, and keys and names are apart', () => {
  const counters = memoryCounters()
  const count = counters('account', 1_000)
  const many = Array.from({ length: 3 }, () => count('ada', 10).count)

  expect(many).toEqual([1, 2, 3])
  expect(count('ada', 1_009)).toEqual({ count: 4, ends_at: 1_010 })
  expect(count('ada', 1_010)).toEqual({ count: 1, ends_at: 2_010 })
  expect(count('bob', 1_010).count).toBe(1)
  expect(counters('address', 1_000)('ada', 1_010).count).toBe(1)
})
