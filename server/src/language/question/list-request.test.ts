import { expect, test } from 'vitest'
import { reviewSubject } from './list-request.ts'
import { readQuestion } from './question.ts'

test.each([
  ['推荐三篇强化学习的经典论文', '强化学习', 'list'],
  ['近几年大语言模型有哪些重要论文', '大语言模型', 'list'],
  ['找几篇关于扩散模型的文章', '扩散模型', 'list'],
  ['有没有值得一读的社会学专著', '社会学专著', 'list'],
  ['recommend three classic papers on reinforcement learning', 'reinforcement learning', 'list'],
  ['five papers about graph neural networks', 'graph neural networks', 'list'],
  ['推荐系统有哪些评价方法', '推荐系统 评价', 'other'],
])('how many papers are wished for and how good, is no subject: %s is %s, a %s', (question, query, type) => {
  expect(readQuestion(question)).toMatchObject({ query, type })
})

test.each([
  ['你能帮我写一段关于深度学习在医学影像中应用的综述吗', '深度学习在医学影像中应用'],
  ['写一篇注意力机制的文献综述', '注意力机制'],
  ['Please write a short literature review of topic models.', 'topic models'],
  ['综述论文应该怎么写？', null],
  ['How is a review written?', null],
  ['注意力机制有哪些综述？', null],
])('of %s a review is asked for on %s', (question, subject) => {
  expect(reviewSubject(question)).toBe(subject)
})

const SUBJECTS_ZH = ['词义变化', '多语言词典的质量', '标注报酬与工人公平']
const SUBJECTS_EN = ['word senses', 'the quality of bilingual dictionaries', 'visualising graphs']

test.each(
  SUBJECTS_ZH.flatMap((subject) => [
    `有哪些关于${subject}的研究？`,
    `有什么针对${subject}的相关工作？`,
    `国内外有哪些讨论${subject}的最新研究`,
  ]),
)('the work on a subject is asked for as a list: %s', (question) => {
  expect(readQuestion(question).type).toBe('list')
})

test.each(
  SUBJECTS_EN.flatMap((subject) => [
    `What work has been done on ${subject}?`,
    `What recent research exists on ${subject}?`,
    `Is there any literature about ${subject}?`,
    `Which earlier work is there on ${subject}?`,
  ]),
)('the work on a subject is asked for as a list: %s', (question) => {
  expect(readQuestion(question).type).toBe('list')
})

test.each([
  ['有哪些关于词义变化的研究方法？'],
  ['它的工作原理是什么？'],
  ['这个系统有什么样的研究价值？'],
  ['What research method is used for word senses?'],
  ['What work does the tokenizer do?'],
  ['How does research on word senses proceed?'],
])('a question about how work is done asks for no list: %s', (question) => {
  expect(readQuestion(question).type).not.toBe('list')
})
