import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PassageEngine, SearchEngine } from './engine.ts'
import { openEngine, openPassages } from './open-engine.ts'
import { FILLED_TITLE_SEARCHES, FILLED_TITLES, findFirst } from './testing/filled-titles.ts'

let engine: SearchEngine
let passages: PassageEngine

beforeAll(async () => {
  engine = await openEngine({ folder: null, threads: 0 })
  await engine.apply(FILLED_TITLES, false)
  passages = await openPassages({ folder: null, threads: 0 })
})

afterAll(() => Promise.all([engine.close(), passages.close()]))

test.each(FILLED_TITLE_SEARCHES)(
  '%s brings first the paper whose title says little else',
  async (query, seq) => {
    expect(await findFirst(engine, query)).toBe(seq)
  },
)

test('a heading is the name of none of its passages: what it says least beside counts for nothing', async () => {
  const passage = (seq: number, heading: string, text: string) => ({
    seq,
    change: seq,
    record: JSON.stringify({ dataset_id: 'd', document_id: 'p', headings: [heading], text, language: 'en' }),
    cited_by_count: 0,
  })
  const long =
    'What the neural decoder of a machine translation system learns of words that are long and seldom used'
  const said =
    'The neural decoder of machine translation: a neural decoder, machine translation and what it needs'
  await passages.apply(
    [passage(1, 'Neural machine translation decoder', 'We thank all who read it.'), passage(2, long, said)],
    false,
  )
  const { hits } = await passages.search({
    query: 'decoder translation machine neural',
    size: 2,
    filters: { dataset_ids: ['d'] },
  })
  expect(hits.map(({ seq }) => seq)).toEqual([2, 1])
})
