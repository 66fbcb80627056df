import { expect, test } from 'vitest'
import { readQuestion } from '../../language/question/question.ts'
import { dependsOnPrevious, partHeading, separateQuestions } from './parts.ts'

const asks = (part: string) => {
  const { query, language } = readQuestion(part)
  return dependsOnPrevious(part, query, language)
}

test.each([
  'how well do they generalise across datasets?',
  'when does it hurt?',
  'What are their causes?',
  'why?',
  'what are the limits of such estimates?',
  '它们如何影响评测结论？',
  '其成因是什么？',
  '有哪些解决办法？',
  '又会带来哪些噪声？',
  '怎样分类和预测？',
  '评价时依据什么？',
])('it asks on about what was named before: %s', (part) => {
  expect(asks(part)).toBe(true)
})

test.each([
  'how does contrastive learning differ?',
  'what is known about gender bias in machine translation?',
  'is it true that beam search hurts translation?',
  '阻燃电解液的效果如何？',
  '对比学习还有哪些其他做法？',
])('it names something of its own: %s', (part) => {
  expect(asks(part)).toBe(false)
})

test('a part of a question begins as a heading does', () => {
  expect(partHeading('how well do they generalise?')).toBe('How well do they generalise')
  expect(partHeading('又该怎样缓解？')).toBe('该怎样缓解')
  expect(partHeading('另外，残差学习为什么有效？')).toBe('残差学习为什么有效')
  expect(partHeading('第二，有哪些局限？')).toBe('有哪些局限')
  expect(partHeading('In addition, why does it work?')).toBe('Why does it work')
  expect(partHeading('第二语言如何习得？')).toBe('第二语言如何习得')
  expect(partHeading('还原反应如何发生？')).toBe('还原反应如何发生')
})

test.each([
  ['长句会怎样影响翻译的质量，又有哪些应对办法？', '长句会怎样影响翻译的质量？又有哪些应对办法？'],
  ['关键词抽取有哪些做法，它们的效果怎么样？', '关键词抽取有哪些做法？它们的效果怎么样？'],
  ['情感分析有哪些方法，它们的主要困难是什么？', '情感分析有哪些方法？它们的主要困难是什么？'],
  ['在医学文本中，命名实体识别有哪些难点？', '在医学文本中，命名实体识别有哪些难点？'],
  ['减轻幻觉，使回答有出处，如何做到？', '减轻幻觉，使回答有出处，如何做到？'],
  [
    '数据增强有哪些办法，它们在真实语料上的提升有多大，又会带来哪些噪声？',
    '数据增强有哪些办法？它们在真实语料上的提升有多大？又会带来哪些噪声？',
  ],
  [
    '卷积神经网络为什么有效，层数加深会遇到什么困难，又是怎样解决的？',
    '卷积神经网络为什么有效？层数加深会遇到什么困难？又是怎样解决的？',
  ],
  ['在哪些语言上，指代消解如何评测？', '在哪些语言上，指代消解如何评测？'],
  ['无论用什么语料，领域适应如何做？', '无论用什么语料，领域适应如何做？'],
  ['哪些方法有效，对低资源语言也是这样，为什么？', '哪些方法有效，对低资源语言也是这样，为什么？'],
  ['What works, and why?', 'What works, and why?'],
  [
    '卷积网络有哪些方法，各有什么局限？另外，残差学习为什么有效？',
    '卷积网络有哪些方法？各有什么局限？另外，残差学习为什么有效？',
  ],
])('a sentence that asks twice is two questions: %s', (text, parted) => {
  expect(separateQuestions(text)).toBe(parted)
})
