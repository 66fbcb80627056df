import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask, NO_SCOPE } from '../../testing/answers.ts'
import { isAsking, questionType } from './question-type.ts'

test.each([
  ['这个数据集有多少条评论？', 'number'],
  ['准确率提高了几个点？', 'number'],
  ['公司有几家？', 'number'],
  ['What QWK does essay scoring reach with sentiment?', 'number'],
  ['How many GPUs did the authors train on?', 'number'],
  ['What share of the sentences did it get right?', 'number'],
  ['When was it put into service?', 'year'],
  ['有哪些论文研究填字游戏？', 'list'],
  ['Which papers build an irony corpus?', 'list'],
  // What is left where "from 2024 only" was taken out.
  ['Cuneiform papers , please.', 'list'],
  ['What did Mirella Lapata publish on sentence compression?', 'list'],
  ['什么是曝光偏差？', 'definition'],
  ['What is entity linking?', 'definition'],
  ['What are the side effects of statins?', 'other'],
  ['What is known about dementia?', 'other'],
  ['What do linguists mean by grammaticalization?', 'definition'],
  ['Do vaccines cause autism?', 'yes-no'],
  ['What are the main causes of forgetting?', 'cause'],
  ['Which factors cause forgetting?', 'cause'],
  ['What happens to BLEU when a reference is paraphrased?', 'other'],
  ['Could you recommend some classic readings on social capital?', 'list'],
  ['什么叫开放世界分类？', 'definition'],
  ['过拟合是怎么回事？', 'definition'],
  ['作者消歧目前最好的方法是什么？', 'method'],
  ['存储与区块链的关系是什么？', 'other'],
  ['介绍信生成有人研究吗？', 'yes-no'],
  ['比较优势理论的局限', 'limitation'],
  ['老年人跌倒怎么预防比较好？', 'method'],
  ['请解释一下注意力机制', 'definition'],
  ['请解释一下模型怎样遗忘', 'method'],
  ['Explain why tagging lags behind.', 'cause'],
  ['Explain entity linking.', 'definition'],
  ['为什么规则换到 ARRAU 上效果很差？', 'cause'],
  ['Why does tagging Romanian lag behind?', 'cause'],
  ['这篇论文有哪些局限？', 'limitation'],
  ['它的主要结论是什么？', 'conclusion'],
  ['请总结这几篇论文', 'other'],
  ['近几年的进展如何', 'other'],
  ['哪一年投入使用的？', 'year'],
  ['词典分词好还是不用词典好？', 'comparison'],
  ['Does it beat the baseline?', 'yes-no'],
  ['两者是否一致？', 'yes-no'],
  ['What does the paper conclude?', 'conclusion'],
  ['How good is it at spotting changes?', 'conclusion'],
  ['怎样利用说话人的嘴形？', 'method'],
  ['Do networks learn to reason logically?', 'yes-no'],
  ['Are there reasons for the gap?', 'cause'],
  ['What has held back event extraction?', 'cause'],
  ['给方言训练语言模型，哪种策略最好？', 'comparison'],
  ['只看一个相关系数够不够？', 'yes-no'],
  ['适不适合低资源翻译？', 'yes-no'],
  ['2022 年有哪些关于评论有用性的论文？', 'list'],
  ['推荐几篇立场检测方面的文献', 'list'],
  ['Find me papers on entity linking.', 'list'],
  ['Which strategy works best for small dialects?', 'comparison'],
  ['Which works treat the limerick?', 'list'],
  ['想学桥接消解，先看什么论文？', 'list'],
  ['What should I read first about entity linking?', 'list'],
])('%s asks for: %s', (text, type) => {
  expect(questionType(text)).toBe(type)
})

const SETS = [
  {
    title: 'KanCMD: a dataset of comments',
    abstract: 'We introduce KanCMD. We release 7,671 comments for research on offensive language.',
  },
  { title: 'Offensive language in forums', abstract: 'Offensive language is common in forums.' },
]

test('a number is answered by the sentence that has it, in either language', async () => {
  const { ctx } = await answerScene(SETS)
  for (const question of ['KanCMD 发布了多少条评论？', 'How many comments does KanCMD release?']) {
    const { citations, text } = await collectAnswer(ctx, createAnswerTask(question))
    expect(citations.map(({ quote }) => quote)).toEqual([
      'We release 7,671 comments for research on offensive language.',
    ])
    expect(text).not.toMatch(/没有找到|No passage/)
  }
})

