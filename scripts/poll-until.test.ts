import { expect, test } from 'vitest'
import { pollUntil } from './poll-until.mjs'

/** A clock that goes on by ten seconds with every look, and what is seen at each. */
function looks(seen: readonly number[]) {
  let at = -1
  const look = async () => {
    at += 1
    return seen[Math.min(at, seen.length - 1)] ?? 0
  }
  return { look, options: { unchanged_ms: 30_000, interval_ms: 0, now: () => at * 10_000 } }
}

test('what moves is waited for, however long it takes', async () => {
  const { look, options } = looks([0, 1, 1, 1, 2, 2, 3, 3, 3, 4])
  expect(await pollUntil('four', look, (seen) => seen === 4, options)).toBe(4)
})

test('what stands still for long is given up, and the fault says what was seen last', async () => {
  const { look, options } = looks([0, 1, 2, 2, 2, 2, 2, 4])
  const waiting = pollUntil('four', look, (seen) => seen === 4, options)
  await expect(waiting).rejects.toThrow('four: nothing has changed for 30 s, last seen 2')
})
