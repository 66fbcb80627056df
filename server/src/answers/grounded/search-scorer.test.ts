import { expect, test } from 'vitest'
import type { Evidence, Retrieval } from '../../retrieval/index.ts'
import { needsNoPlan, type SearchScorer, searchFeatures } from './search-scorer.ts'

interface Source {
  coverage: number
  title_fit?: number
}

/** The search of a question that found sources with one passage each, in this order. */
const found = (sources: Source[], type = 'other') =>
  ({
    question: { type },
    scoped: false,
    evidence: sources.map(
      ({ coverage, title_fit = 0 }, at) => ({ source_id: `s${at}`, coverage, title_fit }) as Evidence,
    ),
  }) as unknown as Retrieval

const others = (count: number, coverage: number): Source[] =>
  Array.from({ length: count }, () => ({ coverage }))

test('a search is known by its first source and by those that come near', () => {
  const search = found([
    { coverage: 0.9, title_fit: 0.5 },
    { coverage: 0.85, title_fit: 0.7 },
    ...others(3, 0.5),
  ])
  const features = searchFeatures(search)
  expect(features?.coverage).toBe(0.9)
  expect(features?.title_lead).toBeCloseTo(-0.2)
  expect(features?.rivals).toBeCloseTo(Math.log(2))
  expect(searchFeatures(found(others(3, 0.1)))).toBeNull()
})

const scorer: SearchScorer = {
  threshold: 0.5,
  bias: 0,
  features: {
    coverage: { mean: 0.7, scale: 1, weight: 1 },
    title_lead: { mean: 0, scale: 1, weight: 0 },
    rivals: { mean: 0, scale: 1, weight: 0 },
  },
}

test('no plan is needed from the threshold on, except for a list or where nothing is found', () => {
  expect([0.69, 0.7, 0.71].map((coverage) => needsNoPlan(found([{ coverage }]), scorer))).toEqual([
    false,
    true,
    true,
  ])
  expect(needsNoPlan(found([{ coverage: 1 }], 'list'), scorer)).toBe(false)
  expect(needsNoPlan(found([]), scorer)).toBe(false)
})

test('by the stored model a first source that states all and stands out needs no plan, one of many weak ones does', () => {
  expect(needsNoPlan(found([{ coverage: 1, title_fit: 0.8 }, ...others(5, 0.6)]))).toBe(true)
  expect(needsNoPlan(found(others(20, 0.45)))).toBe(false)
})
