import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildSegment } from '../index/build.ts'
import type { Segment } from '../index/layout.ts'
import { openSegment } from '../index/segment-bytes.ts'
import { createValueMemory } from '../index/values.ts'
import { createDocs } from '../sets/bits.ts'
import { createRandom } from '../testing/random.ts'
import {
  closeCombinations,
  combinationColumn,
  countCombinations,
  createCombinations,
} from './attribute-combinations.ts'
import { COMBINED_FACETS, closeTally, createTally, tallyCombinations } from './tally.ts'

const random = createRandom(9)
const memory = createValueMemory()
const segments = [1, 2, 3].map((id): Segment => {
  const documents = Array.from({ length: 200 }, (_, at) => {
    const work = { ...blankWork('title', 1 + random.below(5)), is_oa: random.once(2) }
    return { seq: at + 1, work, cited_by_count: 0 }
  })
  return openSegment(buildSegment(id, documents, memory))
})
const docs = createDocs()
const some = Uint16Array.from({ length: 200 }, (_, doc) => doc).filter((doc) => doc % 3 > 0)
docs.set(some)

test('papers counted by the combination of type and open access are those counted one by one', () => {
  const combinations = createCombinations()
  const tallies = () => COMBINED_FACETS.map((facet) => (facet === 'year' ? null : createTally(20)))
  const [joined, single] = [tallies(), tallies()]
  for (const segment of segments) {
    const column = combinationColumn(combinations, segment)
    if (column) countCombinations(column, docs, some.length)
    tallyCombinations(single, segment, docs, some.length)
  }
  closeCombinations(combinations, joined)

  const counts = (all: ReturnType<typeof tallies>) =>
    COMBINED_FACETS.map((facet, at) => {
      const tally = all[at]
      return tally ? closeTally(facet, tally, 9) : null
    })
  const counted = counts(joined)
  expect(counted[1]?.counts).toHaveLength(5)
  expect(counted).toEqual(counts(single))
})
