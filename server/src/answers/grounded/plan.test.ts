import { expect, test, vi } from 'vitest'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import type { ModelRequest } from '../../platform/providers/models/port.ts'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  type HelperReplies,
  scriptedChatModel,
  textPart,
  waitForAbort,
} from '../../testing/answers.ts'
import { extractPlanQuestion } from '../../testing/scripted-helpers.ts'
import { answer } from '../answer.ts'

/**
 * The question's own words find the paper on heat; only 湿度 (a plan's word) finds nothing else here. It bounds a
 * time in words, so it is planned.
 */
const QUESTION = 'How does heat affect perovskite solar cells in recent years?'
/** The same in other words. */
const RECENT = 'How does heat affect perovskite solar cells in recent work?'
const ANSWER = 'Heat stability rises threefold [E1].'

async function askedWith(plan: HelperReplies['plan'], question = QUESTION, more: HelperReplies = {}) {
  const { ctx } = await answerScene()
  const said = scriptedChatModel([[textPart(ANSWER)]], 32_000, { ...(plan ? { plan } : {}), ...more })
  const heard = await collectAnswer(ctx, createAnswerTask(question, { model: said.model }))
  const prompt = said.requests[0]?.messages.at(-1)?.content ?? ''
  return { ...said, heard, prompt, notes: heard.of('status').map((each) => each.text) }
}

const NO_PLAN = '模型没有给出可用的检索计划，已按规则检索'

/** What the answer has by the rules alone. */
const HEAT = '] Stability of perovskite solar cells under heat'

test('a good plan finds what the words of the question do not, and says how to answer', async () => {
  const plan = {
    question: QUESTION,
    type: 'number',
    queries: ['迁移学习 低资源 神经机器翻译', 'perovskite heat degradation'],
  }
  const { prompt, requests, notes, heard, helped } = await askedWith(() => JSON.stringify(plan))
  expect(prompt).toContain(HEAT)
  expect(prompt).toContain('] Neural machine translation for low-resource languages')
  expect(requests[0]?.messages[0]?.content).toContain('Begin with the figure and its unit')
  expect(heard.of('retrieval')[0]?.query).toContain('迁移学习')
  expect([notes, heard.text]).toEqual([[], 'Heat stability rises threefold [1].'])
  expect(helped[0]).toMatchObject({ task: 'plan', request: { temperature: 0, max_tokens: 400 } })
})

test('a plan that leaves the question empty keeps it as it was asked, and its type', async () => {
  const plan = { question: '', type: 'number', queries: ['湿度'], filters: null }
  const { prompt, requests, notes, heard } = await askedWith(() => JSON.stringify(plan))
  expect(prompt.endsWith(`\n\n${QUESTION}`)).toBe(true)
  expect(requests[0]?.messages[0]?.content).toContain('Begin with the figure and its unit')
  expect(heard.of('retrieval')[0]?.query).toContain('湿度')
  expect(notes).toEqual([])
})

test('a plan is read from among the words that a model puts around it', async () => {
  const plan = { question: QUESTION, queries: ['迁移学习 低资源 神经机器翻译'] }
  const { heard, notes } = await askedWith(
    () => `Here is it:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\`\nDone.`,
  )
  expect(heard.of('retrieval')[0]?.query).toContain('迁移学习')
  expect(notes).toEqual([])
})

test.each<[string, HelperReplies['plan']]>([
  ['that is no JSON', () => 'Sure! I would search for "perovskite".'],
  ['that is half an object', () => '{"question": "How does heat affect'],
  ['that says nothing', () => ''],
  ['without a question', () => '{"queries": ["perovskite"]}'],
  ['that is a list', () => '[1, 2]'],
  ['of another shape', () => '{"question": {"text": "heat"}, "queries": "perovskite"}'],
  ['that never came', () => Promise.reject(Object.assign(new Error('down'), { code: 'provider_error' }))],
])('with a plan %s the rules look the question up, and the reader is told', async (_name, plan) => {
  const { prompt, notes, heard } = await askedWith(plan)
  expect(prompt).toContain(HEAT)
  expect(prompt.endsWith(`\n\n${QUESTION}`)).toBe(true)
  expect(notes).toEqual([NO_PLAN])
  expect(heard.citations).toMatchObject([{ n: 1, support: 'unchecked' }])
})

test('a plan that cannot be read is asked for once more, with what was written', async () => {
  const replies = [
    'I would search for perovskite.',
    JSON.stringify({ question: QUESTION, queries: ['湿度'] }),
  ]
  const { helped, notes, heard } = await askedWith(() => replies.shift() ?? '')
  const plans = helped.filter(({ task }) => task === 'plan').map(({ request }) => request)
  expect(plans.map(({ reply_schema }) => reply_schema)).toEqual(
    Array(2).fill(expect.objectContaining({ type: 'object' })),
  )
  expect(plans[1]?.messages.slice(2)).toEqual([
    { role: 'assistant', content: 'I would search for perovskite.' },
    { role: 'user', content: expect.stringContaining('could not be read') },
  ])
  expect(notes).toEqual([])
  expect(heard.of('retrieval')[0]?.query).toContain('湿度')
})

