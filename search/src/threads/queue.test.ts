import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

/** A thread that answers when it is told to, with what it was asked. */
function slowThread() {
  const pending: { question: string; settle: (fails?: boolean) => void }[] = []
  return {
    pendingCount: () => pending.length,
    has: () => pending.map(({ question }) => question),
    answer: (question: string) =>
      new Promise<string>((resolve, reject) => {
        const settle = (fails = false) => {
          pending.shift()
          if (fails) reject(new Error(question))
          else resolve(question)
        }
        pending.push({ question, settle })
      }),
    async answerFirst(fails = false) {
      pending[0]?.settle(fails)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('what is short goes before what waits, and every thread has one question ready', async () => {
  const threads = [slowThread(), slowThread()] as const
  const ask = createQueue<string, string>([...threads], (question) => question.startsWith('type'))
  const searches = ['one', 'two', 'three', 'four', 'five'].map(ask)
  const typed = ask('type')
  expect(threads.map((thread) => thread.has())).toEqual([
    ['one', 'three'],
    ['two', 'four'],
  ])
  await threads[1].answerFirst()
  expect(threads[1].has()).toEqual(['four', 'type'])
  await threads[1].answerFirst()
  expect(threads[1].has()).toEqual(['type', 'five'])
  await threads[1].answerFirst()
  expect(await typed).toBe('type')
  await threads[1].answerFirst()
  await threads[0].answerFirst()
  await threads[0].answerFirst()
  expect(await Promise.all(searches)).toEqual(['one', 'two', 'three', 'four', 'five'])
})

test('a long question waits behind three short ones at most', async () => {
  const thread = slowThread()
  const ask = createQueue<string, string>([thread], (question) => question.startsWith('type'))
  const all = ['one', 'two', 'three', 'type a', 'type b', 'type c', 'type d'].map(ask)
  const handed: string[] = []
  for (const _ of all) {
    handed.push(...thread.has().slice(0, 1))
    await thread.answerFirst()
  }
  await Promise.all(all)
  expect(handed).toEqual(['one', 'two', 'type a', 'type b', 'type c', 'three', 'type d'])
})

test('a question that fails is told so, and the next one is handed on', async () => {
  const thread = slowThread()
  const ask = createQueue<string, string>([thread], () => false)
  const [first, ...others] = ['one', 'two', 'three'].map(ask)
  const failure = expect(first).rejects.toThrow('one')
  await thread.answerFirst(true)
  await failure
  expect(thread.has()).toEqual(['two', 'three'])
  await thread.answerFirst()
  await thread.answerFirst()
  expect(await Promise.all(others)).toEqual(['two', 'three'])
})
