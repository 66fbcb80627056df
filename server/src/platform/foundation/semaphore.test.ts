import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('so many are let in at once, the others in the order in which they came; leaving twice lets in one', async () => {
  const enter = createSemaphore(2)
  const inside: number[] = []
  const doors: (() => void)[] = []
  const come = async (number: number) => {
    doors[number] = await enter()
    inside.push(number)
  }
  const all = [0, 1, 2, 3, 4].map(come)
  await Promise.all(all.slice(0, 2))
  expect(inside).toEqual([0, 1])
  doors[1]?.()
  doors[1]?.()
  await all[2]
  expect(inside).toEqual([0, 1, 2])
  doors[0]?.()
  doors[2]?.()
  await Promise.all(all)
  expect(inside).toEqual([0, 1, 2, 3, 4])
})
