import { expect, test } from 'vitest'
import { z } from 'zod'
import { readStructuredReply } from './structured-reply.ts'

const shape = z.object({ question: z.string(), queries: z.array(z.string()) })
const value = { question: '甲', queries: ['乙', 'c'] }
const json = JSON.stringify(value)

test.each([
  json,
  `\`\`\`json\n${json}\n\`\`\``,
  `好的，检索计划如下：\n${json}\n希望有帮助。`,
  `<think>maybe {"question": "no", "queries": []}</think>\n${json}`,
  `first a list [1, 2], then ${json}`,
  `[${json}]`,
  "{'question': '甲', 'queries': ['乙', 'c',],}",
  '{question: "甲", queries: ["乙", "c", "cut o',
  `{"other": 1}\n${json}`,
])('%s', (reply) => {
  expect(readStructuredReply(reply, shape)).toEqual(value)
})

test.each(['', '没有计划。', '{"question": 1}', '{'.repeat(50_000), '[{"a":'.repeat(8_000)])(
  'a reply without a value of the shape has none (%#)',
  (reply) => {
    expect(readStructuredReply(reply, shape)).toBeNull()
  },
)
