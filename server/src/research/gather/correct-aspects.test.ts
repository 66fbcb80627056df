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

test.each([
  'Finally, future research directions based on this review are suggested.',
  'We further discuss their applications and suggest promising directions for future work.',
  'Hopefully, our work could provide more hints for future research on extractive summarization.',
  'Our analysis highlights the shortcomings of the generative models in detecting hate speech.',
  'We plan to release the toolkit as open source and extend it.',
  'This tutorial will focus on policies, to leave attendees with an understanding of open problems.',
  '本文最后讨论了现有方法的局限和未来研究方向。',
  '本文工作为今后的研究提供了参考。',
])('%s announces limits and states none', (quote) => {
  expect([...correctAspects(quote, new Set(['limitation']))]).toEqual([])
})

test.each([
  'Our method is limited to languages with large corpora.',
  'Also, ASR based SLU systems do not generalize to unwritten languages.',
  'Further research is required to develop robust systems.',
  '该方法仅在一种电池上验证，存在局限。',
  '但陶瓷层会降低离子电导率，仍有待改进。',
])('%s states a limit', (quote) => {
  expect([...correctAspects(quote, new Set(['limitation']))]).toEqual(['limitation'])
})
