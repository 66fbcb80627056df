import { afterEach, expect, test, vi } from 'vitest'
import { runForeground } from '../../platform/foundation/foreground.ts'
import type { Research } from '../run/research.ts'
import { searchQueueOf } from './search-queue.ts'

/** A few turns of the event loop, in which whatever may begin does. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
}

/** Researches of some people in one process, and what of their searches has begun. */
function scene() {
  const config = {}
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  let ids = 0
  const of = (user_id: string, signal = new AbortController().signal) => {
    const research = { ctx: { config, newId: () => String(ids++) }, row: { user_id }, signal }
    const inTurn = searchQueueOf(research as unknown as Research)
    return (name: string) =>
      inTurn(() => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      })
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await turns()
  }
  return { of, begun, end, config }
}

afterEach(() => vi.useRealTimers())

test('two searches of researches go on at once, and people have their turns by turns', async () => {
  const { of, begun, end } = scene()
  const [ada, bo] = [of('ada'), of('bo')]
  const all = [ada('a1'), ada('a2'), ada('a3'), ada('a4'), bo('b1')]
  await turns()
  expect(begun).toEqual(['a1', 'a2'])
  await end('a1')
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1'])
  for (const name of ['a3', 'b1', 'a4']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('a research that is stopped leaves the queue, and nobody waits behind it', async () => {
  const { of, begun, end } = scene()
  const stop = new AbortController()
  const ada = of('ada')
  const bo = of('bo', stop.signal)
  const all = [ada('a1'), ada('a2'), ada('a3')]
  const stopped = bo('b1')
  stop.abort(new Error('stopped'))
  await expect(stopped).rejects.toThrow('stopped')
  await turns()
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
  for (const name of ['a2', 'a3']) await end(name)
  await Promise.all(all)
})

test('searches of researches stand aside for who waits at a screen, then go on one at a time, and by two once nobody searches', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const { of, begun, end, config } = scene()
  const ada = of('ada')
  const reader = Promise.withResolvers<string>()
  const read = runForeground(config, () => reader.promise)
  const all = ['a1', 'a2', 'a3', 'a4'].map(ada)
  await turns()
  expect(begun).toEqual([])
  reader.resolve('found')
  expect(await read).toBe('found')
  await turns()
  expect(begun).toEqual(['a1'])
  vi.advanceTimersByTime(1_000)
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
  for (const name of ['a2', 'a3', 'a4']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('others have a turn between two searches of researches, however short these are', async () => {
  const config = {}
  const research = {
    ctx: { config, newId: () => 'a' },
    row: { user_id: 'ada' },
    signal: new AbortController().signal,
  }
  const inTurn = searchQueueOf(research as unknown as Research)
  let turn = 0
  let counts = true
  const count = () => {
    turn += 1
    if (counts) setImmediate(count)
  }
  setImmediate(count)
  const seen = await Promise.all(Array.from({ length: 20 }, () => inTurn(async () => turn)))
  counts = false
  expect(new Set(seen).size).toBeGreaterThan(8)
})

test('a search of a research does not wait for ever behind people who search without end', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const { of, begun, end, config } = scene()
  void runForeground(config, () => new Promise(() => {}))
  const search = of('ada')('a1')
  await turns()
  expect(begun).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  await turns()
  expect(begun).toEqual(['a1'])
  await end('a1')
  expect(await search).toBe('a1')
})
