import { expect, test } from 'vitest'
import type { OddRequest, OddResponse } from './testing/odd-thread.ts'
import { startThread } from './thread.ts'

/** A thread, what it has said, and the fault it ended with. */
function oddThread() {
  const file = new URL('./testing/odd-thread.ts', import.meta.url)
  const thread = startThread<OddRequest, OddResponse>(file, { answers: ['echo'] })
  const received: string[] = []
  const ended = new Promise<string>((resolve) => {
    thread.listen({
      received: ({ text }) => void received.push(text),
      ended: (fault) => resolve(fault.message),
    })
  })
  return { ...thread, received, ended }
}

test('what Node tells about watched files is not taken for an answer of a thread', async () => {
  const { tell, received, ended } = oddThread()
  tell({ ask: 'echo', text: 'one' })
  tell({ ask: 'end', text: 'two' })
  expect(await ended).toBe('the thread has ended')
  expect(received).toEqual(['one', 'two'])
})

test('a thread that is asked what it does not know ends and names it', async () => {
  const { tell, received, ended } = oddThread()
  tell(JSON.parse('{"ask":"sing"}'))
  tell({ ask: 'echo', text: 'never' })
  expect(await ended).toBe('a thread was sent an unknown message: sing')
  expect(received).toEqual([])
})

test('a thread that answers what nobody knows is ended and the answer named', async () => {
  const { tell, received, ended } = oddThread()
  tell({ ask: 'babble' })
  expect(await ended).toBe('a thread was sent an unknown message: babble')
  expect(received).toEqual([])
})

test('a thread that somebody ends says no more', async () => {
  const { tell, end, received, ended } = oddThread()
  await end()
  tell({ ask: 'echo', text: 'late' })
  expect(await ended).toBe('the thread has ended')
  expect(received).toEqual([])
})
