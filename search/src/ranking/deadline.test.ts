import { afterEach, expect, test, vi } from 'vitest'
import { openTermIndex } from '../open-term-index.ts'
import { findSeqs, paper } from '../testing/index-queries.ts'
import { SearchTooLong } from './deadline.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A clock on which every look costs a second. */
function slowClock(): void {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000
    return now
  })
}

test('a search that takes too long is given up, and the next one is answered', async () => {
  const index = await openTermIndex({ folder: null, threads: 0 })
  await index.apply([paper(1, 'Graphs of words and of the roots of words')], false)
  const query = Array.from({ length: 40 }, (_, at) => `"of ${at % 2 ? 'words' : 'the'}"`).join(' OR ')
  slowClock()
  await expect(findSeqs(index, query)).rejects.toThrow(SearchTooLong)
  vi.restoreAllMocks()
  expect(await findSeqs(index, query)).toEqual([1])
  await index.close()
})

test('a phrase over many papers looks at the clock too', async () => {
  const index = await openTermIndex({ folder: null, threads: 0 })
  const papers = Array.from({ length: 3_000 }, (_, at) => paper(at + 1, 'of the words of the roots'))
  await index.apply(papers, false)
  slowClock()
  await expect(findSeqs(index, '"of the roots"')).rejects.toThrow(SearchTooLong)
  vi.restoreAllMocks()
  expect(await findSeqs(index, '"of the roots"')).toHaveLength(20)
  await index.close()
})
