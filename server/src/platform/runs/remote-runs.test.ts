import type { AnswerEvent } from '@scinav/contract'
import { expect, test } from 'vitest'
import { answerRun } from '../../chat/chats/answer-run.ts'
import type { BaseContext, Context } from '../context/context.ts'
import { createRemoteRuns } from './remote-runs.ts'
import { replayRun, type StoredFrames } from './replay.ts'
import type { StoredEvent } from './run-kind.ts'
import { createSubscribers } from './subscribers.ts'

const said = (seq: number, text: string): StoredEvent => ({
  seq,
  event: JSON.stringify({ event: 'delta', data: { text } }),
})
const END: StoredEvent = { seq: 4, event: JSON.stringify(answerRun.ends.cancelled) }

/** A run of another process, which has stored what `stored` holds, and is told of when `tell` is called. */
function scene(stored: StoredEvent[]) {
  const listeners = new Set<() => void>()
  let asked = 0
  const notices: NonNullable<BaseContext['notices']> = {
    notify: async () => {},
    subscribe: (_id, callback) => {
      listeners.add(callback)
      return () => void listeners.delete(callback)
    },
    isConnected: () => true,
    close: async () => {},
  }
  const store: typeof answerRun.store = {
    ...answerRun.store,
    hasEnded: async () => stored.at(-1) === END,
    async eventsAfter(_db, _id, after) {
      asked += 1
      return stored.filter(({ seq }) => seq > after)
    },
  }
  const remote = createRemoteRuns<StoredFrames<AnswerEvent>>(notices)
  const source = {
    ...{ kind: { ...answerRun, store }, find: () => undefined, remote },
    subscribers: createSubscribers(async () => () => true),
  }
  const reader = new AbortController()
  // Of a context only who reads and until when is asked.
  const ctx = { actor: { session_id: '' }, stream: { after: 0, signal: reader.signal } } as unknown as Context
  return {
    follow: () => replayRun(ctx, source, { id: 'run', subject_id: 'chat' }, 0),
    ...{ remote, listeners, reader, asked: () => asked },
    tell: () => {
      for (const told of listeners) told()
    },
  }
}

test('however many follow a run of another process, storage is asked once for all of them, when they are told', async () => {
  const stored = [said(1, '一'), said(2, '二')]
  const { follow, tell, asked, remote, listeners } = scene(stored)
  const followers = Array.from({ length: 50 }, follow)
  const firsts = await Promise.all(followers.map(async (each) => (await each.next()).value))
  expect(firsts[0]).toMatchObject([{ seq: 1 }, { seq: 2 }])
  // What is written for one is written for all.
  expect(new Set(firsts).size).toBe(1)
  expect(asked()).toBe(1)

  const nexts = followers.map((each) => each.next())
  stored.push(said(3, '三'))
  tell()
  for (const next of nexts) expect((await next).value).toMatchObject([{ seq: 3, data: { text: '三' } }])
  expect(asked()).toBe(2)

  const ends = followers.map((each) => each.next())
  stored.push(END)
  tell()
  for (const end of ends) expect((await end).value).toMatchObject([{ seq: 4, name: 'cancelled' }])
  expect(asked()).toBe(3)
  for (const each of followers) expect((await each.next()).done).toBe(true)
  expect({ followed: remote.count(), listeners: listeners.size }).toEqual({ followed: 0, listeners: 0 })
})

test('a follower who leaves is let go of at once, and the others go on', async () => {
  const stored = [said(1, '一')]
  const [one, other] = [scene(stored), scene(stored)]
  const leaving = one.follow()
  await leaving.next()
  const next = leaving.next()
  one.reader.abort()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(one.remote.count()).toBe(0)

  const staying = other.follow()
  await staying.next()
  const more = staying.next()
  stored.push(said(2, '二'))
  other.tell()
  expect((await more).value).toMatchObject([{ seq: 2 }])
})

test('what was not told is looked for all the same', async () => {
  const stored = [said(1, '一')]
  const { follow } = scene(stored)
  const follower = follow()
  await follower.next()
  const next = follower.next()
  stored.push(said(2, '二'))
  expect((await next).value).toMatchObject([{ seq: 2 }])
})
