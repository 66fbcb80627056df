import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildSegment } from './build.ts'
import { isDeleted, markDeleted } from './layout.ts'
import { schemaNamed } from './schema.ts'
import { openSegment, segmentBytes } from './segment-bytes.ts'
import { createValueMemory } from './values.ts'

const plain = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    seq: at + 1,
    cited_by_count: 0,
    work: blankWork(`Title ${at}`, 1),
  }))

test('columns of what no paper has take the room of one', () => {
  const data = buildSegment(1, plain(1_000), createValueMemory())
  const { head, memory } = data
  const { date, cited, source, author_starts, mix } = head.places
  expect(new Set([date, cited, source, author_starts, mix].map(([offset]) => offset)).size).toBe(1)
  expect(segmentBytes(head)).toBeLessThanOrEqual(memory.buffer.byteLength)
  const segment = openSegment(data)
  expect(segment.author_starts).toHaveLength(1_001)
  expect(segment.author_starts.at(-1)).toBe(0)
})

test('a paper that goes leaves the zeros of others as they are', () => {
  const segment = openSegment(buildSegment(1, plain(70), createValueMemory()))
  for (const doc of [0, 31, 69]) markDeleted(segment, doc)
  expect([0, 1, 31, 32, 69].filter((doc) => isDeleted(segment, doc))).toEqual([0, 31, 69])
  for (const column of [segment.date, segment.cited, segment.source, segment.author_starts])
    expect(column.every((entry) => entry === 0)).toBe(true)
})

test('the headings over a passage are no values', () => {
  const values = createValueMemory()
  const record = JSON.stringify({
    dataset_id: 'd',
    document_id: 'o',
    headings: ['Methods', 'Corpus'],
    text: 'We read the corpus twice.',
    language: 'en',
  })
  const work = schemaNamed('passages').read(record)
  const segment = openSegment(buildSegment(1, [{ seq: 1, work, cited_by_count: 0 }], values))
  expect(segment.keyword).toHaveLength(0)
  expect(segment.subject).toHaveLength(2)
})
