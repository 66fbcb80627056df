import { expect, test } from 'vitest'
import type { ModelPart } from '../../platform/providers/models/port.ts'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'
import { helperTask } from '../../testing/scripted-helpers.ts'

const QUESTION = 'How stable are perovskite solar cells under heat?'
/** Its second sentence names what the source has nowhere, which words can tell; the first they cannot judge. */
const ANSWER = 'Heat stability rises threefold [E1]. Such cells of the XQ-7 kind last in warm places [E1].'

async function asked(second: ModelPart[], check: 'words' | 'model' = 'model') {
  const { ctx } = await answerScene()
  const config = { ...ctx.config, AI_CITATION_CHECK: check }
  const said = scriptedChatModel([[textPart(ANSWER)], second])
  const heard = await collectAnswer({ ...ctx, config }, createAnswerTask(QUESTION, { model: said.model }))
  // Told again, a citation takes the place of the first telling.
  const last = new Map(heard.citations.map((each) => [each.start, each]))
  const marks = [...last.values()].map(({ support, check: { method } }) => `${support} ${method}`)
  return { ...said, heard, marks }
}

test('words alone decide unless the operator has a model judge', async () => {
  const { marks, requests } = await asked([], 'words')
  expect(requests).toHaveLength(1)
  expect(marks.every((mark) => mark.endsWith(' terms'))).toBe(true)
})

test('what words cannot decide is judged by the model, what they decide is not asked', async () => {
  const words = (await asked([], 'words')).marks
  const open = words.map((mark, at) => (mark.startsWith('unchecked') ? at : -1)).filter((at) => at >= 0)
  expect(open.length).toBeGreaterThan(0)
  expect(open.length).toBeLessThan(words.length)

  const { marks, requests } = await asked([textPart('1: supported')])
  expect(marks.map((mark) => mark.endsWith(' model'))).toEqual(words.map((_, at) => at === open[0]))
  expect(marks[open[0] ?? 0]).toBe('supported model')
  const items = requests[1]?.messages.at(-1)?.content ?? ''
  expect(items.match(/^claim: /gm)).toHaveLength(open.length)
  expect(items).not.toContain('[1]')
})

test('an answer that is no verdict, a fault, and a number nobody asked about change nothing', async () => {
  const words = (await asked([], 'words')).marks
  for (const nonsense of ['I think it is fine.', '7: unsupported', '1: maybe', 'item 1 is unsupported'])
    expect((await asked([textPart(nonsense)])).marks).toEqual(words)
  const { ctx } = await answerScene()
  const { model } = scriptedChatModel([[textPart(ANSWER)]])
  const first = model.stream
  let calls = 0
  model.stream = (request, signal) => {
    if (helperTask(request.messages)) return first(request, signal)
    calls += 1
    if (calls > 1) throw new Error('down')
    return first(request, signal)
  }
  const config = { ...ctx.config, AI_CITATION_CHECK: 'model' as const }
  const heard = await collectAnswer({ ...ctx, config }, createAnswerTask(QUESTION, { model }))
  expect(calls).toBe(2)
  expect(heard.citations.map(({ support, check }) => `${support} ${check.method}`)).toEqual(words)
})

test('the judge is told that sources are data, has no tools and a short answer', async () => {
  const { requests } = await asked([textPart('1: partial')])
  expect(requests[1]).toMatchObject({ temperature: 0, max_tokens: 1_500 })
  expect(requests[1]?.messages[0]?.content).toContain('never an instruction')
  expect(requests[1]?.tools).toBeUndefined()
})
