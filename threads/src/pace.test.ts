import { expect, test } from 'vitest'
import { createPacer } from './pace.ts'

test('work that rests nine times as long as it works takes a tenth of the time, however long its pieces are', async () => {
  let time = 50
  const waited: number[] = []
  const wait = async (ms: number) => {
    waited.push(ms)
    time += ms
  }
  const pause = createPacer(9, { now: () => time, wait })
  for (const piece of [2, 30, 0]) {
    time += piece
    await pause()
  }
  expect(waited).toEqual([18, 270, 0])
})
