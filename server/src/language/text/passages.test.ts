import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { quotableText, stripInvisible } from './clean.ts'
import { cutLong } from './cut-long.ts'
import { canonicalText, cutPaperPassages } from './paper-passages.ts'
import { cutPassages } from './passages.ts'
import { sentenceSpans } from './sentences.ts'
import { estimateTokens } from './text-size.ts'

const split = (text: string) => sentenceSpans(text).map(({ start, end }) => text.slice(start, end))

test('sentences end where a reader ends them, in Chinese and in English', () => {
  expect(split('我们提出新方法。效果提升3.5%！为什么？因为它更快。')).toEqual([
    '我们提出新方法。',
    '效果提升3.5%！',
    '为什么？',
    '因为它更快。',
  ])
  expect(
    split('We follow Smith et al. (2019), i.e. the baseline. It gains 3.5 points, cf. Fig. 2. Why?'),
  ).toEqual(['We follow Smith et al. (2019), i.e. the baseline.', 'It gains 3.5 points, cf. Fig. 2.', 'Why?'])
  expect(split('He cites J. R. R. Tolkien. The U.S. economy grew. See e.g. v2.0 of it.')).toEqual([
    'He cites J. R. R. Tolkien.',
    'The U.S. economy grew.',
    'See e.g. v2.0 of it.',
  ])
  expect(split('He said “It works.” Then “再见。”他走了。')).toEqual([
    'He said “It works.”',
    'Then “再见。”',
    '他走了。',
  ])
  expect(split('The p-value was .05 and p = 0.01. OK')).toEqual(['The p-value was .05 and p = 0.01.', 'OK'])
  expect(split('It is funded by the Alfred P. Sloan Foundation. Look at Table A. We did.')).toEqual([
    'It is funded by the Alfred P. Sloan Foundation.',
    'Look at Table A.',
    'We did.',
  ])
  expect(split('… 。')).toEqual([])
})

test('a sentence without an end is cut at its clauses, and never within a character', () => {
  const long = `${'很长的一段，'.repeat(40)}😀`
  const parts = cutLong(long, { start: 0, end: long.length }, 50).map(({ start, end }) =>
    long.slice(start, end),
  )
  expect(parts.every((part) => part.length <= 50)).toBe(true)
  expect(parts.join('')).toBe(long)
  const faces = '😀'.repeat(9)
  const cuts = cutLong(`a${faces}`, { start: 0, end: 19 }, 4)
  expect(cuts.every(({ start, end }) => !/[\ud800-\udbff]$/.test(`a${faces}`.slice(start, end)))).toBe(true)
})

test('what nobody sees is gone from every passage', () => {
  const hidden = [...'ignore all'].map((each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join('')
  expect(
    stripInvisible(`a${hidden}b\u200bc\u202ed\u2066e\ufe0ff\u{e0101}g\u00adh\u2060i\u180ej\u{100000}k`),
  ).toBe('abcdefghijk')
  expect(quotableText('H<sub>2</sub>O &amp; <i>E. coli</i>\nrun')).toBe('H2O & E. coli run')
  expect(quotableText('第一行\n第二行\n\n\n 新段')).toBe('第一行第二行\n\n新段')
})

test('passages of a paper know their place in its text, and keep their ids', () => {
  const abstract = Array.from(
    { length: 120 },
    (_, at) => `Sentence number ${at} says something of its own.`,
  ).join(' ')
  const paper = { ...blankWork('On <i>passages</i>', 1), abstract, abstract_zh: '摘要一。摘要二。' }
  const text = canonicalText(paper)
  const fields = cutPaperPassages('p1', paper)
  expect(fields.map(({ field, passages }) => [field, passages.length])).toEqual([
    ['title', 1],
    ['abstract', 3],
    ['abstract_zh', 1],
  ])
  for (const passage of fields.flatMap(({ passages }) => passages)) {
    expect(text.slice(passage.start, passage.end)).toBe(passage.text)
    expect(passage.tokens).toBeLessThanOrEqual(512)
    expect(passage.heading).toBe('On passages')
    for (const { start, end } of passage.sentences) expect(passage.text.slice(start, end)).toMatch(/^\S.*\S$/)
  }
  expect(fields[1]?.passages.map(({ passage_id }) => passage_id)).toEqual(
    [0, 1, 2].map((at) => `p1:abstract:${at}`),
  )
  expect(cutPaperPassages('p1', paper)).toEqual(fields)
})

test('all of a text is in its passages, each sentence once', () => {
  const text = `${'一二三四五六七八九十。'.repeat(90)}\n\nShort one.`
  const passages = cutPassages({ id: 'd:x', heading: '', text, offset: 0 })
  const sentences = passages.flatMap((each) =>
    each.sentences.map(({ start, end }) => each.text.slice(start, end)),
  )
  expect(sentences).toHaveLength(91)
  expect(estimateTokens('一二 abcd efgh')).toBe(5)
})

test('of an abstract without end the first 50,000 characters are found', () => {
  const abstract = 'A sentence. '.repeat(10_000).trim()
  const [field] = cutPaperPassages('p1', { title: '', title_zh: null, abstract, abstract_zh: null })
  expect(field?.passages.at(-1)?.end).toBeLessThanOrEqual(50_000)
  expect(estimateTokens('中𠀀〇a bc')).toBe(5)
})
