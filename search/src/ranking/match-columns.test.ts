import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PassageEngine } from '../engine.ts'
import { createPassageEngine, openPassages } from '../open-engine.ts'
import { deletion } from '../testing/index-queries.ts'
import { createOracle } from '../testing/oracle.ts'
import { passage } from '../testing/passages.ts'
import { createRandom } from '../testing/random.ts'

const DATASETS = 60
const WORDS = ['beam', 'search', 'graph', 'parser', 'corpus']

let engine: PassageEngine
let plain: PassageEngine

beforeAll(async () => {
  engine = await openPassages({ folder: null, threads: 0 })
  plain = createPassageEngine(createOracle('passages'))
  const random = createRandom(5)
  const all = Array.from({ length: 900 }, (_, at) => {
    const text = WORDS.filter(() => random.once(2)).join(' ')
    const dataset = `d${random.below(DATASETS)}`
    return passage(at + 1, text || 'nothing', { dataset_id: dataset, document_id: `x${at % 90}` })
  })
  for (const each of [engine, plain]) {
    await each.apply(all, false)
    await each.apply([deletion(7), deletion(8)], false)
  }
})
afterAll(() => Promise.all([engine.close(), plain.close()]))

const found = async (asked: PassageEngine, query: string, filters: object) => {
  const { hits, total } = await asked.search({ query, size: 1_000, filters: filters as never })
  return { total, seqs: hits.map(({ seq }) => seq).toSorted((a, b) => a - b) }
}

test('what is kept of many datasets finds what reading every passage finds, whoever asked before', async () => {
  const random = createRandom(9)
  const people = Array.from({ length: 7 }, () =>
    Array.from({ length: DATASETS }, (_, at) => `d${at}`).filter(() => random.once(2)),
  )
  for (let round = 0; round < 60; round += 1) {
    const dataset_ids = people[random.below(people.length)] ?? []
    const document_ids = random.once(3) ? Array.from({ length: 30 }, (_, at) => `x${at * 2}`) : undefined
    const query = WORDS.filter(() => random.once(2)).join(' ') || 'beam'
    const filters = { dataset_ids, document_ids }
    expect(await found(engine, query, filters)).toEqual(await found(plain, query, filters))
  }
})

test('a passage that goes away is not found by what was kept before', async () => {
  const filters = { dataset_ids: Array.from({ length: 40 }, (_, at) => `d${at}`) }
  const before = await found(engine, 'graph', filters)
  const [first = 0] = before.seqs
  await engine.apply([deletion(first)], false)
  expect(await found(engine, 'graph', filters)).toEqual({
    total: before.total - 1,
    seqs: before.seqs.slice(1),
  })
})
