import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildSegment } from '../index/build.ts'
import { positionsInMemory, readAllPositions } from '../index/position-source.ts'
import { openSegment } from '../index/segment-bytes.ts'
import { createValueMemory } from '../index/values.ts'
import type { PlacedPlan } from '../planning/plan.ts'
import { countBits, releaseBits, takeBits } from '../sets/bits.ts'
import { startDeadline } from './deadline.ts'
import { matchNear } from './match-near.ts'
import { matchPhrase } from './match-positions.ts'
import { openView } from './view.ts'

const MASK = 31
const term = (term: string): PlacedPlan => ({ op: 'term', term, mask: MASK, weight: 1 })

/** A segment of papers with these titles, that counts how many bytes of positions are read. */
function watched(titles: string[]) {
  const documents = titles.map((title, at) => ({
    seq: at + 1,
    work: blankWork(title, 1),
    cited_by_count: 0,
  }))
  const segment = openSegment(buildSegment(1, documents, createValueMemory()))
  const seen = { reads: 0 }
  const bytes = new Proxy(readAllPositions(segment.positions), {
    get: (target, key) => {
      seen.reads += 1
      return Reflect.get(target, key, target)
    },
  })
  const positions = positionsInMemory(bytes)
  return { view: openView({ ...segment, positions }), seen }
}

function matches(match: (bits: ReturnType<typeof takeBits>) => void): number {
  // Tests that ran in this thread before may have left a deadline that has passed.
  startDeadline()
  const bits = takeBits()
  match(bits)
  const count = countBits(bits)
  releaseBits(bits)
  return count
}

test('a phrase of a thousand words is read no further than a paper may have it', () => {
  const papers = 200
  const { view, seen } = watched(Array.from({ length: papers }, () => 'x stands beside y and x'))
  const parts = Array.from({ length: 1_000 }, (_, offset) => ({ term: offset % 2 ? 'y' : 'x', offset }))
  expect(
    matches((bits) => matchPhrase(view, { op: 'phrase', parts, mask: MASK, weight: 1 }, null, bits)),
  ).toBe(0)
  expect(seen.reads).toBeLessThan(papers * 20)
})

test('a phrase of one word many times is found where it stands so often', () => {
  const { view } = watched(['tora tora tora tora', 'tora tora', 'tora and tora'])
  const phrase = (length: number) => ({
    op: 'phrase' as const,
    parts: Array.from({ length }, (_, offset) => ({ term: 'tora', offset })),
    mask: MASK,
    weight: 1,
  })
  expect([2, 3, 5].map((length) => matches((bits) => matchPhrase(view, phrase(length), null, bits)))).toEqual(
    [2, 1, 0],
  )
})

test('words near each other are found on either side, whatever stands for them', () => {
  const { view } = watched(['wolf and fox', 'fox and wolf', 'wolf', 'wolf one two three four fox'])
  const either: PlacedPlan = { op: 'or', parts: [term('fox'), term('hare'), term('wolf')] }
  const near = (right: PlacedPlan, distance: number) =>
    matches((bits) => matchNear(view, { op: 'near', left: term('wolf'), right, distance, mask: MASK }, bits))
  expect([near(term('fox'), 2), near(either, 2), near(term('fox'), 5), near(term('wolf'), 5)]).toEqual([
    2, 2, 3, 0,
  ])
})
