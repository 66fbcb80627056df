import { expect, test } from 'vitest'
import { detectIntent } from './intent.ts'
import { normalizeQuestion } from './normalize-question.ts'
import { readQuestion } from './question.ts'

const CHINESE = '捷克手语识别的语料库录了多少小时的视频?'
const ENGLISH = 'How many hours of video does the Czech sign language corpus have?'

test.each([
  `老师您好，我想请教一下：${CHINESE}`,
  `各位老师晚上好，冒昧打扰了，想咨询个问题。${CHINESE}`,
  `你好！我是研一的学生。${CHINESE}`,
  `在写文献综述，卡在一个地方了。${CHINESE}`,
  `小弟初学，有个疑问想请各位前辈指点：${CHINESE}`,
  `审稿人问了我这个问题，我答不上来：${CHINESE}`,
  `能不能帮我查一下${CHINESE}`,
  `有人知道${CHINESE}`,
  `@科学导航 ${CHINESE}`,
  `问：${CHINESE}`,
  `1. ${CHINESE}`,
  `${CHINESE}麻烦您了，非常感谢！`,
  `${CHINESE}请详细回答，并给出出处。`,
  `${CHINESE}（急需，谢谢大家）`,
  `${CHINESE} 谢谢🙏`,
])('what is said around a question is not searched: %s', (asked) => {
  expect(normalizeQuestion(asked)).toBe(CHINESE)
})

test.each([
  `Hi there, I was wondering if you could tell me: ${ENGLISH}`,
  `Quick question - ${ENGLISH}`,
  `Dear Professor, I hope this finds you well. ${ENGLISH}`,
  `I'm a linguist, not a computer scientist. ${ENGLISH}`,
  `A reviewer asked me this and I couldn't answer. ${ENGLISH}`,
  `Does anyone know: ${ENGLISH}`,
  `Q: ${ENGLISH}`,
  `1) ${ENGLISH}`,
  `${ENGLISH} Thanks a lot in advance!`,
  `${ENGLISH} Any help would be much appreciated.`,
  `${ENGLISH} Please answer in detail and cite your sources.`,
  `${ENGLISH} (asking for a friend)`,
  `${ENGLISH} 🙏 thx`,
])('nor is it in English: %s', (asked) => {
  expect(normalizeQuestion(asked)).toBe(ENGLISH)
})

test('a question that is told rather than asked is read as the question it is', () => {
  expect(normalizeQuestion('Could you tell me how large the corpus is?')).toBe('how large the corpus is?')
  expect(normalizeQuestion('I was wondering if dropout helps small models')).toBe(
    'whether dropout helps small models',
  )
  expect(normalizeQuestion('我想了解一下桥接消解是什么')).toBe('桥接消解是什么')
})

test.each([
  '各位大神，求科普：桥接消解是什么任务？',
  '老师，学生有一事不明：桥接消解是什么任务？望赐教！',
  '麻烦您帮我查一下，桥接消解是什么任务？谢谢啦～',
  '【提问】Q: 1) 问：桥接消解是什么任务？',
  '小助手，桥接消解是什么任务？越具体越好。',
  '桥接消解是什么任务？请用英文回答。',
  '桥接消解是什么任务？(200字以内)',
  '我比较笨。桥接消解是什么任务？最好举个例子',
  'Hi! 你好！Could you please tell me, 谢谢, 桥接消解是什么任务？Thanks a lot! 🙏',
])('courtesy in courtesy, and in two languages, is said around a question: %s', (asked) => {
  expect(normalizeQuestion(asked)).toBe('桥接消解是什么任务?')
})

test.each([
  'Serious question: what is entity linking?',
  'Assistant, what is entity linking? The more specific the better.',
  "I'd appreciate it if you could tell me: what is entity linking? Please explain in simple terms.",
  'What is entity linking? Cheers in advance, folks.',
  'Quick check: what is entity linking?',
  'Would you mind telling me: what is entity linking?',
  'Hello, 老师您好, what is entity linking? Answer in Chinese.',
])('nor does %s say more of literature', (asked) => {
  expect(normalizeQuestion(asked).toLowerCase()).toBe('what is entity linking?')
})

test('how something is done is no wish for the answer', () => {
  for (const asked of [
    'What is summarisation? Is it better with detailed references?',
    '什么是摘要?要中文语料吗?',
    'Summaries. Keep the sentences of the reference: which systems do?',
  ])
    expect(normalizeQuestion(asked)).toBe(asked)
})

test.each([
  // Talk, which is all courtesy.
  '你好',
  'Hi!',
  '谢谢,很有帮助',
  'Can you help me?',
  // What the words of courtesy are about.
  'In this paper, what is the method?',
  'Student essays, what works?',
  '在这个问题中,作者用了什么数据?',
  'Thank you notes in e-mail corpora: how are they annotated?',
  'For named entity recognition, how much data is enough?',
  '帮助系统的对话策略有哪些?',
  '3.5 个点的提升来自哪里?',
  'GPT-3.5 - how large is it?',
])('a text that says nothing else, or says it of literature, stays whole: %s', (asked) => {
  expect(normalizeQuestion(asked)).toBe(asked)
})

test('what was said of who asks goes only where the question stands by itself', () => {
  expect(normalizeQuestion('我是做机器翻译的。有什么好的指标?')).toBe('我是做机器翻译的。有什么好的指标?')
  expect(normalizeQuestion("I'm a linguist. Which metrics?")).toBe("I'm a linguist. Which metrics?")
})

test('traditional characters are read as simplified ones, in questions and in talk', () => {
  expect(readQuestion('為什麼機器翻譯的評測指標這麼多？')).toEqual(
    readQuestion('为什么机器翻译的评测指标这么多？'),
  )
  expect(detectIntent('謝謝，很有幫助', false)).toBe('thanks')
  expect(detectIntent('老師您好，請問你能做什麼？', false)).toBe('ability')
})

test('a text of courtesies without end is read to its end', () => {
  const asked = `${'您好，谢谢，'.repeat(2_000)}${CHINESE}`
  expect(normalizeQuestion(asked).endsWith(CHINESE)).toBe(true)
  expect(normalizeQuestion('('.repeat(10_000))).toBe('('.repeat(10_000))
})
