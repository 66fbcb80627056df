import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildSegment } from '../index/build.ts'
import { openSegment } from '../index/segment-bytes.ts'
import { createValueMemory } from '../index/values.ts'
import { createDocs, hasBit, listBits, setBit, takeBits } from '../sets/bits.ts'
import { beginSearch } from '../sets/buffer-pool.ts'
import { createRandom } from '../testing/random.ts'
import { hitsWithValues } from './sparse-facets.ts'

const PAPERS = 2_000
const random = createRandom(3)
const memory = createValueMemory()

/** A segment where one paper in so many has keywords. */
function segmentWith(share: number) {
  const documents = Array.from({ length: PAPERS }, (_, at) => {
    const keywords = random.once(share) ? random.some(1, 3, () => `k${random.below(50)}`) : []
    return { seq: at + 1, work: { ...blankWork('title', 1), keywords }, cited_by_count: 0 }
  })
  return openSegment(buildSegment(share, documents, memory))
}

const docs = createDocs()

function hitsOneIn(share: number) {
  const bits = takeBits()
  for (let doc = 0; doc < PAPERS; doc += 1) if (random.once(share)) setBit(bits, doc)
  return { bits, all: { docs, count: listBits(bits, docs) } }
}

test('where few papers have any value, only those of the hits that have one are left, search after search', () => {
  const segment = segmentWith(20)
  const has = (doc: number) => segment.keyword_starts[doc] !== segment.keyword_starts[doc + 1]
  for (const share of [1, 2, 10, 1]) {
    beginSearch()
    const { bits, all } = hitsOneIn(share)
    const left = hitsWithValues(segment, 'keyword', bits, all)
    const expected = Array.from({ length: PAPERS }, (_, doc) => doc).filter(
      (doc) => hasBit(bits, doc) && has(doc),
    )
    expect(expected.length).toBeGreaterThan(3)
    expect([...left.docs.subarray(0, left.count)]).toEqual(expected)
  }
})

test('the hits stay as they are where many papers have values, where each has one, and where hits are few', () => {
  const [many, few] = [segmentWith(2), segmentWith(20)]
  const { bits, all } = hitsOneIn(2)
  expect(hitsWithValues(many, 'keyword', bits, all)).toBe(all)
  expect(hitsWithValues(few, 'source', bits, all)).toBe(all)
  const some = hitsOneIn(200)
  expect(hitsWithValues(few, 'keyword', some.bits, some.all)).toBe(some.all)
})

test('nothing is left where no paper has a value', () => {
  const { bits, all } = hitsOneIn(2)
  expect(hitsWithValues(segmentWith(20), 'subject', bits, all).count).toBe(0)
})
