import { expect, test } from 'vitest'
import { sidesOf } from './sides.ts'

test.each([
  ['抽取式摘要与生成式摘要有什么区别？', '抽取式摘要', '生成式摘要'],
  ['循环神经网络与 Transformer 相比如何？', '循环神经网络', 'Transformer'],
  [
    'What is the difference between extractive and abstractive summarization?',
    'extractive summarization',
    'abstractive summarization',
  ],
  [
    'Recurrent networks compared with Transformers for language modeling',
    'Recurrent networks',
    'Transformers',
  ],
])('%s names both things that it compares', (text, one, other) => {
  expect(sidesOf(text)).toEqual([one, other])
})

test('a question that names one thing has no sides', () => {
  expect(sidesOf('哪种方法更好？')).toBeNull()
})
