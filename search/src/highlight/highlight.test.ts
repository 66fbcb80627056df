import { work as workShape } from '@scinav/contract'
import { expect, test } from 'vitest'
import { MASKS } from '../index/layout.ts'
import { createValueMemory, openValues } from '../index/values.ts'
import type { Plan } from '../planning/plan.ts'
import { planSearch } from '../planning/plan-search.ts'
import { paper } from '../testing/index-queries.ts'
import { isHit } from '../testing/plain-match.ts'
import { plainPaper } from '../testing/plain-paper.ts'
import { createRandom, type Random } from '../testing/random.ts'
import { randomBatches, SAMPLE_CHINESE, SAMPLE_WORDS } from '../testing/random-library.ts'
import { sampleInGate } from '../testing/sample-in-gate.ts'
import { vocabularyOfPairs } from '../testing/vocabulary.ts'
import { createHighlighter } from './highlight.ts'

const values = openValues(createValueMemory())
const vocabulary = vocabularyOfPairs(['深度学习', 'deep learning'])

const workOf = (record: string | null) => workShape.parse(JSON.parse(record ?? '{}'))

/** What a search marks in a paper, as its text. */
function marked(query: string, title: string, more: Parameters<typeof paper>[2] = {}): string[] {
  const highlights = createHighlighter(planSearch({ query }, values, vocabulary).understood)
  const work = workOf(paper(1, title, more).record)
  return highlights({ work, authors: [] }).map(({ field, index: at, start, end }) => {
    const text = field === 'keywords' ? work.keywords[at ?? 0] : work[field as 'title' | 'abstract']
    return `${field}: ${text?.slice(start, end)}`
  })
}

test('a quoted phrase is marked where its words stand together, and nowhere else', () => {
  const abstract = 'A network of neurons is no neural network; neural, yes.'
  const keywords = ['neural', 'network', 'neural network']

  expect(marked('"neural network"', 'The neural code of a social network', { abstract, keywords })).toEqual([
    'abstract: neural',
    'abstract: network',
    'keywords: neural',
    'keywords: network',
  ])
  expect(marked('"富氢化合物"', '富氢化合物与三元氢化物')).toEqual(['title: 富氢化合物'])
})

test('words outside of quotes are marked wherever they stand', () => {
  expect(marked('neural network', 'The neural code of a social network')).toEqual([
    'title: neural',
    'title: network',
  ])
  expect(marked('"neural network" social', 'The neural code of a social network')).toEqual(['title: social'])
  expect(marked('"neural network" network', 'Neural network or social network')).toEqual([
    'title: Neural',
    'title: network',
    'title: network',
  ])
})

test('NEAR marks its words within its distance, keywords among themselves too', () => {
  const title = 'Graph of a model, and far away from it another graph'

  expect(marked('graph NEAR/3 model', title)).toEqual(['title: Graph', 'title: model'])
  expect(marked('graph NEAR/2 model', title)).toEqual([])
  expect(marked('"a model" NEAR/3 graph', title)).toEqual(['title: Graph', 'title: a', 'title: model'])
  expect(marked('graph NEAR/15 model', 'Other', { keywords: ['graph', 'model'] })).toEqual([
    'keywords: graph',
    'keywords: model',
  ])
})

test('a translation of several words is marked where they stand together', () => {
  expect(marked('深度学习', 'How deep networks learn: deep learning')).toEqual([
    'title: deep',
    'title: learning',
  ])
})

test('a word that is asked for in one field is not marked in another', () => {
  const more = { abstract: 'A neural network', keywords: ['network'] }

  expect(marked('TI:network', 'A network', more)).toEqual(['title: network'])
  expect(marked('KY:network OR AB:neural', 'A neural network', more)).toEqual([
    'abstract: neural',
    'keywords: network',
  ])
  expect(marked('TI:a NEAR/5 network', 'A network', more)).toEqual(['title: A', 'title: network'])
})

test('a word with a joker is marked where it fits as a whole', () => {
  expect(marked('TI:colo?r', 'A colour, a colony and color')).toEqual(['title: colour'])
  expect(marked('colo*', 'A colour, a colony')).toEqual(['title: colour', 'title: colony'])
})

const LIBRARIES = sampleInGate(100)

test('something is marked in a paper exactly where its texts answer the search', () => {
  const random = createRandom(20_261_122)
  const library = { papers: [], values }
  let hits = 0
  for (let round = 0; round < LIBRARIES; round += 1)
    for (const { seq, record } of randomBatches(random, true).flat()) {
      const work = workOf(record)
      const plan = randomTogether(random)
      const fields = createHighlighter({ plan, fallback: null })({ work, authors: [] })
      const isFound = isHit(plainPaper(seq, work, 0), plan, library)
      if (isFound) hits += 1
      expect({ plan, work, isMarked: fields.length > 0 }).toEqual({ plan, work, isMarked: isFound })
    }
  expect(hits).toBeGreaterThan(LIBRARIES)
})

function randomTogether(random: Random): Plan {
  const text = () => (random.once(2) ? random.pick(SAMPLE_WORDS) : random.pick(SAMPLE_CHINESE))
  const field = random.pick(['', '', 'TI:', 'AB:', 'KY:'] as const)
  const query = random.once(2)
    ? `${field}"${text()} ${text()}"`
    : `${field}${text()} NEAR/${1 + random.below(12)} "${text()}"`
  const { plan } = planSearch({ query, expand: false }, values, vocabulary).understood
  return plan.op === 'near' || plan.op === 'phrase' ? plan : phraseOf(random)
}

const phraseOf = (random: Random): Plan => ({
  op: 'phrase',
  parts: [
    { term: 'deep', offset: 0 },
    { term: random.pick(['learn', 'graph', 'network'] as const), offset: 1 + random.below(2) },
  ],
  mask: random.pick([MASKS.title, MASKS.abstract | MASKS.keyword, 0xff] as const),
  weight: 1,
})

test('a search for one character without end is marked in a title without end', () => {
  const endless = '的'.repeat(2_000)
  expect(marked(endless, endless)).toEqual([`title: ${endless}`])
})
