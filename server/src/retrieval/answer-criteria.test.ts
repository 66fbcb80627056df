import { expect, test } from 'vitest'
import { relationSides } from './answer-criteria.ts'

test.each<[string, [string, string] | null]>([
  ['经济增长与制度的关系', ['经济增长', '制度']],
  ['肠道菌群和肥胖有什么关系', ['肠道菌群', '肥胖']],
  ['睡眠对记忆的作用', ['睡眠', '记忆']],
  ['请问睡眠对记忆有什么影响？', ['睡眠', '记忆']],
  ['气温怎样影响作物产量', ['气温', '作物产量']],
  ['What is the effect of sleep on memory?', ['sleep', 'memory']],
  ['relationship between trust and growth', ['trust', 'growth']],
  ['How does temperature affect crop yield?', ['temperature', 'crop yield']],
  ['注意力机制的作用是什么', null],
  ['随机森林和支持向量机有什么区别', null],
  ['what is dropout', null],
  ['', null],
])('the two sides of %s are %j', (question, sides) => {
  expect(relationSides(question)).toEqual(sides)
})
