import type { ResearchEvidence } from '@scinav/contract'
import { expect, test } from 'vitest'
import { flattenIds, nameWorks, offerWorks, sentenceIds } from './offered-works.ts'

const sentence = (source_id: string, at: number): ResearchEvidence => ({
  evidence_id: `${source_id}-${at}`,
  step_id: 's1',
  source_id,
  query: '',
  aspect: null,
  passage_id: source_id,
  paper_id: source_id,
  document_id: null,
  title: source_id,
  page: null,
  boxes: [],
  quote: `Sentence ${at} of ${source_id}.`,
})
const EVIDENCE = [sentence('a', 1), sentence('a', 2), sentence('b', 1), sentence('b', 2)]
const LIMITS = { works: 5, sentences_a_work: 5, tokens: 1_000 }
const offered = offerWorks({ notes: [], read: [] }, EVIDENCE, LIMITS)

test.each([
  ['so it is [E2.2].', 'so it is [E4].'],
  ['so it is [E1.2, E2.1].', 'so it is [E2, E3].'],
  ['所以【E2.1】', '所以【E3】'],
  ['it is so (E2.1)', 'it is so (E3)'],
  ['from 25.1 (28.4) to (12), （3.2）', 'from 25.1 (28.4) to (12), （3.2）'],
  ['so it is [E1.1-2].', 'so it is [E1-2].'],
  ['so it is [E1.1–E2.1].', 'so it is [E1–E3].'],
  ['a work alone is its first sentence [E2].', 'a work alone is its first sentence [E3].'],
  ['unknown [E7.1]', 'unknown [E999]'],
  ['about 3.2 points, in 2.1 cases', 'about 3.2 points, in 2.1 cases'],
])('%s', (text, flat) => {
  expect(flattenIds(text, offered)).toBe(flat)
})

test('a sentence has the id of its work and its place there', () => {
  expect([...sentenceIds(offered).values()]).toEqual(['E1.1', 'E1.2', 'E2.1', 'E2.2'])
})

test('works, sentences and tokens are limited, whole works at a time', () => {
  const few = offerWorks({ notes: [], read: [] }, EVIDENCE, { ...LIMITS, works: 1, sentences_a_work: 1 })
  expect(few.works.map(({ sentences }) => sentences.map(({ evidence_id }) => evidence_id))).toEqual([['a-1']])
  expect(offerWorks({ notes: [], read: [] }, EVIDENCE, { ...LIMITS, tokens: 10 }).works).toHaveLength(1)
})

test('running text names works by author and year, and keeps words that are no ids', () => {
  const source = { source_id: 'a', title: 'On rivers', authors: ['Ada Ng', 'Bo Li'], year: 2020 }
  const read = [source, { ...source, source_id: 'b', authors: [] }] as never
  expect(nameWorks('E1 and E2.2 differ, as E9 and SE1 do; 因E1用了', offered, { read })).toBe(
    'Ada Ng et al. 2020 and “On rivers” 2020 differ, as E9 and SE1 do; 因Ada Ng et al. 2020用了',
  )
})
