import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const clock = () => {
  let time = 0
  return {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms
    },
  }
}
const never = new AbortController().signal

/** Work that ends when it is told to. */
function errand(name: string, log: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    log.push(`${name} begins`)
    await promise
    log.push(`${name} ends`)
  }
  return { run, end: resolve }
}

test('no more requests are on the way at once than the service allows, and nobody is forgotten', async () => {
  const log: string[] = []
  const { run } = createTurns(clock(), { every_ms: 0, at_once: 2 })
  const errands = ['a', 'b', 'c', 'd'].map((name) => errand(name, log))
  const done = errands.map((each) => run(each.run, never))
  await new Promise(setImmediate)
  expect(log).toEqual(['a begins', 'b begins'])

  for (const each of errands) each.end()
  await Promise.all(done)
  expect(log.filter((line) => line.endsWith('begins'))).toHaveLength(4)
})

test('whoever leaves the queue takes nobody else’s turn', async () => {
  const log: string[] = []
  const { run } = createTurns(clock(), { every_ms: 0, at_once: 1 })
  const [first, second, third] = ['a', 'b', 'c'].map((name) => errand(name, log))
  const leaver = new AbortController()
  const done = [
    run(first?.run ?? fail, never),
    run(second?.run ?? fail, leaver.signal),
    run(third?.run ?? fail, never),
  ]
  leaver.abort(new Error('gone'))
  await expect(done[1]).rejects.toThrow('gone')
  first?.end()
  third?.end()
  await Promise.all([done[0], done[2]])

  expect(log).toEqual(['a begins', 'a ends', 'c begins', 'c ends'])
})

test('those who wait are refused, too, when the service wants to be left alone', async () => {
  const log: string[] = []
  const { run, hold } = createTurns(clock(), { every_ms: 0, at_once: 1 })
  const first = errand('a', log)
  const one = run(first.run, never)
  const two = run(fail, never)
  await new Promise(setImmediate)
  hold(9_500)
  first.end()
  await one

  await expect(two).rejects.toMatchObject({ kind: 'rate_limited', retry_after: 10 })
})

const fail = () => Promise.reject(new Error('must not run'))
