import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildSegment } from '../index/build.ts'
import type { Segment } from '../index/layout.ts'
import { openSegment } from '../index/segment-bytes.ts'
import { createValueMemory } from '../index/values.ts'
import { type Bits, createDocs, hasBit, listBits, setBit, takeBits } from '../sets/bits.ts'
import { createRandom, type Random } from '../testing/random.ts'
import { sampleInGate } from '../testing/sample-in-gate.ts'
import { greatestCounts } from './best-counts.ts'
import { countFrequentValues } from './count-frequent.ts'
import { countByRank, takeCountsByRank } from './counters-by-rank.ts'
import { type FrequentValues, findFrequentValues } from './frequent-values.ts'

const VALUES = 120
const SHOWN = 5
const MOST = 40
const LISTED = 30
const ROUNDS = sampleInGate(60)

function randomSegment(random: Random, id: number, memory: ReturnType<typeof createValueMemory>): Segment {
  const documents = random.some(1, 80, () => {
    const keywords = random.some(0, 5, () => `k${Math.floor((random.below(1000) / 1000) ** 3 * VALUES)}`)
    return { seq: 1, work: { ...blankWork('title', 1), keywords }, cited_by_count: 0 }
  })
  return openSegment(buildSegment(id, documents, memory))
}

function randomHits(random: Random, segments: Segment[]): { segment: Segment; bits: Bits }[] {
  const share = 1 + random.below(4)
  return segments.map((segment) => {
    const bits = takeBits()
    for (let doc = 0; doc < segment.head.doc_count; doc += 1) if (random.once(share)) setBit(bits, doc)
    return { segment, bits }
  })
}

function countOneByOne(hits: { segment: Segment; bits: Bits }[]): [number, number][] {
  const counts = new Map<number, number>()
  for (const { segment, bits } of hits)
    for (let doc = 0; doc < segment.head.doc_count; doc += 1) {
      if (!hasBit(bits, doc)) continue
      for (const value of segment.keyword.subarray(
        segment.keyword_starts[doc],
        segment.keyword_starts[doc + 1],
      ))
        counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  return [...counts]
}

const docs = createDocs()

function countPlaces(frequent: FrequentValues, hits: { segment: Segment; bits: Bits }[]) {
  for (const { segment, bits } of hits) countByRank(frequent, 'keyword', segment, docs, listBits(bits, docs))
  return takeCountsByRank(frequent, 'keyword', SHOWN)
}

test('the values that most papers have are counted like all values, whatever segments come and go', () => {
  const random = createRandom(5)
  const told = { by_lists: 0, by_places: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const memory = createValueMemory()
    let frequent: FrequentValues | null = null
    let segments: Segment[] = []
    for (let step = 0; step < 12; step += 1) {
      segments = segments.filter(() => !random.once(6))
      segments.push(randomSegment(random, step + 1, memory))
      const size = memory.keyword.count + 1
      frequent = findFrequentValues(
        segments,
        { facet: 'keyword', size, limit: MOST, list_count: LISTED },
        frequent,
      )
      const hits = randomHits(random, segments)
      const counts = countOneByOne(hits)
      const expected = { counts: greatestCounts(counts, SHOWN), more: counts.length > SHOWN }
      const by_lists = countFrequentValues(frequent, hits, SHOWN, Number.POSITIVE_INFINITY)
      const by_places = countPlaces(frequent, hits)
      told.by_lists += by_lists ? 1 : 0
      told.by_places += by_places ? 1 : 0
      expect([by_lists ?? expected, by_places ?? expected]).toEqual([expected, expected])
    }
  }
  expect(told.by_lists).toBeGreaterThan((ROUNDS * 10) / 3)
  expect(told.by_places).toBeGreaterThan(told.by_lists)
})

test('counting gives up when it would take more steps than it may', () => {
  const random = createRandom(6)
  const memory = createValueMemory()
  const segments = [randomSegment(random, 1, memory), randomSegment(random, 2, memory)]
  const frequent = findFrequentValues(
    segments,
    { facet: 'keyword', size: memory.keyword.count + 1, limit: MOST, list_count: LISTED },
    null,
  )
  expect(countFrequentValues(frequent, randomHits(random, segments), SHOWN, 3)).toBeNull()
})
