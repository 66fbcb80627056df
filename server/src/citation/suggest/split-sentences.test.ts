import { expect, test } from 'vitest'
import { readSentences } from './match.service.ts'

const partsOf = (text: string) =>
  readSentences(text).map(({ start, end, need }) => [text.slice(start, end), need])

test.each([
  [
    '双向的掩码预训练在十余项任务上取得了当时最好的结果，随后的工作发现，延长训练还能继续提高。',
    ['双向的掩码预训练在十余项任务上取得了当时最好的结果', '随后的工作发现，延长训练还能继续提高。'],
  ],
  [
    '多语言模型在语料少的语言上明显变差，而词表共享是其中的原因之一。',
    ['多语言模型在语料少的语言上明显变差', '而词表共享是其中的原因之一。'],
  ],
  [
    'Recurrent networks forget what is far away, while attention keeps all positions in view.',
    ['Recurrent networks forget what is far away', 'while attention keeps all positions in view.'],
  ],
])('clauses that each claim something get sources of their own: %s', (text, parts) => {
  expect(partsOf(text)).toEqual(parts.map((part) => [part, 'yes']))
})

test.each([
  '注意力机制不是为图像提出的方法，而是首先用于机器翻译的方法。',
  '词表共享有助于迁移，但不稳定。',
  '双向的掩码预训练取得了当时最好的结果，随后我们在此基础上研究低资源语言的迁移。',
  'Attention is not only used for translation, but also for the captions of images.',
  'Recurrent networks forget what is far away, while attention keeps all positions in view [3].',
])('a sentence stays whole where a part is too short, the own work, or no contrast: %s', (text) => {
  expect(partsOf(text)).toHaveLength(1)
})
