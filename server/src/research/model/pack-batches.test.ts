import { expect, test } from 'vitest'
import { packBatches } from './pack-batches.ts'

const total = (batch: readonly number[]) => batch.reduce((sum, size) => sum + size, 0)

test('keeps the order and both limits, and begins a batch only where the next item does not fit', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const items = Array.from({ length: seed % 23 }, (_, at) => (seed * 31 + at * at * 17) % 12)
    const [maxItems, maxSize] = [1 + (seed % 5), 5 + (seed % 11)]
    const batches = packBatches(items, { maxItems, maxSize, sizeOf: (size) => size })
    expect(batches.flat()).toEqual(items)
    for (const [at, batch] of batches.entries()) {
      expect(batch.length).toBeLessThanOrEqual(maxItems)
      if (batch.length > 1) expect(total(batch)).toBeLessThanOrEqual(maxSize)
      const [next] = batches[at + 1] ?? []
      if (next !== undefined)
        expect(batch.length === maxItems || total(batch) + next > maxSize, `${seed}`).toBe(true)
    }
  }
})

test('counts what items share once in a batch, and again in the next', () => {
  const sizeOf = (item: string, batch: readonly string[]) => (batch.includes(item) ? 1 : 10)
  expect(packBatches(['a', 'a', 'a', 'b', 'b'], { maxItems: 9, maxSize: 12, sizeOf })).toEqual([
    ['a', 'a', 'a'],
    ['b', 'b'],
  ])
})
