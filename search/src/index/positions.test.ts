import { expect, test } from 'vitest'
import { createRandom } from '../testing/random.ts'
import { growable8, reserveRoom } from './growable-array.ts'
import { NO_POSITION, POSITION_BITS } from './inverter.ts'
import { MAX_OCCURRENCE_BYTES, positionsEnd, readPositionsAt, writePositions } from './positions.ts'

const OF_A_PAPER = 5 << POSITION_BITS

/** Postings of one paper each with these places, as they are read back; their bytes beside. */
function readBack(postings: number[][]) {
  const into = growable8(1)
  for (const places of postings) {
    const occurrences = Uint32Array.from(places, (place) => OF_A_PAPER | place)
    reserveRoom(into, Math.max(1, places.length) * MAX_OCCURRENCE_BYTES)
    into.length = writePositions(occurrences, 0, places.length, into)
  }
  const bytes = into.array.subarray(0, into.length)
  const found = new Uint16Array(1 << POSITION_BITS)
  let at = 0
  const read = postings.map(() => {
    const count = readPositionsAt(bytes, at, found)
    at = positionsEnd(bytes, at)
    return [...found.subarray(0, count)]
  })
  expect(at).toBe(bytes.length)
  return { read, size: bytes.length }
}

/** Postings that are not read back as they were written. */
function misreadPostings(postings: number[][]): number[][] {
  const { read } = readBack(postings)
  return postings.filter((places, at) => String(places) !== String(read[at]))
}

test('a lone place and a first gap of every size come back', () => {
  const lone = Array.from({ length: NO_POSITION }, (_, place) => [place])
  expect(misreadPostings(lone)).toEqual([])
  const pairs = Array.from({ length: NO_POSITION }, (_, place) => [
    place >> 3,
    (place >> 3) + 1 + (place & 7),
  ])
  expect(misreadPostings(pairs)).toEqual([])
  const gaps = Array.from({ length: NO_POSITION - 1 }, (_, gap) => [0, gap + 1])
  expect(misreadPostings(gaps)).toEqual([])
})

test('any number of places comes back', () => {
  const random = createRandom(7)
  const postings = [0, 1, 2, 21, 22, 23, 24, 127, 128, 129, 5_000, NO_POSITION].map((count) => {
    const step = Math.max(1, Math.floor(NO_POSITION / Math.max(1, count)))
    return Array.from({ length: count }, (_, at) => at * step + random.below(step))
  })
  expect(readBack(postings).read).toEqual(postings)
})

test('occurrences without a place are not kept', () => {
  expect(readBack([[NO_POSITION], [4, 9, NO_POSITION, NO_POSITION]]).read).toEqual([[], [4, 9]])
})

test('what passages mostly have takes a byte', () => {
  expect(readBack([[]]).size).toBe(1)
  expect(readBack([[0]]).size).toBe(1)
  expect(readBack([[207]]).size).toBe(1)
  expect(readBack([[208]]).size).toBe(2)
  expect(readBack([[3, 40, 279]]).size).toBe(4)
})
