import { expect, test } from 'vitest'
import { leadInLength } from './lead-in.ts'

const INSTRUCTIONS = 'Output:\n**Revised text**: the paragraph\n**修改稿**：完整的段落'

test.each([
  ['以下是译文：\n\n', '湿度使电池衰减。'],
  ['\n**译文**：\n', '湿度使电池衰减。'],
  ['好的，以下是润色后的文字:\n', '湿度\n使电池衰减。'],
  ['Here is the polished version:\n\n', 'Humidity degrades the cells.'],
  ['Sure! Here’s the Chinese translation:\n', '湿度'],
  // What the application asks for, and what the text itself says.
  ['', '**Revised text**:\nHumidity degrades the cells.'],
  ['', '**修改稿**：\n湿度使电池衰减。'],
  ['', '以下是本文的贡献：\n一、湿度'],
  ['', '本文研究机器翻译。\n以下是译文：\n甲'],
  ['', `${'译文'.repeat(60)}：\n甲`],
])('%j before %j is a lead-in', (leadIn, text) => {
  expect(leadInLength(leadIn + text, INSTRUCTIONS)).toBe(leadIn.length)
})

test.each(['', '以下是译文：', '以下是译文：\n', '机器翻译：一种方法', 'Sure! Here'])(
  'what follows %j decides',
  (text) => {
    expect(leadInLength(text, INSTRUCTIONS)).toBeNull()
  },
)

test('space without end is no lead-in', () => {
  expect(leadInLength(' '.repeat(300), INSTRUCTIONS)).toBe(0)
})
