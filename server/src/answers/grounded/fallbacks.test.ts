import { applyAnswerEvent, emptyAnswer } from '@scinav/contract'
import { expect, test } from 'vitest'
import { emptyAnswerFault, ModelFault } from '../../platform/providers/models/fault.ts'
import type { ModelPart } from '../../platform/providers/models/port.ts'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'

/** It bounds a time in words, so the first request is for a plan. */
const QUESTION = 'How does heat affect perovskite solar cells in recent work?'

/** The state of an answer by a model that writes the given parts, then fails where a fault is given. */
async function answered(parts: ModelPart[], fault: Error | null = null, more = {}) {
  const { ctx } = await answerScene()
  const { model } = scriptedChatModel([parts])
  const { stream } = model
  let asked = 0
  model.stream = async function* (request, signal) {
    asked += 1
    yield* stream(request, signal)
    if (fault && asked > 1) throw fault
  }
  const heard = await collectAnswer(ctx, createAnswerTask(QUESTION, { model, ...more }))
  return heard.parts.reduce(applyAnswerEvent, emptyAnswer())
}

test.each<[string, ModelPart[], Error | null, string]>([
  [
    'has spent its quota',
    [],
    new ModelFault('quota_exceeded', '今天的模型用量已达上限。', false),
    '模型没有回答（今天的模型用量已达上限），以下改用原文摘录回答',
  ],
  [
    'is down',
    [],
    new ModelFault('provider_error', '与模型服务的连接中断，请重试。', true),
    '模型没有回答（与模型服务的连接中断，请重试），以下改用原文摘录回答',
  ],
  ['only reasons', [], emptyAnswerFault(false), '改用原文摘录回答'],
  ['writes nothing', [], null, '模型没有写出内容，以下改用原文摘录回答'],
  ['writes spaces', [textPart(' \n')], null, '模型没有写出内容，以下改用原文摘录回答'],
  [
    'declines in English',
    [textPart("I'm sorry, but I can’t help with that.")],
    null,
    '模型拒绝回答这个问题，以下改用原文摘录回答',
  ],
  [
    'declines in Chinese',
    [textPart('很抱歉，我无法回答这个问题。')],
    null,
    '模型拒绝回答这个问题，以下改用原文摘录回答',
  ],
])('where a model %s, quotes answer and a note says why', async (_name, parts, fault, note) => {
  const { answer, citations, notices } = await answered(parts, fault)
  expect(notices.join('\n')).toContain(note)
  expect(answer).toContain('Heat stability rises threefold')
  expect(answer).not.toMatch(/sorry|抱歉/)
  expect(citations.length).toBeGreaterThan(0)
  for (const { n, start, end } of citations) expect(answer.slice(start, end)).toBe(`[${n}]`)
})

test('an answer that says what the evidence lacks is not taken for a refusal', async () => {
  const said = '所给证据无法回答这个问题。'
  const { answer, notices } = await answered([textPart(said)])
  expect(answer).toBe(said)
  expect(notices).toEqual([])
})

test('an empty translation is a fault that can be retried, never a blank', async () => {
  await expect(answered([], null, { grounded: false })).rejects.toMatchObject({
    code: 'provider_error',
    retryable: true,
  })
})
