import { expect, test } from 'vitest'
import { listTitle } from './docx.ts'

test.each([
  ['Self-attention replaced recurrence in translation [1].', 'References'],
  ['The tomb of 曾侯乙 held sixty-five bells, and nothing like them has been found since [1].', 'References'],
  ['注意力机制取代了循环网络[1]。', '参考文献'],
  ['BERT（Bidirectional Encoder Representations from Transformers）在十余项任务上领先[1]。', '参考文献'],
  ['[1]', '参考文献'],
])('%s has a list called %s', (text, title) => {
  expect(listTitle(text)).toBe(title)
})
