import { SUMMARY_QUESTION } from '@scinav/contract'
import { expect, test, vi } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask, createContext } from '../../testing/answers.ts'
import { claimAt } from '../text/claims.ts'
import { readQuestion } from './question.ts'

const QUERIES: [string, string, 'zh' | 'en'][] = [
  ['什么是注意力机制？它在神经机器翻译中有什么作用？', '注意力机制 神经机器翻译', 'zh'],
  ['請問量子糾纏是什麼？', '量子纠缠', 'zh'],
  [
    'How does multi-head attention improve low-resource NMT?',
    'multi-head attention improve low-resource NMT',
    'en',
  ],
  ['What is C++, and what is GPT-4?', 'C++ GPT-4', 'en'],
  ['title:secret OR "NOT" -solar AND (sail*) NEAR/3', 'title secret solar sail near', 'en'],
  ['How are poisoned samples told apart at the feature level?', 'poisoned samples feature level', 'en'],
  ['How many teams took part in the Riddle Task?', 'teams Riddle Task', 'en'],
  ['日语依存语料库大约有多少句子？', '日语依存语料库 句子', 'zh'],
  ['关系抽取的图谱怎样来？', '关系抽取 图谱', 'zh'],
  ['碳中和与谱聚类有哪些路径？', '碳中和 谱聚类 路径', 'zh'],
  ['k-means 聚类的原理', 'k-means 聚类 原理', 'zh'],
  ['观点挖掘和问题生成有什么关系？', '观点挖掘 问题生成', 'zh'],
  ['语料一共有多少词例？', '语料 词例', 'zh'],
  ['按难度挑样本有用吗？', '难度挑样本', 'zh'],
  ['请总结这几篇论文', '', 'zh'],
  ['模型的可解释性有哪些研究？', '模型 可解释性', 'zh'],
  ['图像描述生成的进展', '图像描述生成', 'zh'],
  ['双语词典归纳', '双语词典归纳', 'zh'],
  ['作者归属有哪些方法？', '作者归属', 'zh'],
  ['请解释注意力机制', '注意力机制', 'zh'],
  ['去中心化存储与区块链的关系是什么？', '去中心化存储 区块链', 'zh'],
  ['概念漂移怎么检测？', '概念漂移 检测', 'zh'],
  ['结果主义伦理学的主张', '结果主义伦理学', 'zh'],
  ['关系型数据库和图数据库有什么区别？', '关系型数据库 图数据库', 'zh'],
  ['可降解塑料在海水里多久能分解？', '可降解塑料 海水 分解', 'zh'],
  ['让步状语从句的习得', '让步状语从句 习得', 'zh'],
  ['过拟合是怎么回事？', '过拟合', 'zh'],
  ['老年人跌倒怎么预防比较好？', '老年人跌倒 预防', 'zh'],
  ['有没有研究说明咖啡对睡眠有影响？', '咖啡 睡眠', 'zh'],
  ['解释注意力机制', '注意力机制', 'zh'],
  ['解释再生成任务上，最好的方法 F 值大约多少？', '解释 生成任务 F', 'zh'],
  ['去偏方法能消除推理中的偏差吗？', '去偏 消除推理 偏差', 'zh'],
  ['实验说明了什么？', '实验', 'zh'],
  ['语篇连贯性如何评价？', '语篇连贯性 评价', 'zh'],
  ['机器翻译译后编辑', '机器翻译译后编辑', 'zh'],
  ['会话推荐的方法', '会话推荐', 'zh'],
  ['注意力权重能否解释模型的预测？', '注意力权重 解释模型 预测', 'zh'],
  [
    'How good is online topic modelling at spotting changes?',
    'online topic modelling spotting changes',
    'en',
  ],
  ['What methods exist for question generation?', 'question generation', 'en'],
  ['Which case studies on dialects exist?', 'case dialects', 'en'],
  ['What is the main topic of this paper?', '', 'en'],
  ['What has held back event extraction these days?', 'event extraction', 'en'],
  ['《On tongue twisters》与谜语', 'tongue twisters 谜语', 'zh'],
  ['三个编码器哪个更强？', '编码器', 'zh'],
  ['情感语音库里有几种情感？', '情感语音库 情感', 'zh'],
  ['邮件里的权力关系分哪几种？', '邮件 权力关系', 'zh'],
  // A word that asks is a part of these terms.
  ['评价长文档相似度时，只看一个相关系数够不够？', '评价长文档相似度 相关系数', 'zh'],
  ['有哪些关于评论有用性的论文？', '评论有用性', 'zh'],
  ['中文最小对立对有多少？', '中文最小对立对', 'zh'],
  ['有哪些相关研究方法？', '', 'zh'],
  ['社会工作者的记录', '社会工作者 记录', 'zh'],
  ['青蒿素的发现者是谁？', '青蒿素', 'zh'],
  ['发现者号航天飞机的任务', '发现者号航天飞机 任务', 'zh'],
  ['我刚开始学机器翻译，先读哪几篇？', '机器翻译', 'zh'],
  ['Where should I start with entity linking?', 'entity linking', 'en'],
  ['Please summarize these papers.', '', 'en'],
  ['I\u200bg\u{e0041}nore？', 'Ignore', 'en'],
  ['Is it true that vaccines cause autism?', 'vaccines cause autism', 'en'],
  ['What role does sleep play in memory consolidation?', 'sleep memory consolidation', 'en'],
  ['To what extent is intelligence heritable?', 'intelligence heritable', 'en'],
  ['State of the art in coreference resolution', 'coreference resolution', 'en'],
  ['Pros and cons of remote work', 'remote work', 'en'],
]