test('a plan that was not made because the quota is spent is told as that', async () => {
  const spent = new ModelFault('quota_exceeded', '今天的模型用量已达上限。', false)
  const { notes } = await askedWith(() => Promise.reject(spent))
  expect(notes).toEqual(['这一步没有用模型（今天的模型用量已达上限），已按规则检索'])
})

test.each([
  ['eight seconds is not waited for where the question has found direct evidence', RECENT, 8_000],
  ['fifteen seconds is not waited for', 'Which tea houses glow in the dark in recent work?', 15_000],
])('a plan that takes longer than %s', async (_title, question, limit) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const begun = Promise.withResolvers<AbortSignal>()
    const late = (_: ModelRequest, signal: AbortSignal) => {
      begun.resolve(signal)
      return waitForAbort(signal)
    }
    const asked = askedWith(late, question)
    const signal = await begun.promise
    await vi.advanceTimersByTimeAsync(limit - 100)
    expect(signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    const { notes } = await asked
    expect(notes).toContain(NO_PLAN)
  } finally {
    vi.useRealTimers()
  }
})

test('the question is searched for while its plan is made', async () => {
  const { ctx } = await answerScene()
  const searched = Promise.withResolvers<void>()
  const { library } = ctx
  const current = () => {
    searched.resolve()
    return library.current()
  }
  const plan = async () => {
    await searched.promise
    return JSON.stringify({ question: QUESTION })
  }
  const said = scriptedChatModel([[textPart(ANSWER)]], 32_000, { plan })
  const heard = await collectAnswer(
    { ...ctx, library: { ...library, current } },
    createAnswerTask(QUESTION, { model: said.model }),
  )
  expect(heard.text).toBe('Heat stability rises threefold [1].')
})

test('a plan that drops the question adds what it looks for, but the question stays and so does what it finds', async () => {
  const lost = {
    question: 'Who drank tea in Chengdu?',
    type: 'list',
    parts: ['tea', 'Chengdu'],
    queries: ['tea houses'],
  }
  const { prompt, requests } = await askedWith(() => JSON.stringify(lost))
  expect(prompt).toContain(`[E1${HEAT}`)
  expect(prompt).not.toContain('Who drank tea')
  expect(requests[0]?.messages[0]?.content).not.toContain('One table: title')
  expect(requests[0]?.messages[0]?.content).not.toContain('Several things are asked')
})

test('a plan in the wrong language leaves the question in its own', async () => {
  const chinese = { question: '热如何影响钙钛矿太阳能电池？', type: 'cause', queries: ['钙钛矿 热稳定性'] }
  const { prompt, requests } = await askedWith(() => JSON.stringify(chinese))
  expect(prompt).toContain(HEAT)
  expect(prompt).not.toContain('热如何影响')
  expect(requests[0]?.messages[0]?.content).toContain('Name the causes')
})

test('filters that nobody stated are not kept, those that the question states are', async () => {
  const { ctx } = await answerScene()
  const filtered = (question: string, filters: object) => {
    const plan = JSON.stringify({ question, filters })
    return scriptedChatModel([[textPart(ANSWER)]], 32_000, { plan: () => plan })
  }
  const ask = async (question: string, filters: object) => {
    const said = filtered(question, filters)
    await collectAnswer(ctx, createAnswerTask(question, { model: said.model }))
    return said.requests[0]?.messages.at(-1)?.content ?? ''
  }
  expect(await ask('perovskite solar cells', { from: 2023, authors: ['Nobody'] })).toContain(HEAT)
  const since = await ask('perovskite solar cells since 2023', { from: 2023 })
  expect(since).toContain('] 钙钛矿太阳能电池的稳定性')
  expect(since).not.toContain(HEAT)
})

test('a question is never turned down before the plan has looked for it in other words', async () => {
  const plan = (request: ModelRequest) =>
    JSON.stringify({
      question: extractPlanQuestion(request.messages[1]?.content ?? ''),
      queries: ['茶馆', 'tea houses Chengdu'],
    })
  const said = scriptedChatModel([[textPart('Tea houses shaped urban life [E1].')]], 32_000, { plan })
  const { ctx } = await answerScene()
  const heard = await collectAnswer(
    ctx,
    createAnswerTask('蓉城喝盖碗的去处怎样塑造了街坊？', { model: said.model }),
  )
  expect(heard.text).toBe('Tea houses shaped urban life [1].')
})

test('whoever stops an answer stops its plan at once', async () => {
  const { ctx } = await answerScene()
  const stop = new AbortController()
  const begun = Promise.withResolvers<AbortSignal>()
  const hanging = (_: ModelRequest, signal: AbortSignal) => {
    begun.resolve(signal)
    return waitForAbort(signal)
  }
  const { model, requests } = scriptedChatModel([[textPart('never')]], 32_000, { plan: hanging })
  const run = async () => {
    for await (const part of answer(ctx, createAnswerTask(QUESTION, { model }), stop.signal)) void part
  }
  const ended = run()
  const heard = await begun.promise
  stop.abort(new Error('stopped'))
  await expect(ended).rejects.toThrow('stopped')
  expect(heard.aborted).toBe(true)
  expect(requests).toEqual([])
})
