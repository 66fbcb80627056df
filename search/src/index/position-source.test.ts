import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { newFolder } from '../../../server/src/testing/new-folder.ts'
import { openPositions, readPositions } from '../ranking/position-cursor.ts'
import { paper } from '../testing/index-queries.ts'
import { createRandom } from '../testing/random.ts'
import { randomText } from '../testing/random-library.ts'
import { buildSegment } from './build.ts'
import { readSegment, writeSegment } from './files.ts'
import type { Segment } from './layout.ts'
import { readAllPositions } from './position-source.ts'
import { openSegment, updateSegments } from './segment-bytes.ts'
import { advanceCursor, cursorAt } from './term-cursor.ts'
import { createValueMemory } from './values.ts'
import { createWriter } from './writer.ts'

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
  const segment = openSegment(read)
  rmSync(join(folder, saved.file))
  for (const step of [1, 7, 500]) expect(listPositions(segment, step)).toEqual(listPositions(built, step))
  expect(readAllPositions(segment.positions)).toEqual(readAllPositions(built.positions))
})

test('a segment that is saved leaves its positions to its file, also where it is open already', () => {
  const writer = createWriter({ folder: newFolder(), merge_step_ms: 0 })
  const built = writer.apply([paper(1, 'deep learning'), paper(2, 'learning to rank')], false)
  const segments = updateSegments([], built)
  const [segment] = segments
  expect(segment?.positions_place).toHaveProperty('bytes')
  const listed = segment && listPositions(segment, 1)
  const saved = writer.save()
  expect(saved.update_number).toBe(built.update_number + 1)
  const updated = updateSegments(segments, saved)
  expect(updated).toHaveLength(1)
  expect(updated[0]).toBe(segment)
  expect(segment?.positions_place).toHaveProperty('path')
  expect(segment && listPositions(segment, 1)).toEqual(listed)
  expect(writer.save()).toMatchObject({ added: [], update_number: saved.update_number })
  expect(writer.everything().added[0]?.positions_place).toEqual(segment?.positions_place)
})
