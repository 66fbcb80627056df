import { api, blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask, createContext } from '../../testing/answers.ts'
import { followUps, stripHeadingNumber } from './follow-ups.ts'
import { followUpQuestions, startQuestions } from './suggest-questions.ts'

test('questions follow in the language of the question, none of them asked already', () => {
  const works = [
    { ...blankWork('Deep learning for tea', 1), keywords: ['tea', 'deep learning', '茶'] },
    { ...blankWork('茶叶的深度学习', 1), keywords: ['tea', '深度学习'] },
  ]
  expect(followUps('What is known of tea?', works, 'en').slice(0, 3)).toEqual([
    'What does the literature say about deep learning?',
    'Which method does "Deep learning for tea" use?',
    'How do "Deep learning for tea" and "茶叶的深度学习" differ?',
  ])
  expect(followUps('茶叶有哪些研究？', works, 'zh').slice(0, 3)).toEqual([
    '关于深度学习，文献中有哪些看法？',
    '《Deep learning for tea》用了什么方法？',
    '《Deep learning for tea》与《茶叶的深度学习》有何异同？',
  ])
})

test('a long title is not cut within a word', () => {
  const title = 'Collection and Preprocessing of Czech Sign Language Corpus for Sign Language Recognition'
  const [asked] = followUps('手语', [blankWork(title, 1)], 'zh')
  expect(asked).toBe(
    '《Collection and Preprocessing of Czech Sign Language Corpus for Sign Language…》用了什么方法？',
  )
})

test('records that are called like a part of every paper are asked nothing about', () => {
  const called = (title: string) => ({ ...blankWork(title, 1), keywords: ['Keywords', '关键词'] })
  const parts = [
    'Keywords',
    'ABSTRACT',
    'Abstract:',
    'Table of Contents',
    'Appendix B',
    '目录',
    '【摘要】',
    '参考文献',
  ]
  expect(followUps('parsing', parts.map(called), 'en')).toEqual([])
  expect(followUps('句法', parts.map(called), 'zh')).toEqual([])
  // What is about such a part is about something.
  for (const title of ['Abstract Meaning Representation', 'Keyword extraction', '摘要生成', '目录学概论'])
    expect(followUps('parsing', [called(title)], 'en').join()).toContain(title)
})

test('an answer and a dataset suggest questions from their own papers', async () => {
  const { app, person, ids, ctx } = await answerScene()
  const asked = await followUpQuestions(ctx, { question: '钙钛矿稳定吗？', paper_ids: ids.slice(1, 2) })
  expect(asked.length).toBeGreaterThanOrEqual(2)
  expect(asked.join()).toContain('钙钛矿太阳能电池的稳定性')
  // Tried beforehand: who asks them is answered.
  for (const question of asked)
    expect((await collectAnswer(ctx, createAnswerTask(question))).of('understood').at(-1)?.lead).toBe(
      'answer',
    )
  const start = await startQuestions(ctx, { paper_ids: ids.slice(2, 4) })
  expect(start.length).toBeGreaterThanOrEqual(3)
  expect(start.length).toBeLessThanOrEqual(5)
  expect(start.join()).toContain('perovskite')
  const dataset_id = await person.call(api.datasets.privateId, {})
  expect(await startQuestions(ctx, { dataset_id })).toEqual([])
  const stranger = await app.signUp('Wang')
  const theirs = startQuestions(createContext(app, stranger.id), { dataset_id })
  await expect(theirs).rejects.toMatchObject({ id: 'dataset.not_found' })
})

test.each([
  ['2.1 Data', 'Data'],
  ['2. Data', 'Data'],
  ['2.1实验数据', '实验数据'],
  ['IV. Data', 'Data'],
  ['第三章 实验数据', '实验数据'],
  ['（二）实验数据', '实验数据'],
  ['二、实验数据', '实验数据'],
  ['Introduction', 'Introduction'],
  ['Vision transformers', 'Vision transformers'],
  ['IX systems', 'IX systems'],
  ['一致性', '一致性'],
  ['三维重建', '三维重建'],
  ['3D reconstruction', '3D reconstruction'],
  ['5种方法的比较', '5种方法的比较'],
])('the heading %s is about %s', (heading, subject) => {
  expect(stripHeadingNumber(heading)).toBe(subject)
})
