import { expect, test } from 'vitest'
import { titleOf } from './saved-manuscripts.ts'

test.each([
  ['# 引言\n注意力机制  首先用于机器翻译。', '引言 注意力机制 首先用于机器翻译。'],
  ['\\section*{Introduction} We propose', 'Introduction We propose'],
  ['钙钛矿'.repeat(40), '钙钛矿'.repeat(20)],
  ['## ', '文稿'],
])('a manuscript that begins with %j is listed by its first words', (text, title) => {
  expect(titleOf(text)).toBe(title)
})
