import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { createRandom } from '../testing/random.ts'
import { buildSegment } from './build.ts'
import type { IndexDocument } from './document.ts'
import { markDeleted, openSegment, type Segment } from './layout.ts'
import { mergeInSteps } from './merge.ts'
import { readAllPositions } from './position-source.ts'
import { advanceCursor, cursorAt, cursorText } from './term-cursor.ts'
import { maskAt } from './terms.ts'
import { createValueMemory } from './values.ts'

const WORDS = ['gene', 'protein', 'cell', 'model', 'graph', 'river', 'valley', 'storm'] as const

/** Some words stand in titles alone, some in abstracts alone, some in either. */
function documents(count: number): IndexDocument[] {
  const random = createRandom(11)
  return Array.from({ length: count }, (_, at) => {
    const some = (from: number) => random.some(2, 5, () => WORDS[from + random.below(5)] ?? '').join(' ')
    return {
      seq: at + 1,
      cited_by_count: 0,
      work: { ...blankWork(some(0), 1), abstract: some(3) },
    }
  })
}

const values = createValueMemory()
const built = (of: IndexDocument[]) => openSegment(buildSegment(1, of, values))

/** Every term with its postings and their fields. */
function told(segment: Segment) {
  const cursor = cursorAt(segment, 0)
  const all: [string, number[], number[]][] = []
  while (advanceCursor(cursor)) {
    const { from, to } = cursor
    const fields = Array.from({ length: to - from }, (_, at) => maskAt(segment, cursor, from + at))
    all.push([cursorText(cursor), [...segment.docs.subarray(from, to)], fields])
  }
  return all
}

function merged(segments: Segment[]): Segment {
  const steps = mergeInSteps(2, segments)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return openSegment(value)
  }
}

test('terms that stand in the same fields everywhere keep no fields of their own, and all are told', () => {
  const all = documents(400)
  const whole = built(all)
  const alike = told(whole).filter(([, , fields]) => new Set(fields).size === 1)
  const different = told(whole).filter(([, , fields]) => new Set(fields).size > 1)
  expect(alike.length).toBeGreaterThan(3)
  expect(different.length).toBeGreaterThan(1)
  const kept = different.reduce((sum, [, docs]) => sum + docs.length, 0)
  const most = alike.reduce((longest, [, docs]) => Math.max(longest, docs.length), 0)
  expect(whole.masks.length).toBeLessThanOrEqual(
    kept + most * new Set(alike.map(([, , [first]]) => first)).size,
  )
  expect(whole.masks.length).toBeLessThan(whole.docs.length)
})

test('segments of one paper, whose terms have one mask each, become what is built of all', () => {
  const all = documents(60)
  const parts = merged(all.map((each) => built([each])))
  expect(told(parts)).toEqual(told(built(all)))
  expect([...parts.masks]).toEqual([...built(all).masks])
  expect(readAllPositions(parts.positions)).toEqual(readAllPositions(built(all).positions))
})

test('a term keeps one mask again when the papers that differ are gone', () => {
  const [all, gone] = [documents(60), built(documents(60))]
  const stays = (at: number) => at % 3 === 0
  for (const at of all.keys()) if (!stays(at)) markDeleted(gone, at)
  expect(told(merged([gone]))).toEqual(told(built(all.filter((_, at) => stays(at)))))
})
