import { expect, test } from 'vitest'
import { correctAspects } from './correct-aspects.ts'

test.each([
  'Current automated methods to estimate satisfaction employ hand-crafted features and complex annotation.',
  'However, existing studies on user satisfaction neglect the goals of users.',
  'Most previous work uses translated corpora.',
  '现有的方法采用人工特征，难以推广。',
])('what others do is no method of the source: %s', (quote) => {
  expect([...correctAspects(quote, new Set(['method']))]).toEqual(['problem'])
})

test.each([
  'The aim of this article is to present a new engine for the social media domain.',
  'In this work, we investigate the performance of phrase-based models on two rarely-tested pairs.',
  '本文旨在解决低资源语言的翻译困难。',
])('what a work is for is no problem: %s', (quote) => {
  expect([...correctAspects(quote, new Set(['problem']))]).toEqual(['method'])
})

test.each([
  ['We compare existing methods with a new one.', 'method'],
  ['The recent past has seen many methods; ours uses a graph.', 'method'],
  ['However, the complex nature of implicit responses poses challenges.', 'problem'],
] as const)('it stays as its words have it: %s', (quote, aspect) => {
  expect([...correctAspects(quote, new Set([aspect]))]).toEqual([aspect])
})
