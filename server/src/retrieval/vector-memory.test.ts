import { expect, test } from 'vitest'
import { createVectorMemory, normalizeVector } from './vector-memory.ts'

const of = (...values: number[]) => normalizeVector(Float32Array.from(values))

function filled() {
  const memory = createVectorMemory()
  const vectors = { near: of(1, 0.1, 0), other: of(0, 1, 0.1), far: of(0, 0, 1) }
  memory.add(
    Object.entries(vectors).map(([name, vector]) => ({
      passage_id: `${name}:abstract:0`,
      paper_id: name,
      vector,
    })),
  )
  return memory
}

const idsOf = (near: { paper_id: string }[]) => near.map(({ paper_id }) => paper_id)

test('a passage is as near as to the nearest form of what is asked', () => {
  const memory = filled()
  const one = memory.nearest({ query_vectors: [of(1, 0, 0)], scope: null, most: 2 })
  expect(idsOf(one)).toEqual(['near', 'other'])
  const both = memory.nearest({ query_vectors: [of(1, 0, 0), of(0, 0, 1)], scope: null, most: 2 })
  expect(idsOf(both)).toEqual(['far', 'near'])
  expect(both[0]?.cosine).toBeCloseTo(1)
})

test('vectors of another length are near to nothing', () => {
  const memory = filled()
  memory.add([{ passage_id: 'short:abstract:0', paper_id: 'short', vector: of(1, 0) }])
  expect(idsOf(memory.nearest({ query_vectors: [of(1, 0, 0)], scope: ['short', 'far'], most: 2 }))[0]).toBe(
    'far',
  )
})
