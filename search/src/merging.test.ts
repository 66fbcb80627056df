import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTermIndex } from './open-term-index.ts'
import type { TermIndex } from './planning/term-index.ts'
import { findSeqs, paper } from './testing/index-queries.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** More turns than a merge has steps; in each of them somebody may ask. */
async function turns(asks: () => unknown): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    asks()
    await null
  }
}

/** Tells six papers of many words, which makes a merge of several steps, while somebody asks. */
async function sixPapers(asks: (index: TermIndex) => unknown): Promise<TermIndex> {
  const index = await openTermIndex({ folder: null, threads: 0 })
  for (let seq = 1; seq <= 6; seq += 1) {
    const words = Array.from({ length: 1_000 }, (_, at) => `word${seq}x${at}`).join(' ')
    const applied = index.apply([paper(seq, words)], false)
    await turns(() => asks(index))
    await applied
  }
  return index
}

test.each<[string, (index: TermIndex) => unknown]>([
  ['searches', (index) => findSeqs(index, 'word1x1')],
  ['types', (index) => index.complete('word1x1')],
])('a merge rests while somebody %s, and goes on afterwards', async (_, asks) => {
  const index = await sixPapers(asks)
  expect(index.state().segments).toBe(6)
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(index.state().segments).toBe(1)
  expect(await findSeqs(index, 'word6x999')).toEqual([6])
  await index.close()
})

test('a merge does not rest where nobody asks', async () => {
  const index = await sixPapers(() => {})
  expect(index.state().segments).toBe(1)
  await index.close()
})
