import { afterAll, beforeAll, expect, test } from 'vitest'
import { startIndexThreads } from './index-threads.ts'

let threads: ReturnType<typeof startIndexThreads>
beforeAll(() => {
  threads = startIndexThreads(null, 0, 'papers')
})
afterAll(() => threads.end())

test('a search in a process that only writes is told so', async () => {
  const question = { ask: 'words' as const, id: 7, kind: 'with' as const, text: 'sed', limit: 5 }
  expect(await threads.search(question)).toEqual({ id: 7, error: 'this index was opened only to write' })
})
