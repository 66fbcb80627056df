import { expect, test } from 'vitest'
import { filterAnswered } from '../answers/suggestions/filter-answered.ts'
import { answerScene, collectAnswer, createAnswerTask } from '../testing/answers.ts'
import { findNamedPapers } from './named-papers.ts'

const paper = (title: string, abstract: string) => ({ title, abstract, publish_date: '2020', language: 'en' })
const RIDDLES = paper(
  'Riddles of the north: a corpus of riddles with their answers',
  'Riddles are little studied. We propose a method that parses riddles by rule. Our results show an accuracy of 71%.',
)
const OTHERS = [
  paper('A corpus of riddles', 'We use a corpus of riddles. The method of a corpus of riddles is old.'),
  paper('Machine translation', 'Machine translation is old.'),
]

test('papers are known by whole titles, by what stands before a colon, and where a title was cut', async () => {
  const { ctx, ids } = await answerScene([RIDDLES, ...OTHERS])
  const named = (question: string) => findNamedPapers(ctx, question)
  expect(await named('《Riddles of the north》用了什么方法？')).toEqual([ids[0]])
  expect(await named('《Riddles of the north: a corpus of riddles…》用了什么方法？')).toEqual([ids[0]])
  expect(
    await named(
      'How do "Riddles of the north: a corpus of riddles with their answers" and "A corpus of riddles" differ?',
    ),
  ).toEqual(ids.slice(0, 2))
  expect(await named('《Riddles of the north》与《A corpus of riddles》有何异同？')).toEqual([ids[0], ids[1]])
  expect(await named('《Riddles of the north》与《No such book》有何异同？')).toEqual([])
  expect(await named('What is "machine translation"?')).toEqual([])
  expect(await named('什么是谜语？')).toEqual([])
})

test('a mistyped title is known where its numbers are right', async () => {
  const { ctx, ids } = await answerScene([
    paper('Shared task 2016 on the parsing of riddles', 'Riddles are parsed.'),
  ])
  const named = (question: string) => findNamedPapers(ctx, question)
  expect(await named('《Shared task 2016 on the parsng of riddles》用了什么方法？')).toEqual(ids)
  expect(await named('《Shared task 2017 on the parsing of riddles》用了什么方法？')).toEqual([])
})

test('a question that names a paper is answered from it alone, in the language around the title', async () => {
  const { ctx, ids } = await answerScene([RIDDLES, ...OTHERS])
  const { text, citations, of } = await collectAnswer(
    ctx,
    // As a chat asks it.
    createAnswerTask('《Riddles of the north》用了什么方法？', { layout: 'quotes' }),
  )
  expect(text).toMatch(/^摘要里说明方法的原句/)
  expect(new Set(citations.map(({ paper_id }) => paper_id))).toEqual(new Set([ids[0]]))
  expect(of('understood').at(-1)?.lead).toBe('answer')
})

test('what the abstract of a named paper does not state is no answer', async () => {
  const { ctx } = await answerScene([
    paper('On pebbles and stones', 'We introduce pebbles, a collection of stones.'),
  ])
  const { text, of } = await collectAnswer(ctx, createAnswerTask('《On pebbles and stones》有哪些局限？'))
  expect(text).toContain('没有说明局限')
  expect(of('understood').at(-1)?.lead).toBe('related')
})

test('where an abstract shows no finding by its words, what it says is shown beside', async () => {
  const { ctx } = await answerScene([paper('On pebbles and stones', 'Pebbles, a collection of stones.')])
  const { text, of } = await collectAnswer(ctx, createAnswerTask('《On pebbles and stones》的结论是什么？'))
  expect(text).toContain('没有说明结果。它写的是：')
  expect(text).toContain('a collection of stones')
  expect(of('understood').at(-1)?.lead).toBe('related')
})

test('no question is suggested of a paper whose abstract does not state what it asks', async () => {
  const { ctx } = await answerScene([
    RIDDLES,
    paper('On pebbles', 'We introduce pebbles, a collection of stones.'),
  ])
  const any = { paper_ids: [], dataset_id: null, document_ids: [], engines: [] }
  const questions = ['《Riddles of the north》的主要结论是什么？', '《On pebbles》的主要结论是什么？']
  expect(await filterAnswered(ctx, questions, any, new AbortController().signal)).toEqual(
    questions.slice(0, 1),
  )
})

test('a question about "this paper" is about the one that the question before named', async () => {
  const { ctx, ids } = await answerScene([RIDDLES, ...OTHERS])
  const history = [{ question: '《Riddles of the north》用了哪些数据？', answer: '摘要没有说明数据。' }]
  const { citations } = await collectAnswer(ctx, createAnswerTask('这篇文献用了什么方法？', { history }))
  expect(new Set(citations.map(({ paper_id }) => paper_id))).toEqual(new Set([ids[0]]))
})
