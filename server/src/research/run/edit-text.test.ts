import { expect, test } from 'vitest'
import { dropUnpairedBrackets, truncateText } from './edit-text.ts'

test.each([
  ['抗疟的机制是什么（为什么有效？', '抗疟的机制是什么'],
  ['（如编码器）怎样训练', '（如编码器）怎样训练'],
  ['解码器）怎样训练', '解码器怎样训练'],
  ['「注意力', '注意力'],
  ['What is BERT (and why', 'What is BERT'],
  ['', ''],
])('brackets without their other half go: %s', (text, whole) => {
  expect(dropUnpairedBrackets(text)).toBe(whole)
})

test('a beginning ends with a whole word, and with none of the signs that open something', () => {
  expect(truncateText('How are models trained today?', 100)).toBe('How are models trained today?')
  expect(truncateText('How are models trained today?', 13)).toBe('How are…')
  expect(truncateText('怎样训练语言模型（尤其是小的）', 9)).toBe('怎样训练语言模型…')
  expect(truncateText('怎样训练语言模型，尤其是小的', 9)).toBe('怎样训练语言模型…')
  expect(truncateText('古字𠮷𠮷怎样读', 3)).toBe('古字…')
})

test('a long row of brackets takes no longer than it is long', () => {
  expect(dropUnpairedBrackets('（'.repeat(100_000))).toBe('')
  expect(dropUnpairedBrackets('）'.repeat(100_000))).toBe('')
})
