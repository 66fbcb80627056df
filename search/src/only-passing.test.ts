import { expect, test } from 'vitest'
import { ANY_MASK } from './index/layout.ts'
import { passageValues } from './index/schema.ts'
import type { AllValues } from './index/values.ts'
import { openTermIndex } from './open-term-index.ts'
import type { Plan } from './planning/plan.ts'
import { createRequest, type IndexRequest } from './planning/term-index.ts'
import { createOracle } from './testing/oracle.ts'
import { passage } from './testing/passages.ts'
import { createRandom, type Random } from './testing/random.ts'
import { sampleInGate } from './testing/sample-in-gate.ts'

const WORDS = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8'] as const
/** The first words are rare, the last ones common. */
const word = (random: Random) =>
  WORDS[Math.max(random.below(WORDS.length), random.below(WORDS.length))] ?? 'h8'

const DATASETS = 40
const datasets = Array.from({ length: DATASETS }, (_, at) => `d${at}`)
const LIBRARIES = sampleInGate(12)
const BATCHES = 3
const OF_A_BATCH = 50

function randomBatch(random: Random, batch: number) {
  return Array.from({ length: OF_A_BATCH }, (_, at) => {
    const seq = 1 + batch * OF_A_BATCH + at
    const text = random.some(1, 9, () => word(random)).join(' ')
    return passage(seq, text, { dataset_id: `d${random.below(DATASETS)}`, document_id: `o${seq}` })
  })
}

function randomPlan(random: Random, depth: number): Plan {
  const term = (): Plan => ({ op: 'term', term: word(random), mask: ANY_MASK, weight: 1 })
  const parts = () => random.some(1, 4, () => randomPlan(random, depth - 1))
  switch (depth === 0 ? 0 : random.below(8)) {
    case 1:
      return { op: 'and', parts: parts() }
    case 2:
      return { op: 'or', parts: parts() }
    case 3:
      return { op: 'not', part: randomPlan(random, depth - 1) }
    case 4:
    case 5:
      return { op: 'min_should_match', parts: parts(), share: random.pick([0.1, 0.35, 0.5, 1]) }
    case 6:
    case 7: {
      const words = random.some(2, 3, () => word(random))
      const placed = words.map((term, offset) => ({ term, offset }))
      return { op: 'phrase', parts: placed, mask: ANY_MASK, weight: 1 }
    }
    default:
      return term()
  }
}

/** Some of the datasets: mostly so many that what may be read is held as a set, sometimes so few that it is not. */
const randomRights = (random: Random) => {
  const share = random.pick([2, 2, 8, 20])
  return datasets.filter(() => random.once(share))
}

function requestFor(plan: Plan, dataset_ids: string[], values: AllValues): IndexRequest {
  const numbers = dataset_ids.flatMap((id) => values.subject.numberOf(passageValues.dataset(id)) ?? [])
  const filters: IndexRequest['filters'] = [
    { facet: null, plan: { op: 'values', column: 'subject', numbers } },
  ]
  return { ...createRequest(plan), filters, only_passing: true, limit: BATCHES * OF_A_BATCH }
}

test('what may be read is found and counted as by reading every passage, where nothing is asked of the rest', async () => {
  let found = 0
  for (let seed = 0; seed < LIBRARIES; seed += 1) {
    const random = createRandom(seed)
    const index = await openTermIndex({ folder: null, threads: 0, schema: 'passages' })
    const oracle = createOracle('passages')
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const changes = randomBatch(random, batch)
      await index.apply(changes, false)
      await oracle.apply(changes, false)
    }
    for (let round = 0; round < 40; round += 1) {
      const [plan, rights] = [randomPlan(random, 3), randomRights(random)]
      const mine = await index.search(requestFor(plan, rights, index.values()))
      const theirs = await oracle.search(requestFor(plan, rights, oracle.values()))
      const seqs = (hits: { seq: number }[]) => hits.map(({ seq }) => seq).toSorted((a, b) => a - b)
      const told = [mine.total, ...seqs(mine.hits)]
      if (mine.total > 0 && mine.total < BATCHES * OF_A_BATCH) found += 1
      expect({ seed, round, plan, told }).toEqual({
        seed,
        round,
        plan,
        told: [theirs.total, ...seqs(theirs.hits)],
      })
    }
    await index.close()
  }
  expect(found).toBeGreaterThan(LIBRARIES * 17)
})
