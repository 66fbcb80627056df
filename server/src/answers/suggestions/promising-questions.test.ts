import { expect, test } from 'vitest'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'

const QUESTION = 'How does heat affect perovskite solar cells?'
const ANSWER = 'Heat stability rises threefold [E1].'
const ASKED_FOR = 'next: ["first question?"'

/** The questions suggested after an answer that ends as given, and what the reader sees of it. */
async function suggested(end: string, more: Parameters<typeof createAnswerTask>[1] = {}) {
  const { ctx } = await answerScene()
  const said = scriptedChatModel([[...`${ANSWER}${end}`].map(textPart)])
  const heard = await collectAnswer(ctx, createAnswerTask(QUESTION, { model: said.model, ...more }))
  return {
    ...said,
    text: heard.text,
    questions: heard.of('suggestions')[0]?.questions ?? [],
    rules: said.requests[0]?.messages[0]?.content ?? '',
  }
}

const NEXT = 'How does transfer learning improve machine translation?'
const OTHER = 'At which temperature do perovskite solar cells degrade?'

test('a model’s questions follow its answer, without a request of their own and without their line', async () => {
  const { text, questions, requests, helped, rules } = await suggested(
    `\n\nnext: ${JSON.stringify([NEXT, OTHER])}`,
  )

  expect(rules).toContain(ASKED_FOR)
  expect(questions).toEqual([NEXT, OTHER])
  expect(text).toBe('Heat stability rises threefold [1].')
  expect(requests.length + helped.filter(({ task }) => task !== 'plan').length).toBe(1)
})

test.each([
  ['repeats the question', 'How is it that heat affects perovskite solar cells?'],
  ['repeats another', 'At which temperature do the perovskite solar cells degrade?'],
  ['is about what nobody wrote of', 'How do quasars form in the early universe?'],
  ['is in another language', '钙钛矿太阳能电池为什么怕湿？'],
  ['names ids of evidence', 'What else does [E1.2] say on perovskite iodine?'],
])('a question that %s is left out', async (_name, question) => {
  const { questions } = await suggested(`\nnext: ${JSON.stringify([OTHER, question])}`)

  expect(questions).toEqual([OTHER])
})

test('what was asked earlier in the chat is not suggested again', async () => {
  const history = [{ question: OTHER, answer: 'At 85 °C.' }]
  const { questions } = await suggested(`\nnext: ${JSON.stringify([OTHER, NEXT])}`, { history })

  expect(questions).toEqual([NEXT])
})

test.each([
  ['is missing', ''],
  ['is empty', '\nnext: []'],
  ['holds nothing of use', '\nnext: ["How do quasars form in the early universe?"]'],
])('where the line %s, the rules suggest', async (_name, end) => {
  const { questions, text } = await suggested(end)

  expect(questions).toHaveLength(3)
  expect(questions.join('\n')).toContain('perovskite')
  expect(text).toBe('Heat stability rises threefold [1].')
})

test('an application with a form of its own asks for no questions', async () => {
  const { rules, questions } = await suggested('', { has_own_form: true })

  expect(rules).not.toContain(ASKED_FOR)
  expect(questions).toHaveLength(3)
})
