import { expect, test } from 'vitest'
import { stripMarkdown } from './plain-answer.tsx'

test('a text is read without the signs of its markup, and its citations stay', () => {
  const markdown =
    '## 主要做法\n\n- **做法**：「涂覆陶瓷层」[1]\n  - 第二层[2]\n\n| 文献 | 做法 |\n|---|:---:|\n| 甲 | a \\| b[3] |\n\n2 * 3 是 6'
  expect(stripMarkdown(markdown)).toBe(
    '主要做法\n\n• 做法：「涂覆陶瓷层」[1]\n  • 第二层[2]\n\n文献　做法\n甲　a | b[3]\n\n2 * 3 是 6',
  )
})
