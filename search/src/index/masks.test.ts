import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { createRandom } from '../testing/random.ts'
import { buildSegment } from './build.ts'
import { listDocs } from './docs.ts'
import type { IndexDocument } from './document.ts'
import { filledPart, growable8 } from './growable-array.ts'
import { markDeleted, type Segment } from './layout.ts'
import { MIXED_MASK, maskAt, maskCodes, masksEnd, readMasks, writeMasks } from './masks.ts'
import { mergeInSteps } from './merge.ts'
import { readAllPositions } from './position-source.ts'
import { openSegment } from './segment-bytes.ts'
import { advanceCursor, cursorAt, cursorText } from './term-cursor.ts'
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
    all.push([cursorText(cursor), [...listDocs(segment, cursor)], fields])
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

test('terms that stand in the same fields everywhere keep no fields of their own, and others at most 4 bits', () => {
  const whole = built(documents(400))
  const alike = told(whole).filter(([, , fields]) => new Set(fields).size === 1)
  const different = told(whole).filter(([, , fields]) => new Set(fields).size > 1)
  expect(alike.length).toBeGreaterThan(3)
  expect(different.length).toBeGreaterThan(1)
  const bytes = different.map(([, docs]) => 2 + docs.length / 2)
  expect(whole.masks.length).toBeLessThanOrEqual(bytes.reduce((sum, each) => sum + each, 0))
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

test('masks of any kind are read as they were written, one by one and in the codes that kernels test', () => {
  const random = createRandom(5)
  const section = growable8(1)
  const terms = [1, 2, 3, 4, 5, 16, 17, 32].flatMap((different) =>
    [1, 2, 7, 8, 100].map((count) => {
      const some = random.some(different, different, () => random.below(32))
      const written = Uint8Array.from({ length: count }, () => some[random.below(different)] ?? 0)
      const first_mask = section.length
      const common_mask = writeMasks(written, count, section)
      return { from: 9, common_mask, first_mask, written, end: section.length }
    }),
  )
  const segment = { masks: filledPart(section) }
  for (const { written, end, ...place } of terms) {
    const masks = [...written]
    expect(masks.map((_, at) => maskAt(segment, place, place.from + at))).toEqual(masks)
    const range = { ...place, to: place.from + masks.length }
    expect([...readMasks(segment, range).subarray(0, masks.length)]).toEqual(masks)
    expect(place.common_mask === MIXED_MASK).toBe(new Set(masks).size > 1)
    if (place.common_mask === MIXED_MASK)
      expect(masksEnd(segment.masks, place.first_mask, masks.length)).toBe(end)
    const asked = random.below(32)
    const { codes, width, wanted } = maskCodes(segment, place, asked)
    const code = (at: number) =>
      (((segment.masks[codes - segment.masks.byteOffset + ((at * width) >>> 3)] ?? 0) >>>
        ((at * width) & 7)) &
        ((1 << width) - 1)) >>>
      0
    expect(masks.map((_, at) => (wanted >>> code(at)) & 1)).toEqual(
      masks.map((mask) => ((mask & asked) === 0 ? 0 : 1)),
    )
  }
})
