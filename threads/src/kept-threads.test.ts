import { expect, test } from 'vitest'
import { createKeptThreads } from './kept-threads.ts'
import type { OddRequest, OddResponse } from './testing/odd-thread.ts'

const oddThreads = () =>
  createKeptThreads<OddRequest, OddResponse>(new URL('./testing/odd-thread.ts', import.meta.url), {
    answers: ['echo'],
  })

test('requests, one after the other or at once, get the answer to each', async () => {
  const ask = oddThreads()
  const texts = Array.from({ length: 6 }, (_, at) => `${at}`)
  for (const text of texts) expect((await ask({ ask: 'echo', text })).text).toBe(text)
  const answers = await Promise.all(texts.map((text) => ask({ ask: 'echo', text })))
  expect(answers.map(({ text }) => text)).toEqual(texts)
})

test('a thread that ends without an answer is an error, and is replaced', async () => {
  const ask = oddThreads()
  expect((await ask({ ask: 'echo', text: 'first' })).text).toBe('first')
  await expect(ask({ ask: 'babble' })).rejects.toThrow('an unknown message: babble')
  expect((await ask({ ask: 'echo', text: 'next' })).text).toBe('next')
})

test('an abort ends the thread; the next request gets another one', async () => {
  const ask = oddThreads()
  const controller = new AbortController()
  const answer = ask({ ask: 'echo', text: 'never' }, controller.signal)
  controller.abort()
  await expect(answer).rejects.toThrow('the thread has ended')
  await expect(ask({ ask: 'echo', text: 'never' }, controller.signal)).rejects.toThrow('aborted')
  expect((await ask({ ask: 'echo', text: 'next' })).text).toBe('next')
})
