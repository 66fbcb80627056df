import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { OutsideEngine } from '../../platform/providers/engines/port.ts'
import { createContext } from '../../testing/answers.ts'
import { testApp } from '../../testing/test-app.ts'
import { searchFederated } from './federated-search.service.ts'

/** A clock that stands until it is moved; who sleeps on it wakes when it has been moved far enough. */
function handClock() {
  let time = 0
  const sleeping: { until: number; wake: () => void }[] = []
  const asked: number[] = []
  return {
    /** How long each sleep was to be. */
    asked,
    now: () => time,
    sleep: (ms: number, signal: AbortSignal) => {
      asked.push(ms)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      if (ms <= 0) resolve()
      else sleeping.push({ until: time + ms, wake: resolve })
      return promise
    },
    pass(ms: number) {
      time += ms
      for (const { until, wake } of sleeping) if (until <= time) wake()
    },
  }
}

type Answer = () => ReturnType<OutsideEngine['search']>

const never = Promise.withResolvers<never>().promise

const works = (...titles: string[]) => ({
  records: titles.map((title) =>
    JSON.stringify({ type: 'journal-article', title: [title], DOI: `10.1000/${title.replaceAll(' ', '.')}` }),
  ),
  total: titles.length,
})

/** A search over engines that answer as the test says, on a clock that the test moves. */
async function scene(answers: { openalex?: Answer; crossref?: Answer }) {
  const clock = handClock()
  const engine = (id: 'openalex' | 'crossref', name: string): OutsideEngine => ({
    id,
    name,
    english: false,
    search: () => answers[id]?.() ?? never,
  })
  const all = [engine('crossref', 'Crossref'), engine('openalex', 'OpenAlex')]
  const engines = { all, off: false, limit_ms: 8_000, clock }
  const app = await testApp({ providers: () => ({ engines }) })
  const ada = await app.signUp('Ada')
  return { ...app, ada, clock }
}

const QUERY = { query: 'graph', engines: ['crossref' as const, 'openalex' as const] }
const input = api.combine.search.input.parse({ ...QUERY })

test('what comes after the limit is left out, though the server was too busy to end the waiting', async () => {
  const { ada, clock } = await scene({
    openalex: async () => {
      await Promise.resolve()
      // Time goes by while nothing else can run; the answer is there when the thread is free again.
      clock.pass(8_001)
      return works('Graph networks')
    },
  })
  const answer = await ada.call(api.combine.search, { ...QUERY, engines: ['openalex'] })

  expect(answer.engines).toMatchObject([{ state: 'slow', message: 'OpenAlex 在 8 秒内没有答复' }])
  expect(answer.list).toEqual([])
})

test('an engine that hangs is given up when the limit is reached, and those that answered are shown', async () => {
  const asked = Promise.withResolvers<void>()
  const { ada, clock } = await scene({
    crossref: async () => works('Graph networks'),
    openalex: () => {
      asked.resolve()
      return never
    },
  })
  const searched = ada.call(api.combine.search, QUERY)
  await asked.promise
  await new Promise((resolve) => setImmediate(resolve))
  clock.pass(8_000)
  const answer = await searched

  expect(answer.engines.map(({ id, state }) => `${id} ${state}`)).toEqual(['crossref ok', 'openalex slow'])
  expect(answer.list.map(({ title }) => title)).toEqual(['Graph networks'])
})

test('the limit counts from when the request came, and what holds the server meanwhile is taken off', async () => {
  const app = await scene({
    crossref: async () => {
      app.clock.pass(2_000)
      return works('Graph networks')
    },
    openalex: async () => works('Graph networks'),
  })
  const ctx = { ...createContext(app, app.ada.id), arrived_at: performance.now() - 3_000 }
  await searchFederated(ctx, input)

  const [first = 0, second = 0] = app.clock.asked
  expect(first).toBeLessThanOrEqual(5_000)
  expect(second).toBeLessThanOrEqual(first - 2_000)
})

test('hits are shown as they came where looking them up in the library takes too long', async () => {
  const app = await scene({ crossref: async () => works('Graph networks') })
  const ctx = createContext(app, app.ada.id)
  const asked = { ...input, engines: ['crossref' as const] }
  const [found] = (await searchFederated(ctx, asked)).list
  await app.ada.call(api.combine.keep, { keys: [found?.key ?? ''] })
  expect((await searchFederated(ctx, asked)).list).toMatchObject([{ paper_id: expect.any(String) }])

  const db = ctx.db.withPlugin({ transformQuery: ({ node }) => node, transformResult: () => never })
  const before = app.clock.asked.length
  const searched = searchFederated({ ...ctx, db }, asked)
  await expect.poll(() => app.clock.asked.length).toBe(before + 2)
  app.clock.pass(8_300)
  expect((await searched).list).toMatchObject([{ title: 'Graph networks', paper_id: null }])
})
