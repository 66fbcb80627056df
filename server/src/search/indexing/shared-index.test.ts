import { SearchUnavailable } from '@scinav/search'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { withAppErrors } from './app-errors.ts'
import { createFollowingIndex } from './following-index.ts'

/** An index of numbers that two processes share, fed from a list by whoever leads. */
function shared() {
  const written: number[] = []
  const index = { change: 0, applied: 0, away: false }
  const process = (leads: () => boolean, told: { change: number }) => {
    const engine = {
      apply: async (changes: { change: number }[]) => {
        index.applied += changes.length
        index.change = changes.at(-1)?.change ?? index.change
        told.change = index.change
      },
      reset: async () => {},
      save: async () => {},
      state: () => ({ papers: told.change, change: told.change }),
      close: async () => {},
      find: async () => {
        if (index.away) throw new SearchUnavailable('away')
        return told.change
      },
    }
    const following = createFollowingIndex({
      ...{ contents: 'numbers', log: pino({ level: 'silent' }), folder: null, poll_ms: 0 },
      open: async () => {
        if (index.away) throw new SearchUnavailable('away')
        return withAppErrors(engine)
      },
      count: async () => written.length,
      latest: async () => written.at(-1) ?? 0,
      feed: async function* (after) {
        const changes = written
          .filter((change) => change > after)
          .map((change) => ({ seq: change, change, record: null, cited_by_count: 0 }))
        if (changes.length > 0) yield { changes, more: false }
      },
      shared: {
        leads: async () => leads(),
        refresh: async () => {
          told.change = index.change
        },
        latest: async () => written.at(-1) ?? 0,
        createReplacement: async () => ({ engine, activate: async () => {} }),
      },
    })
    onTestFinished(following.close)
    return following
  }
  return { written, index, process }
}

test('one process feeds the index, and what it has fed is found through the other', async () => {
  const { written, index, process } = shared()
  const [one, other] = [process(() => true, { change: 0 }), process(() => false, { change: 0 })]
  written.push(1, 2)
  expect(await (await one.current()).find()).toBe(2)
  expect(await (await other.current()).find()).toBe(2)
  expect(index.applied).toBe(2)
})

test('who has written something waits a moment for the process that feeds', async () => {
  const { written, process } = shared()
  const [one, other] = [process(() => true, { change: 0 }), process(() => false, { change: 0 })]
  written.push(1)
  const found = other.current().then((engine) => engine.find())
  await one.catchUp()
  expect(await found).toBe(1)
})

test('without the engine a search says that it is away, and is answered again when it is back', async () => {
  const { index, process } = shared()
  index.away = true
  const one = process(() => true, { change: 0 })
  await expect(one.current()).rejects.toMatchObject({ id: 'search.unavailable' })
  index.away = false
  const engine = await one.current()
  index.away = true
  await expect(engine.find()).rejects.toMatchObject({ id: 'search.unavailable' })
  index.away = false
  expect(await engine.find()).toBe(0)
})