test('a question is searched by what it is about', () => {
  for (const [asked, query, language] of QUERIES) {
    const read = readQuestion(asked)
    expect([read.query, read.language], asked).toEqual([query, language])
  }
})

test.each([
  ['report', 'reports', 'reported', 'reporting'],
  ['use', 'uses', 'used', 'using'],
  ['try', 'tries', 'tried', 'trying'],
  ['publish', 'publishes', 'published', 'publishing'],
])('no form of a word that asks is a subject: %s, %s, %s, %s', (...forms) => {
  expect(forms.map((form) => readQuestion(`${form} enzymes`).query)).toEqual(forms.map(() => 'enzymes'))
})

test('a word that only ends like a form of a word that asks is a subject', () => {
  expect(readQuestion('Which rings and strings are springs?').query).toBe('rings strings springs')
})

test('of which year it is, is no subject', () => {
  const { query } = readQuestion('Who proposed the lottery ticket hypothesis, and in which year?')
  expect(query).toBe('lottery ticket hypothesis')
})

test('the question that explains an open paper asks for the whole of it, whatever its words', async () => {
  expect(readQuestion(SUMMARY_QUESTION).query).toBe('')
  const abstract = 'Sails push probes with light. We tested three shapes. The round one held longest.'
  const { app, person, ids } = await answerScene([{ title: 'Solar sails', abstract }])
  const { citations } = await collectAnswer(
    createContext(app, person.id),
    createAnswerTask(SUMMARY_QUESTION, {
      scope: { paper_ids: ids, dataset_id: null, document_ids: [], engines: [] },
    }),
  )
  expect(citations.length).toBeGreaterThan(1)
  for (const { quote } of citations) expect(abstract).toContain(quote)
})

test('a paper that is asked for by its DOI is quoted', async () => {
  const { app, person } = await answerScene([
    { title: 'Solar sails', doi: '10.1086/260062', abstract: 'Sails push probes with light.' },
    { title: 'Other', doi: '10.1086/260063', abstract: 'Something else is here.' },
  ])
  const { citations } = await collectAnswer(
    createContext(app, person.id),
    createAnswerTask('What does 10.1086/260062 say?'),
  )
  expect(citations.map(({ quote }) => quote)).toEqual(['Sails push probes with light.'])
})

test('a question of a thousand runs of Chinese is read in as many steps as one of a single run', () => {
  const replaced = vi.spyOn(String.prototype, 'replaceAll')
  const stepsOf = (question: string) => {
    replaced.mockClear()
    readQuestion(question)
    return replaced.mock.calls.length
  }
  expect(stepsOf('什么是知识图谱+'.repeat(400))).toBe(stepsOf('什么是知识图谱'))
  replaced.mockRestore()
  expect(readQuestion('什么是BERT的注意力机制？GPT呢').query).toBe('BERT 注意力机制 GPT')
})

test('a mark is about the sentence before it, or the part of it behind the last mark', () => {
  expect(claimAt('One thing. **Another** thing ')).toBe('Another thing')
  expect(claimAt('One thing. ')).toBe('One thing.')
  expect(claimAt('Risk fell by a third [1], while the costs of care rose')).toBe(
    'while the costs of care rose',
  )
  expect(claimAt('Risk fell by a third [1]')).toBe('Risk fell by a third')
  expect(claimAt('- 风险下降了三分之一[1]，护理费用明显上升了')).toBe('护理费用明显上升了')
  expect(claimAt('')).toBe('')
})

test('a claim is what stands near its mark, however long the paragraph is', () => {
  expect(claimAt(`On and on ${'word '.repeat(20_000)}[1]`).length).toBeLessThanOrEqual(2_000)
  expect(claimAt(`${'One thing. '.repeat(10_000)}Another thing[1]`)).toBe('Another thing')
})

test('the same words make a claim enough, however letters and Chinese stand together', () => {
  expect(claimAt('甲乙[1]丙丁戊己庚辛')).toBe('丙丁戊己庚辛')
  expect(claimAt('甲乙丙丁戊[1]己庚')).toBe('甲乙丙丁戊己庚')
  expect(claimAt('a b c d[1]e f g h[2]i')).toBe('e f g hi')
})

test.each([
  ['Attention Is All You Need 的作者是谁？', 'zh'],
  ['@article{x, title={Deep learning}, journal={Nature}, year={2015}} 这篇讲了什么？', 'zh'],
  ['transformer model for machine translation 效果如何', 'zh'],
  ['What does 格物致知 mean in the classics of Confucianism?', 'en'],
  ['What is the meaning of 什么?', 'en'],
  ['graph neural networks', 'en'],
])('who asks “%s” is answered in their language', (text, language) => {
  expect(readQuestion(text).language).toBe(language)
})

test.each([
  ['ABLE 文档集是用什么做成的？', 'ABLE 文档集'],
  ['How does WHO count malaria deaths?', 'WHO count malaria deaths'],
  ['WHAT IS BERT?', 'BERT'],
  ['Do cats OR dogs spread ticks?', 'cats dogs spread ticks'],
])('a word in capitals is a name, unless the question is shouted: %s', (question, query) => {
  expect(readQuestion(question).query).toBe(query)
})
