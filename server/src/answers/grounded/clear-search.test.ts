import { expect, test } from 'vitest'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'

const RIVERS = ['Elbe', 'Rhine', 'Oder', 'Weser', 'Danube', 'Spree']
const PAPERS = RIVERS.map((river) => ({
  title: `Eels of the ${river}`,
  abstract: `Eels of the ${river} pass dams at night. Fishers of the ${river} count eels each spring.`,
}))

interface ScriptedPlan {
  type: string
  queries: string[]
  question?: string
  parts?: string[]
}

// A question that bounds a time in words is planned, whatever the search finds.
const QUESTION = 'How do eels of the Oder pass dams in recent work?'

/** Asks about one river with a plan, and returns the helper tasks of the model and the prompt of the answer. */
async function asked(plan: ScriptedPlan, has_own_form = false) {
  const { ctx } = await answerScene(PAPERS)
  const said = scriptedChatModel([[textPart('At night [E1.1].')]], 32_000, {
    plan: () => JSON.stringify({ question: QUESTION, ...plan }),
  })
  await collectAnswer(ctx, createAnswerTask(QUESTION, { model: said.model, has_own_form }))
  return { tasks: said.helped.map(({ task }) => task), prompt: said.requests[0]?.messages ?? [] }
}

const AGREEING = ['Oder eels dams', 'passing dams Oder']
const DIFFERING = ['Rhine eels', 'Danube fishers', 'Spree eels', 'Elbe eels']
const PARTS = ['How do eels pass dams?', 'Who counts eels of the Rhine?']

test.each<[string, ScriptedPlan, boolean]>([
  ['where the searches agree on a source, none is asked', { type: 'method', queries: AGREEING }, false],
  ['where most agree in a comparison, none is asked', { type: 'comparison', queries: AGREEING }, false],
  [
    'where they differ on one thing, the writer sees what each found',
    { type: 'method', queries: DIFFERING, question: 'How do eels of the Weser pass dams?' },
    false,
  ],
  [
    'where few agree on a question of several parts, one is asked',
    { type: 'method', queries: DIFFERING, parts: PARTS },
    true,
  ],
  ['where parts are compared, one is asked', { type: 'comparison', queries: AGREEING, parts: PARTS }, true],
  [
    'for a list, the writer sees what each found',
    { type: 'list', queries: ['Oder eels dams', 'eels fishers spring'] },
    false,
  ],
])('of judges of evidence: %s', async (_name, plan, isJudged) => {
  const { tasks } = await asked(plan)

  expect(tasks.includes('judge-evidence')).toBe(isJudged)
})

test('the source on which the searches agree comes first in the evidence', async () => {
  const { prompt } = await asked({ type: 'method', queries: ['Oder eels dams', 'passing dams Oder'] })

  expect(prompt.at(-1)?.content).toContain('[E1] Eels of the Oder')
})

test('what one search ranks first comes before what the other searches have far down', async () => {
  const more = ['Isar', 'Main', 'Saale', 'Neisse', 'Havel', 'Ems'].map((river) => ({
    title: `Eels of the ${river}`,
    abstract: `Eels of the ${river} pass dams at night.`,
  }))
  const ladder = { title: 'Ladders for lampreys', abstract: 'Lampreys climb ladders of wet stone.' }
  const { ctx } = await answerScene([...PAPERS, ...more, ladder])
  const plan = { question: QUESTION, type: 'list', queries: ['eels dams night', 'lampreys ladders'] }
  const said = scriptedChatModel([[textPart('At night [E1.1].')]], 32_000, {
    plan: () => JSON.stringify(plan),
  })
  await collectAnswer(ctx, createAnswerTask(QUESTION, { model: said.model }))

  const offered = said.requests[0]?.messages.at(-1)?.content ?? ''
  const titles = [...offered.matchAll(/^\[E\d+\] ([^·]+) ·/gm)].map(([, title]) => title)
  expect(titles).toHaveLength(13)
  expect(titles.indexOf('Ladders for lampreys')).toBeLessThan(8)
  expect(titles[0]).toBe('Eels of the Oder')
})

test('a search in other words is not held to what the question excludes in its own', async () => {
  const question = 'How do eels of the Oder pass dams in recent work without wooden ladders or steps?'
  const { ctx } = await answerScene([
    ...PAPERS,
    { title: 'Climbing lampreys', abstract: 'Lampreys climb wet walls.' },
  ])
  const said = scriptedChatModel([[textPart('At night [E1.1].')]], 32_000, {
    plan: () => JSON.stringify({ question, type: 'list', queries: ['lampreys climb'] }),
  })
  await collectAnswer(ctx, createAnswerTask(question, { model: said.model }))

  expect(said.requests[0]?.messages.at(-1)?.content).toContain('Climbing lampreys')
})

test('a form is suggested by the type of the question, unless the application has its own', async () => {
  const plan = { type: 'method', queries: ['Oder eels dams'] }
  const form = 'Tell what it consists of'

  expect((await asked(plan)).prompt[0]?.content).toContain(form)
  expect((await asked(plan, true)).prompt[0]?.content).not.toContain(form)
})
