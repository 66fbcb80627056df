import { expect, test } from 'vitest'
import { partSubject } from './read-question.ts'

test.each([
  ['多模态大模型是如何把图像和文本联系起来的？', '多模态大模型 图像 文本'],
  ['怎样将规则与统计结合在一起？', '规则 统计'],
])('what is done with two things is no subject: %s', (question, subject) => {
  expect(partSubject(question)).toBe(subject)
})
