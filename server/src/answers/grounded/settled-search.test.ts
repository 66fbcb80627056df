import type { Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'

const PAPERS: Partial<Work>[] = [
  {
    title: 'Moss on roofs cools rooms',
    abstract: 'Moss on roofs cools the rooms below by 3 °C. Roofs with moss are seldom swept.',
    publish_date: '2015',
  },
  {
    title: 'Moss in wet climates',
    abstract: 'Moss covers shaded walls. Moss holds eight times its weight in water.',
    publish_date: '2017',
  },
  {
    title: 'Gravel on roofs',
    abstract: 'Gravel on roofs keeps the felt in its place.',
    publish_date: '2011',
  },
]
const QUESTION = 'By how many °C does moss on roofs cool the rooms below?'

async function asked(question: string, more: Parameters<typeof createAnswerTask>[1] = {}) {
  const { ctx } = await answerScene(PAPERS)
  const said = scriptedChatModel([[textPart('By 3 °C [E1.1].')]])
  const heard = await collectAnswer(ctx, createAnswerTask(question, { model: said.model, ...more }))
  return { ...said, heard, tasks: said.helped.map(({ task }) => task) }
}

test('a question that the search itself answers costs one request, without a word about a missing plan', async () => {
  const { tasks, requests, heard } = await asked(QUESTION)

  expect(tasks).toEqual([])
  expect(requests).toHaveLength(1)
  expect(requests[0]?.messages.at(-1)?.content).toContain('[E1] Moss on roofs cools rooms')
  expect(requests[0]?.messages[0]?.content).toContain('Begin with the figure and its unit')
  expect(heard.of('status')).toEqual([])
  expect(heard.text).toBe('By 3 °C [1].')
})

test('a question that one source alone is about costs one request, whatever its sentences say', async () => {
  expect((await asked('What happens to the felt below gravel on roofs?')).tasks).toEqual([])
})

const EARLIER = [{ question: 'What grows on roofs?', answer: 'Moss.' }]

test.each([
  ['asks two things of it', QUESTION.replace('?', ', and why are roofs with moss seldom swept?'), {}],
  ['consists of two questions', `${QUESTION} And why are roofs with moss seldom swept?`, {}],
  ['excludes something', 'By how many °C does moss on roofs without gravel cool the rooms below?', {}],
  ['misspells a word', 'By how many °C does mosss on roofs cool the rooms below?', {}],
  [
    'continues a conversation',
    'By how many °C does it cool the rooms below?',
    { history: [{ question: 'What does moss on roofs do?', answer: 'It cools.' }] },
  ],
])('a question that one source answers costs one request where it %s', async (_name, question, more) => {
  expect((await asked(question, more)).tasks).toEqual([])
})

test.each([
  ['follows a conversation that it does not continue', QUESTION, { history: EARLIER }],
  ['bounds a time in words', 'By how many °C does moss on roofs cool the rooms below in recent work?', {}],
  ['wants many sources', 'Which papers say by how many °C moss on roofs cools the rooms below?', {}],
  ['is only near what was found', 'By how many °C does moss on walls warm the barns behind?', {}],
])('a question that %s is planned', async (_name, question, more) => {
  expect((await asked(question, more)).tasks).toContain('plan')
})

test('a search that is slow does not keep the plan waiting', async () => {
  const { ctx } = await answerScene(PAPERS)
  const planned = Promise.withResolvers<void>()
  const { library } = ctx
  let searches = 0
  const current = async () => {
    searches += 1
    // The first look at the library corrects the question; the search itself comes after it.
    if (searches > 1) await planned.promise
    return library.current()
  }
  const plan = async () => {
    planned.resolve()
    return JSON.stringify({ question: QUESTION })
  }
  const said = scriptedChatModel([[textPart('By 3 °C [E1.1].')]], 32_000, { plan })
  const slow = { ...ctx, library: { ...library, current } }
  const heard = await collectAnswer(slow, createAnswerTask(QUESTION, { model: said.model }))

  expect(heard.text).toBe('By 3 °C [1].')
})
