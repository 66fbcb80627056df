import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'
import { contextualQuery } from './topic.ts'

const asked = (question: string, ...earlier: string[]) => contextualQuery(readQuestion(question), earlier)

test.each([
  ['用了多少小时的标注数据？', '标注数据 克里奥尔语 语音识别'],
  ['一共收集了多少条评论数据？', '收集 评论数据 克里奥尔语 语音识别'],
  ['那准确率提高了吗？', '准确率提高 克里奥尔语 语音识别'],
  ['它怎样评测？', '评测 克里奥尔语 语音识别'],
  ['唐卡修复有哪些方法？', '唐卡修复'],
  ['训练数据不足怎么办？', '训练数据不足'],
])('“%s” is asked with what was talked of before where it names no subject', (question, query) => {
  expect(asked(question, '克里奥尔语的语音识别有人做吗？')).toBe(query)
})
