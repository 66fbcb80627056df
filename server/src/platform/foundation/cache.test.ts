import { expect, test } from 'vitest'
import { createCache } from './cache.ts'

const at = (ms: number) => new Date(1_000_000 + ms)

test('what is kept serves all who ask until it is too old', async () => {
  const memory = createCache<object, number>(1_000)
  const owner = {}
  let reads = 0
  const ask = (ms: number) => memory.get(owner, at(ms), async () => (reads += 1))
  expect(await Promise.all([ask(0), ask(0), ask(999)])).toEqual([1, 1, 1])
  expect(await ask(1_000)).toBe(2)
  // A clock that was set back.
  expect(await ask(-5_000)).toBe(3)
  memory.forget(owner)
  expect(await ask(-5_000)).toBe(4)
})

test('a failed reading is told to those who wait for it and to nobody after them', async () => {
  const memory = createCache<object, string>(60_000)
  const owner = {}
  const broken = () => memory.get(owner, at(0), () => Promise.reject(new Error('locked')))
  const results = await Promise.allSettled([broken(), broken()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await memory.get(owner, at(0), async () => 'read')).toBe('read')
})

test('a reading that fails late takes nothing away that was read after it', async () => {
  const memory = createCache<object, string>(1_000)
  const owner = {}
  const { promise, reject } = Promise.withResolvers<string>()
  const late = memory.get(owner, at(0), () => promise)
  expect(await memory.get(owner, at(2_000), async () => 'new')).toBe('new')
  reject(new Error('late'))
  await expect(late).rejects.toThrow('late')
  expect(await memory.get(owner, at(2_500), async () => 'newer')).toBe('new')
})
