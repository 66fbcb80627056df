import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  createGatheredTerms,
  findFrequentTerms,
  gatherTerms,
  growthRate,
  logLikelihoodRatio,
} from './interest-terms.ts'
import { extractPhrases, termKey } from './title-phrases.ts'

test('phrases stop at small words and signs', () => {
  expect(extractPhrases('Deep learning for image segmentation: a survey')).toEqual([
    'deep learning',
    'image segmentation',
  ])
  expect(extractPhrases('基于深度学习的图像分割方法')).toEqual(['深度学习', '图像分割'])
  expect(termKey('Self-Attention  Networks')).toBe(termKey('self attention network'))
  expect(termKey('Bias')).toBe('bias')
})

test('a term stands out the more, the rarer it is elsewhere', () => {
  expect(logLikelihoodRatio(10, 20, 10, 1000)).toBeGreaterThan(logLikelihoodRatio(10, 20, 100, 1000))
  expect(logLikelihoodRatio(2, 20, 100, 1000)).toBe(0)
  expect(logLikelihoodRatio(20, 20, 20, 1000)).toBeGreaterThan(0)
  expect(
    growthRate(
      [
        { year: 2020, count: 5 },
        { year: 2024, count: 3 },
      ],
      2024,
    ),
  ).toBe(1)
})

test('a phrase of one title is how somebody put it; a keyword, or a phrase that comes again, is a term', () => {
  const gathered = createGatheredTerms()
  gatherTerms(gathered, blankWork('Leveraging highly accurate parsers of spoken language', 1))
  gatherTerms(gathered, blankWork('Spoken language in noisy rooms', 1))
  gatherTerms(gathered, { ...blankWork('On rooms', 1), keywords: ['reverberation'] })
  expect(findFrequentTerms(gathered, 'rooms', 10).map(({ label }) => label)).toEqual([
    'spoken language',
    'reverberation',
  ])
})

test('a term that mostly occurs within a longer one is left out, in Chinese too', () => {
  const gathered = createGatheredTerms()
  for (const keywords of [
    ['机器翻译', '机器', 'sound wave', 'wave'],
    ['机器翻译', '机器', 'sound wave', 'wave'],
    ['翻译', 'sound'],
    ['翻译', 'sound'],
    ['翻译', 'sound'],
  ])
    gatherTerms(gathered, { ...blankWork('无题', 1), keywords })
  const labels = findFrequentTerms(gathered, '其他', 10).map(({ label }) => label)
  expect(labels.toSorted()).toEqual(['sound', 'sound wave', '机器翻译', '翻译'].toSorted())
})
