import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { createFacetMemory } from '../facets/facet-memory.ts'
import { buildSegment } from '../index/build.ts'
import { ANY_MASK } from '../index/layout.ts'
import { openSegment } from '../index/segment-bytes.ts'
import { createValueMemory } from '../index/values.ts'
import type { Plan } from '../planning/plan.ts'
import type { IndexRequest } from '../planning/term-index.ts'
import { createRandom, type Random } from '../testing/random.ts'
import { sampleInGate } from '../testing/sample-in-gate.ts'
import { searchSegments } from './run.ts'

const WORDS = 'a1 b2 c3 d4 e5 f6 g7 h8'.split(' ')
const SIZES = {
  year: 1,
  resource_type: 1,
  source: 1,
  subject: 1,
  language: 1,
  author: 1,
  keyword: 1,
  is_oa: 1,
}

const ROUNDS = sampleInGate(60)

function randomSegments(random: Random) {
  const memory = createValueMemory()
  let seq = 0
  return random.some(2, 5, () => {
    const documents = random.some(400, 1_200, () => {
      seq += 1
      // The first words are rare, the last ones common.
      const words = WORDS.filter((_, at) => random.once(WORDS.length - at))
      return { seq, work: { ...blankWork(`x ${words.join(' ')}`, 1) }, cited_by_count: 0 }
    })
    return openSegment(buildSegment(seq, documents, memory))
  })
}

function randomPlan(random: Random): Plan {
  const term = (): Plan => ({
    op: 'term',
    term: WORDS[random.below(WORDS.length)] ?? '',
    mask: ANY_MASK,
    weight: 1 + random.below(3),
  })
  return { op: 'or', parts: random.some(2, 5, term) }
}

test('the best of many hits are the same whether all are scored or only those that may be among them', () => {
  const random = createRandom(17)
  const rest = {
    pairs: [],
    filters: [],
    facets: [],
    sort: 'relevance',
    after_seq: 0,
    only_passing: false,
    all_sources: false,
  } as const
  for (let round = 0; round < ROUNDS; round += 1) {
    const segments = randomSegments(random)
    const fallback = random.once(3) ? randomPlan(random) : null
    const request: IndexRequest = {
      ...rest,
      titles: [],
      names: [],
      pairs: [],
      filters: [],
      facets: [],
      plan: randomPlan(random),
      fallback,
      min_hits: 200,
      limit: 5,
    }
    const search = (limit: number) =>
      searchSegments({ segments, sizes: SIZES, memory: createFacetMemory(), request: { ...request, limit } })

    expect(search(5).hits).toEqual(search(10_000).hits.slice(0, 5))
  }
})
