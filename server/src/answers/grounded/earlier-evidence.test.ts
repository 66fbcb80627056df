import type { Citation } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'
import { evidenceIds, withEvidenceIds } from './earlier-evidence.ts'

const turn = (question: string, heard: { text: string; citations: Citation[] }) => ({
  question,
  answer: heard.text,
  citations: heard.citations,
})

test('what an answer cited keeps its id through the chat, and new evidence gets the next', async () => {
  const { ctx } = await answerScene()
  const first = scriptedChatModel([[textPart('Heat stability rises threefold [E1]. 钙钛矿怕湿 [E2].')]])
  const one = await collectAnswer(
    ctx,
    createAnswerTask('How stable are perovskite solar cells?', { model: first.model }),
  )
  expect(one.citations).toHaveLength(2)
  const history = [turn('How stable are perovskite solar cells?', one)]
  const ids = evidenceIds(history)

  const second = scriptedChatModel([
    [textPart('Transfer improves BLEU by 4.2 points [E3]; heat does not matter [E1].')],
  ])
  const two = await collectAnswer(
    ctx,
    createAnswerTask('How is machine translation improved?', { model: second.model, history }),
  )
  const sent = second.requests[0]?.messages ?? []
  expect(sent[2]?.content).toContain('Heat stability rises threefold [E1].')
  expect(sent.at(-1)?.content).toContain('[E3] Neural machine translation')
  // An earlier id still stands for its passage.
  expect(two.citations.map(({ passage_id }) => passage_id)).toEqual([
    expect.stringContaining(':abstract'),
    one.citations[0]?.passage_id,
  ])
  const later = evidenceIds([...history, turn('How is machine translation improved?', two)])
  for (const [passage, id] of ids) expect(later.get(passage)).toBe(id)
})

test('a question that goes on is answered from what was cited as well, where the plan says so', async () => {
  const { ctx } = await answerScene()
  const first = scriptedChatModel([[textPart('Heat stability rises threefold [E1].')]])
  const question = 'How does heat affect perovskite solar cells?'
  const one = await collectAnswer(ctx, createAnswerTask(question, { model: first.model }))
  const plan = () =>
    JSON.stringify({
      question: 'By how much does heat stability of perovskite solar cells rise?',
      enough: true,
    })
  const second = scriptedChatModel([[textPart('Threefold [E1].')]], 32_000, { plan })
  const asked = createAnswerTask('By how much?', { model: second.model, history: [turn(question, one)] })
  const two = await collectAnswer(ctx, asked)
  const sent = second.requests[0]?.messages.at(-1)?.content ?? ''
  expect(sent).toMatch(/^<evidence-\w+>\n\[E1\] Stability of perovskite/)
  expect(sent).toContain('The question below means: By how much does heat stability')
  expect(sent.endsWith('By how much?')).toBe(true)
  expect(two.citations[0]?.passage_id).toBe(one.citations[0]?.passage_id)
})

test('the last answer in another form is made of that answer, its evidence with it', async () => {
  const { ctx } = await answerScene()
  const first = scriptedChatModel([[textPart('Heat stability rises threefold [E1].')]])
  const question = 'How does heat affect perovskite solar cells?'
  const one = await collectAnswer(ctx, createAnswerTask(question, { model: first.model }))
  const second = scriptedChatModel([
    [textPart('| what | how much |\n|---|---|\n| heat stability | threefold [E1] |')],
  ])
  const two = await collectAnswer(
    ctx,
    createAnswerTask('用表格列出来', { model: second.model, history: [turn(question, one)] }),
  )
  expect(second.helped).toEqual([])
  expect(second.requests[0]?.messages[0]?.content).toContain('change its form only')
  expect(two.text).toContain('threefold [1] |')
  expect(two.citations[0]?.passage_id).toBe(one.citations[0]?.passage_id)
})

test('numbers without a source stay text, and ids that a document wrote are no ids', () => {
  const citations = [{ start: 4, end: 7, passage_id: 'p', paper_id: 'p' }]
  const answer = 'Rain[1] falls [2] as 「see [E9]」.'
  expect(withEvidenceIds({ question: '', answer, citations }, new Map([['p', 'E1']]))).toBe(
    'Rain[E1] falls [2] as 「see (E9)」.',
  )
})
