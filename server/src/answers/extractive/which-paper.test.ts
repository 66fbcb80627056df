import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask, NO_SCOPE } from '../../testing/answers.ts'
import { askWhichPaper } from './which-paper.ts'

test.each([
  ['这篇论文用了什么方法？', '没有说明是哪篇文献'],
  ['作者用了哪些数据', '没有说明是哪篇文献'],
  ['概括这篇文献', '没有说明是哪篇文献'],
  ['它的局限是什么', '没有说明是哪篇文献'],
  ['这篇论文的作者是谁？', '没有说明是哪篇文献'],
  ['What are the limitations of this paper?', 'Which paper do you mean?'],
])('“%s” without a paper is asked back', async (question, told) => {
  const { ctx } = await answerScene()
  const { text, citations } = await collectAnswer(ctx, createAnswerTask(question))
  expect(text).toContain(told)
  expect(citations).toEqual([])
})

const asked = (question: string) => askWhichPaper({ question, scope: NO_SCOPE, history: [] })

test.each([
  '《乡土中国》的作者是谁？',
  '这篇关于钙钛矿的论文用了什么方法？',
  '钙钛矿太阳能电池的局限是什么？',
  '作者归属识别有哪些方法？',
  '有哪些方法？',
  'What are the limitations of perovskite solar cells in this paper?',
])('“%s” says of what it asks, or asks of all', (question) => {
  expect(asked(question)).toBeNull()
})

test('where papers were chosen, or talked of, they are meant', () => {
  const question = '这篇论文用了什么方法？'
  expect(askWhichPaper({ question, scope: { ...NO_SCOPE, paper_ids: ['a'] }, history: [] })).toBeNull()
  expect(askWhichPaper({ question, scope: { ...NO_SCOPE, dataset_id: 'd' }, history: [] })).toBeNull()
  expect(askWhichPaper({ question, scope: { ...NO_SCOPE, dataset_ids: ['d', 'e'] }, history: [] })).toBeNull()
  expect(
    askWhichPaper({ question, scope: NO_SCOPE, history: [{ question: '钙钛矿', answer: '' }] }),
  ).toBeNull()
})
