import { expect, test } from 'vitest'
import { beginSearch, fitPool, isStillHeld, type PooledBuffer, takeBuffer } from './buffer-pool.ts'

const WORDS = 1_000_000

test('the sets of common terms take no more memory than there is for them, and those used more stay', () => {
  beginSearch()
  const often = takeBuffer(WORDS)
  const all: PooledBuffer[] = []
  for (let round = 0; round < 100; round += 1) {
    beginSearch()
    if (often) isStillHeld({ buffer: often })
    const buffer = takeBuffer(WORDS)
    expect([buffer?.words.at(0), buffer?.words.at(-1)]).toEqual([0, 0])
    buffer?.words.set([1])
    buffer?.words.set([1], WORDS - 1)
    if (buffer) all.push(buffer)
  }
  expect(all).toHaveLength(100)
  expect(often?.held).toBe(true)
  expect(all.filter(({ held }) => held).length).toBeLessThan(20)
  expect(all.at(-1)?.held).toBe(true)
})

/** Returns the buffers that one search can take. */
function takeAllBuffers(): PooledBuffer[] {
  beginSearch()
  const own: PooledBuffer[] = []
  for (let buffer = takeBuffer(WORDS); buffer; buffer = takeBuffer(WORDS)) own.push(buffer)
  return own
}

test('a large index has room for as many terms as a smaller one, and the room goes with it', () => {
  const small = takeAllBuffers().length
  fitPool(4_000_000)
  expect(takeAllBuffers().length).toBeGreaterThan(2 * small)
  fitPool(0)
  expect(takeAllBuffers()).toHaveLength(small)
})

test('a search never loses a set that it uses', () => {
  const own = takeAllBuffers()
  expect(own.length).toBeGreaterThan(5)
  expect(own.every(({ held }) => held)).toBe(true)
  beginSearch()
  expect(takeBuffer(WORDS)).not.toBeNull()
})
