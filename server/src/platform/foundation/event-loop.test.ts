import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createLazyValue, yieldToEventLoop } from './event-loop.ts'

function counted() {
  const done: number[] = []
  const made = createLazyValue(function* () {
    for (const at of [1, 2, 3]) {
      done.push(at)
      yield
    }
    return 'all'
  })
  return { done, ...made }
}

test('others have their turn between the pieces, and it is made once', async () => {
  const { done, get, warmUp } = counted()
  const making = warmUp()
  expect(done).toEqual([1])
  await yieldToEventLoop()
  expect(done.length).toBeLessThan(3)
  await making
  expect(get()).toBe('all')
  await warmUp()
  expect(done).toEqual([1, 2, 3])
})

test('who needs it before has what is missing made at once', async () => {
  const { done, get, warmUp } = counted()
  const making = warmUp()
  expect(get()).toBe('all')
  await making
  expect(done).toEqual([1, 2, 3])
})

test('what fails once is made anew', () => {
  let fails = true
  const made = createLazyValue(function* () {
    yield
    if (fails) throw new Error('no such folder')
    return 1
  })
  expect(() => made.get()).toThrow('no such folder')
  fails = false
  expect(made.get()).toBe(1)
})

test('of all that pause at once one part goes on in each turn of the event loop', async () => {
  let turns = 0
  const went: number[] = []
  const work = async () => {
    for (let part = 0; part < 3; part += 1) {
      await yieldToEventLoop()
      went.push(turns)
    }
  }
  const all = Promise.all(Array.from({ length: 5 }, work))
  while (went.length < 15) {
    await turn()
    turns += 1
  }
  await all
  expect(new Set(went).size).toBe(went.length)
})
