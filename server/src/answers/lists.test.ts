import { expect, test } from 'vitest'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../testing/answers.ts'

const RIDDLES = Array.from({ length: 11 }, (_, at) => ({
  title: `Riddles of kind ${at + 1}`,
  abstract: `We collect riddles from book ${at + 1}. Each riddle is told twice.`,
  creators: [{ name: at < 9 ? 'Ann Miller' : 'Bo Chen', role: 'author' as const, affiliations: [] }],
  publish_date: String(2010 + at),
  language: 'en',
}))

test('a list names eight papers and leads to all that the search page finds', async () => {
  const { ctx } = await answerScene(RIDDLES)
  const { citations, of } = await collectAnswer(ctx, createAnswerTask('Which papers are about riddles?'))
  expect(new Set(citations.map(({ paper_id }) => paper_id)).size).toBe(8)
  expect(of('understood').at(-1)?.results).toEqual({ total: 11, shown: 8, query: 'riddles', filters: {} })
})

test('what narrows a list narrows the page of all its papers too', async () => {
  const { ctx } = await answerScene(RIDDLES)
  const { of } = await collectAnswer(
    ctx,
    createAnswerTask('Which papers by Ann Miller since 2015 are about riddles?'),
  )
  expect(of('understood').at(-1)?.results).toMatchObject({
    total: 4,
    shown: 4,
    filters: { year_from: 2015, author: ['Ann Miller'] },
  })
})

test('chosen papers, other kinds of questions and conditions of absence have no such page', async () => {
  const { ctx, ids } = await answerScene(RIDDLES)
  const scope = { paper_ids: ids.slice(0, 3), dataset_id: null, document_ids: [], engines: [] }
  const resultsOf = async (task: ReturnType<typeof createAnswerTask>) =>
    (await collectAnswer(ctx, task)).of('understood').at(-1)?.results
  expect(await resultsOf(createAnswerTask('Which papers are about riddles?', { scope }))).toBe(null)
  expect(await resultsOf(createAnswerTask('Why are riddles told twice?'))).toBe(null)
  expect(await resultsOf(createAnswerTask('Which papers collect riddles without books?'))).toBe(null)
})

test('asked for the latest the newest come first', async () => {
  const { ctx, ids } = await answerScene(RIDDLES)
  for (const question of ['What are the latest papers on riddles?', '最新的 riddles 论文有哪些？']) {
    const { citations } = await collectAnswer(ctx, createAnswerTask(question))
    expect(citations.map(({ paper_id }) => paper_id)).toEqual(ids.toReversed().slice(0, 8))
  }
})

test('an overview begins with what sums the subject up', async () => {
  const { ctx, ids } = await answerScene([
    ...RIDDLES,
    {
      title: 'Riddles: a survey',
      abstract: 'Work on riddles of all kinds is summed up here.',
      publish_date: '2001',
      language: 'en',
    },
  ])
  const { citations } = await collectAnswer(ctx, createAnswerTask('Give me an overview of riddles'))
  expect(citations[0]?.paper_id).toBe(ids.at(-1))
})

test('a mistyped word is taken for the one that papers have, and that is told', async () => {
  const { ctx } = await answerScene(RIDDLES)
  const { of, citations } = await collectAnswer(ctx, createAnswerTask('Which papers are about ridldes?'))
  expect(citations.length).toBeGreaterThan(0)
  expect(of('understood').at(-1)).toMatchObject({
    text: 'Which papers are about riddles?',
    corrected: [{ from: 'ridldes', to: 'riddles' }],
  })
})

const UNTOLD = '没有查到写明「不含 books」的文献：这个条件没能检索，以下文献未必满足'

test('an absence that no cited paper tells is said not to have been searched, with and without a model', async () => {
  const { ctx } = await answerScene(RIDDLES)
  const question = 'How are riddles collected without books?'
  const told = async (task: ReturnType<typeof createAnswerTask>) =>
    (await collectAnswer(ctx, task)).of('status').map((each) => each.text)
  expect(await told(createAnswerTask(question))).toContain(UNTOLD)
  const { model } = scriptedChatModel([[textPart('Riddles are collected [E1].')]])
  expect(await told(createAnswerTask(question, { model }))).toContain(UNTOLD)
})

test.each([
  'The collectors did not use any books.',
  'Collecting them requires no books.',
  '收集谜语无需书籍(books)。',
])('an absence that a cited paper writes as %j is not said to be missing', async (sentence) => {
  const { ctx } = await answerScene([
    {
      title: 'Oral riddles',
      abstract: `We collect riddles. ${sentence}`,
      publish_date: '2020',
      language: 'en',
    },
  ])
  const { of, citations } = await collectAnswer(
    ctx,
    createAnswerTask('How are riddles collected without books?'),
  )
  expect(citations.length).toBeGreaterThan(0)
  expect(of('status').map((each) => each.text)).not.toContain(UNTOLD)
})

test('an absence that papers tell is not said to be missing', async () => {
  const { ctx } = await answerScene([
    {
      title: 'Oral riddles',
      abstract: 'We collect riddles without books.',
      publish_date: '2020',
      language: 'en',
    },
  ])
  const { of } = await collectAnswer(ctx, createAnswerTask('How are riddles collected without books?'))
  expect(of('status').map((each) => each.text)).not.toContain(UNTOLD)
})

test('an author whose papers say it in another language is shown with them, as what is near', async () => {
  const { ctx, ids } = await answerScene([
    ...RIDDLES,
    { title: 'Mathematics for factories', abstract: 'Mathematics helps factories.', language: 'en' },
    {
      title: '统筹方法平话',
      abstract: '用浅显的话介绍统筹方法，供工厂和农村安排工作。',
      creators: [{ name: '华罗庚', role: 'author', affiliations: [] }],
      publish_date: '1965',
      language: 'zh',
    },
  ])
  const heard = await collectAnswer(
    ctx,
    createAnswerTask('What did Hua Luogeng (华罗庚) write to bring mathematics to factories?'),
  )
  expect(heard.citations.map(({ paper_id }) => paper_id)).toEqual([ids.at(-1)])
  const stranger = await collectAnswer(
    ctx,
    createAnswerTask('What did Ann Miller write about volcanoes and glaciers?'),
  )
  expect(stranger.of('understood').at(-1)?.chips).toMatchObject([{ kind: 'author' }])
  expect(stranger.text).toContain('No passage answers this directly')
})