test('where no sentence has the number that is asked for, the answer says so and shows what is related', async () => {
  const { ctx, ids } = await answerScene(SETS)
  const { text, citations } = await collectAnswer(ctx, createAnswerTask('When was KanCMD introduced?'))
  expect(text).toContain('No passage answers this directly. These papers are related:')
  // Of the nearest paper two sentences.
  expect(citations.map(({ paper_id }) => paper_id)).toEqual([ids[0], ids[0]])
})

test('a title alone answers no question, and a list of papers is one', async () => {
  const { ctx } = await answerScene([{ title: 'Indirect speech acts' }, { title: 'Speech acts of children' }])
  expect((await collectAnswer(ctx, createAnswerTask('Why are speech acts indirect?'))).text).toContain(
    'No passage answers',
  )
  const { text, citations } = await collectAnswer(
    ctx,
    createAnswerTask('Which papers are about speech acts?'),
  )
  expect(text).not.toContain('No passage answers')
  expect(citations).toHaveLength(2)
})

test('chosen papers are summed up, each of them', async () => {
  const { ctx, ids } = await answerScene()
  const scope = { ...NO_SCOPE, paper_ids: ids }
  const { citations } = await collectAnswer(ctx, createAnswerTask('请总结这几篇论文', { scope }))
  expect(new Set(citations.map(({ paper_id }) => paper_id)).size).toBeGreaterThan(2)
})

test('chosen papers that do not say what was asked are shown, and it is said that they do not', async () => {
  const { ctx, ids } = await answerScene()
  const scope = { ...NO_SCOPE, paper_ids: ids.slice(3) }
  const { text, citations } = await collectAnswer(
    ctx,
    createAnswerTask('How much does the detector cost?', { scope }),
  )
  expect(text).toContain('does not directly answer this question')
  expect(new Set(citations.map(({ paper_id }) => paper_id))).toEqual(new Set(ids.slice(3)))
})

test('what is only near the question is shown as related, and what is far from it is not shown', async () => {
  const { ctx } = await answerScene()
  const near = await collectAnswer(ctx, createAnswerTask('How do tea houses and stations compare?'))
  expect(near.text).toContain('No passage answers this directly')
  expect(near.citations).toHaveLength(1)
  const far = await collectAnswer(ctx, createAnswerTask('How do submarines and stations compare?'))
  expect(far.text).toContain('No relevant literature')
  expect(far.citations).toEqual([])
})

test.each([
  ['语音助手里把实体识别和链接联合重排，识别准确率最多提高多少', true],
  ['How much did jointly reranking entities improve name recognition', true],
  ['Joint reranking of entities improves recognition for voice assistants, doesn’t it?', true],
  ['We rerank entities jointly, which improves how voice assistants recognise names.', false],
  ['本文把实体识别和链接联合重排，提高了语音助手的识别准确率。', false],
])('what asks is told from a sentence that was pasted: %s', (text, asks) => {
  expect(isAsking(text)).toBe(asks)
})

/** Nouns for what belongs to something: its properties, parts and relations. */
const PROPERTIES = ['limit', 'cost', 'benefit', 'stage', 'ingredient', 'assumption', 'symptom', 'driver']

test.each(
  PROPERTIES.flatMap((noun) => [
    `What is the ${noun} of entity linking?`,
    `What is the main ${noun} of entity linking?`,
    `What are the ${noun}s of entity linking?`,
    `What are the ${noun}s in entity linking?`,
    `What are common ${noun}s of entity linking?`,
  ]),
)('%s is no question for a definition', (question) => {
  expect(questionType(question)).not.toBe('definition')
})

test.each(['代价', '好处', '阶段', '假设', '症状', '组成部分'])(
  '的%s是什么 asks for no definition',
  (noun) => {
    expect(questionType(`实体链接的${noun}是什么？`)).toBe('other')
    expect(questionType(`${noun}是什么？`)).toBe('definition')
  },
)

test.each(['局限', '不足', '缺陷', '缺点'])('%s are limitations however they are asked for', (noun) => {
  for (const question of [
    `实体链接的${noun}是什么？`,
    `实体链接有什么${noun}？`,
    `什么是实体链接的${noun}？`,
  ])
    expect(questionType(question)).toBe('limitation')
})

test.each(['limitations', 'shortcomings', 'drawbacks', 'weaknesses'])('%s are limitations', (noun) => {
  for (const question of [`What are the ${noun} of entity linking?`, `What are ${noun} of entity linking?`])
    expect(questionType(question)).toBe('limitation')
})

test.each([
  'What is entity linking?',
  'What is the attention mechanism?',
  'What are transformers in language processing?',
  'What is part of speech tagging?',
  'What are scaling laws for language models?',
  'What is analysis of variance?',
])('%s asks for a definition', (question) => {
  expect(questionType(question)).toBe('definition')
})
