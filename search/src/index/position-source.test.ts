import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { newFolder } from '../../../server/src/testing/new-folder.ts'
import { openPositions, readPositions } from '../ranking/position-cursor.ts'
import { createRandom } from '../testing/random.ts'
import { randomText } from '../testing/random-library.ts'
import { buildSegment } from './build.ts'
import { readSegment, writeSegment } from './files.ts'
import { openSegment, type Segment } from './layout.ts'
import { readAllPositions } from './position-source.ts'
import { advanceCursor, cursorAt } from './term-cursor.ts'
import { createValueMemory } from './values.ts'

// Enough papers for terms whose positions are read in several parts.
const PAPERS = 4_000

function buildRandom() {
  const random = createRandom(5)
  const documents = Array.from({ length: PAPERS }, (_, at) => ({
    seq: at + 1,
    work: { ...blankWork(randomText(random, 1, 6), 1), abstract: randomText(random, 4, 30) },
    cited_by_count: 0,
  }))
  return buildSegment(1, documents, createValueMemory())
}

/** Returns the positions of every `step`th posting of each term. */
function listPositions(segment: Segment, step: number): number[][] {
  const all: number[][] = []
  const target = new Uint16Array(1_000)
  const cursor = cursorAt(segment, 0)
  while (advanceCursor(cursor)) {
    const reader = openPositions(segment, cursor, null)
    for (reader.posting = cursor.from; reader.posting < cursor.to; reader.posting += step)
      all.push([...target.subarray(0, readPositions(reader, target))])
  }
  return all
}

test('a segment whose file is gone before it is opened lacks nothing but its positions', () => {
  const folder = newFolder()
  const data = buildRandom()
  const saved = writeSegment(folder, data)
  const read = readSegment(folder, { ...saved, head: data.head, deleted: '', papers: PAPERS })
  rmSync(join(folder, saved.file))
  const segment = openSegment(read)
  expect(segment.docs).toEqual(openSegment(data).docs)
  expect(() => readAllPositions(segment.positions)).toThrow(/no such file/)
})

test('positions that stay in the file are those that were in memory, also once the file is removed', () => {
  const folder = newFolder()
  const data = buildRandom()
  const built = openSegment(data)
  const saved = writeSegment(folder, data)
  const read = readSegment(folder, { ...saved, head: data.head, deleted: '', papers: PAPERS })
  expect(data.memory.buffer.byteLength - read.memory.buffer.byteLength).toBeGreaterThan(
    built.positions.length / 2,
  )
  const segment = openSegment(read)
  rmSync(join(folder, saved.file))
  for (const step of [1, 7, 500]) expect(listPositions(segment, step)).toEqual(listPositions(built, step))
  expect(readAllPositions(segment.positions)).toEqual(readAllPositions(built.positions))
})
