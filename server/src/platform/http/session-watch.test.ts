import { expect, onTestFinished, test, vi } from 'vitest'
import { createSessionWatch } from './session-watch.ts'

test('one query looks up the sessions of all readers, and only those of ended ones are aborted', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked: string[][] = []
  const live = new Set(['a', 'b'])
  const sessions = createSessionWatch(async (ids) => {
    asked.push(ids)
    return live
  })
  const readers = ['a', 'a', 'b'].map((id) => sessions.watch(id))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toEqual([['a', 'b']])
  expect(readers.map(({ signal }) => signal.aborted)).toEqual([false, false, false])

  live.delete('a')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(readers.map(({ signal }) => signal.aborted)).toEqual([true, true, false])

  for (const { release } of readers) release()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('a database that does not answer ends no session', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const sessions = createSessionWatch(() => Promise.reject(new Error('gone')))
  const { signal, release } = sessions.watch('a')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(signal.aborted).toBe(false)
  release()
})

test('a database that is slow is asked one question at a time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const waiting: ((live: Set<string>) => void)[] = []
  const sessions = createSessionWatch(() => new Promise((resolve) => waiting.push(resolve)))
  const { signal, release } = sessions.watch('a')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(waiting).toHaveLength(1)

  waiting[0]?.(new Set(['a']))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(waiting).toHaveLength(2)
  waiting[1]?.(new Set())
  await vi.advanceTimersByTimeAsync(0)
  expect(signal.aborted).toBe(true)
  release()
})
