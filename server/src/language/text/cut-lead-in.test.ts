import { expect, test } from 'vitest'
import { createLeadInCutter } from './cut-lead-in.ts'

const INSTRUCTIONS = 'Output:\n**Revised text**: the paragraph\n**修改稿**：完整的段落'

function cut(text: string, size: number): string {
  const next = createLeadInCutter(INSTRUCTIONS)
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
  return pieces.map((piece) => next(piece)).join('') + next('', true)
}

test.each([
  ['以下是译文：\n\n湿度使电池衰减。', '湿度使电池衰减。'],
  ['\n**译文**：\n湿度使电池衰减。', '湿度使电池衰减。'],
  ['好的，以下是润色后的文字:\n湿度\n使电池衰减。', '湿度\n使电池衰减。'],
  ['Here is the polished version:\n\nHumidity degrades the cells.', 'Humidity degrades the cells.'],
  ['Sure! Here’s the Chinese translation:\n湿度', '湿度'],
  // What the application asks for, and what the text itself says.
  ['**Revised text**:\nHumidity degrades the cells.', '**Revised text**:\nHumidity degrades the cells.'],
  ['**修改稿**：\n湿度使电池衰减。', '**修改稿**：\n湿度使电池衰减。'],
  ['以下是本文的贡献：\n一、湿度', '以下是本文的贡献：\n一、湿度'],
  ['本文研究机器翻译。\n以下是译文：\n甲', '本文研究机器翻译。\n以下是译文：\n甲'],
  ['机器翻译：一种方法', '机器翻译：一种方法'],
  [`${'译文'.repeat(60)}：\n甲`, `${'译文'.repeat(60)}：\n甲`],
  ['以下是译文：', '以下是译文：'],
  ['', ''],
])('a line before the text is removed from %j', (text, wanted) => {
  for (const size of [1, 2, 7, 500]) expect(cut(text, size)).toBe(wanted)
})
