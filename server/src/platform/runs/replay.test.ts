import { setImmediate as turn } from 'node:timers/promises'
import type { AnswerEvent } from '@scinav/contract'
import { expect, test } from 'vitest'
import { answerRun } from '../../chat/chats/answer-run.ts'
import { createContext } from '../../testing/answers.ts'
import { testApp } from '../../testing/test-app.ts'
import { createLiveRun } from './live-run.ts'
import { createRemoteRuns } from './remote-runs.ts'
import { replayRun, type StoredFrames } from './replay.ts'
import type { RunFollower } from './run-kind.ts'
import { createSubscribers } from './subscribers.ts'

/** A run that has said one thing, and somebody who has read it and waits for the next. */
async function scene() {
  const ctx = createContext(await testApp(), 'nobody')
  const run = createLiveRun(answerRun, 'run', () => {})
  void run.emit({ event: 'delta', data: { text: '一' } })
  run.publish(run.take())
  const admitted: RunFollower[] = []
  const subscribers = createSubscribers(async () => (one) => admitted.includes(one))
  const reader = new AbortController()
  const stream = { after: 0, signal: reader.signal }
  const remote = createRemoteRuns<StoredFrames<AnswerEvent>>(undefined)
  const source = { kind: answerRun, find: () => run, remote, subscribers }
  const events = replayRun({ ...ctx, stream }, source, { id: 'run', subject_id: 'chat' }, 0)
  expect((await events.next()).value).toMatchObject([{ seq: 1, data: { text: '一' } }])
  const next = events.next()
  while (run.waiting.size === 0) await turn()
  return { run, reader, subscribers, next }
}

test('a reader who leaves is let go of at once, though nothing more is said', async () => {
  const { run, reader, subscribers, next } = await scene()
  expect(subscribers.count()).toBe(1)
  reader.abort()
  expect(await next).toEqual({ done: true, value: undefined })
  expect({ waiting: run.waiting.size, subscribers: subscribers.count() }).toEqual({
    waiting: 0,
    subscribers: 0,
  })
  expect(run.isOver()).toBe(false)
})

test('a reader who may not read any more hears nothing of what follows', async () => {
  const { run, subscribers, next } = await scene()
  await subscribers.check()
  void run.emit({ event: 'delta', data: { text: '二' } })
  run.publish(run.take())
  expect(await next).toEqual({ done: true, value: undefined })
  expect(run.waiting.size).toBe(0)
})
