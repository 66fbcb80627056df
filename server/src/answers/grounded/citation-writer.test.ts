import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildEvidence } from '../../retrieval/evidence/evidence.ts'
import { createCitationWriter } from './citation-writer.ts'

const RAIN = {
  ...blankWork('Rain gauges', 1),
  publish_date: '2019',
  creators: [{ name: 'Lin Fang', role: 'author' as const, affiliations: [] }],
}

/** What an answer becomes over one source with an abstract of four sentences. */
function written(text: string, abstract = 'Rain falls. Gauges miss it. Radar sees it. Snow drifts.') {
  const found = { source_id: 'p', paper_id: 'p', engine: 'local', work: { ...RAIN, abstract } }
  const evidence = buildEvidence([found], [], 'en').at(-1)
  if (!evidence) throw new Error('no passage')
  const citing = createCitationWriter(new Map([['E1', evidence]]), [])
  const parts = [...citing.push(text), ...citing.end()]
  return {
    text: parts.flatMap((each) => (each.event === 'delta' ? each.data.text : [])).join(''),
    quotes: parts.flatMap((each) => (each.event === 'citation' ? each.data.quote : [])),
  }
}

test('the quote behind a mark is the cited sentence, whatever words the claim has', () => {
  expect(written('雷达能观测到[E1.3]。')).toEqual({ text: '雷达能观测到[1]。', quotes: ['Radar sees it.'] })
  expect(written('Rain falls, and gauges miss it [E1.4].').quotes).toEqual(['Snow drifts.'])
})

test('cited sentences in a row are one quote, others have a mark each', () => {
  expect(written('Much is missed [E1.2, E1.3].')).toEqual({
    text: 'Much is missed [1].',
    quotes: ['Gauges miss it. Radar sees it.'],
  })
  expect(written('Much is missed [E1.1, E1.4].')).toEqual({
    text: 'Much is missed [1][1].',
    quotes: ['Rain falls.', 'Snow drifts.'],
  })
})

test('a mark without a sentence, or with one that the passage lacks, quotes what the claim is nearest to', () => {
  expect(written('Radar sees it [E1].').quotes).toEqual(['Radar sees it.'])
  expect(written('Radar sees it [E1.9].').quotes).toEqual(['Radar sees it.'])
})

test('an id in the running text is named by author and year, unless documents have the word', () => {
  expect(written('As E1 shows, it rains.').text).toBe('As Lin Fang (2019) shows, it rains.')
  expect(written('据E1，雨量偏低。').text).toBe('据Lin Fang（2019），雨量偏低。')
  expect(written('The gene E1 is on.', 'The gene E1 is on.').text).toBe('The gene E1 is on.')
})

test('a passage is read once, however often an answer cites it', () => {
  const work = { ...blankWork('Beam search', 1), abstract: 'Beam search keeps the best. It is fast.' }
  const found = { source_id: 'p', paper_id: 'p', engine: 'local', work }
  const evidence = buildEvidence([found], [], 'en').at(-1)
  if (!evidence) throw new Error('no passage')
  const { sentences, ...rest } = evidence.passage
  let reads = 0
  const passage = {
    ...rest,
    get sentences() {
      reads += 1
      return sentences
    },
  }
  const citing = createCitationWriter(new Map([['E1', { ...evidence, passage }]]), [])
  const parts = citing.push('Beam search keeps the best [E1]. '.repeat(50))

  expect(parts.filter(({ event }) => event === 'citation')).toHaveLength(50)
  expect(reads).toBe(1)
})
