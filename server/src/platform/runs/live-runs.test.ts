import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answerRun } from '../../chat/chats/answer-run.ts'
import { createContext } from '../../testing/answers.ts'
import { testApp } from '../../testing/test-app.ts'
import { createLiveRun, type StopReason } from './live-run.ts'
import { runToEnd } from './live-runs.ts'
import type { RunWork } from './run-kind.ts'

type Event = Parameters<ReturnType<typeof newRun>['emit']>[0]

const newRun = () => createLiveRun(answerRun, 'run', () => {})
const word = (text: string): Event => ({ event: 'delta', data: { text } })

/** Does the work of a run to its end, and tells what is stored of it. */
async function done(work: RunWork<Event>, run = newRun()) {
  const ctx = createContext(await testApp(), 'nobody')
  await runToEnd(ctx, answerRun, run, work)
  const { frames, end } = run.take()
  return { said: frames.map(({ name }) => name), end: end?.status ?? null, last: end?.last }
}

test('what the work says is followed by its end', async () => {
  const work = async function* () {
    yield word('一')
  }
  expect(await done(work)).toEqual({ said: ['delta', 'done'], end: 'done', last: answerRun.ends.done })
})

test('a fault of the work is the end of the run', async () => {
  const { end, last } = await done(async function* () {
    yield word('一')
    throw new Error('broken')
  })
  expect(end).toBe('failed')
  expect(last).not.toEqual(answerRun.ends.interrupted)
})

const ends: [reason: StopReason, end: string | null, last: Event | undefined][] = [
  ['cancelled', 'cancelled', answerRun.ends.cancelled],
  ['stopping', 'failed', answerRun.ends.interrupted],
  ['lost', null, undefined],
]

test.each(ends)('work that does not listen is left behind: %s', async (reason, end, last) => {
  const run = newRun()
  let isClosed = false
  const deaf: AsyncIterable<Event> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: async () => {
        isClosed = true
        throw new Error('nobody hears this')
      },
    }),
  }
  const over = done(() => deaf, run)
  await turn()
  run.stop(reason)
  expect(await over).toMatchObject({ end, last })
  expect(isClosed).toBe(true)
})

test('a run that was stopped before it began says nothing of its work', async () => {
  const run = newRun()
  run.stop('cancelled')
  const work = async function* () {
    yield word('一')
  }
  expect((await done(work, run)).said).toEqual(['cancelled'])
})

test('a run keeps nothing of the events it has waited for', async () => {
  const run = newRun()
  const listening = { now: 0, most: 0 }
  const { signal } = run
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening.now += 1
    listening.most = Math.max(listening.most, listening.now)
    add(...args)
  }
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening.now -= 1
    remove(...args)
  }
  await done(async function* () {
    for (let at = 0; at < 50; at++) yield word('一')
  }, run)
  expect(listening).toEqual({ now: 0, most: expect.toSatisfy((most: number) => most <= 2) })
})
