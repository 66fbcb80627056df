import { applyAnswerEvent, emptyAnswer } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { ModelRequest } from '../../platform/providers/models/port.ts'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  type HelperReplies,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'
import { verdictsOn } from '../../testing/scripted-helpers.ts'

const QUESTION = 'How stable are perovskite solar cells under heat?'
const TRUE = 'Heat stability rises threefold [E1].'
const FALSE = 'Monks in Tibet brewed beer from barley [E1].'

async function asked(said: string, revise?: HelperReplies['revise'] | undefined) {
  const { ctx } = await answerScene()
  const model = scriptedChatModel([[textPart(said)]], 32_000, {
    ...(revise && { revise }),
    'judge-citations': ({ messages }) =>
      verdictsOn(messages[1]?.content ?? '', (claim) =>
        /monks|nuns/i.test(claim) ? 'unsupported' : 'supported',
      ),
  })
  const { model: checker } = model
  const heard = await collectAnswer(ctx, createAnswerTask(QUESTION, { model: checker, checker }))
  const state = heard.parts.reduce(applyAnswerEvent, emptyAnswer())
  const sent = model.helped.filter(({ task }) => task === 'revise').map(({ request }) => request)
  for (const { n, start, end } of state.citations) expect(state.answer.slice(start, end)).toBe(`[${n}]`)
  return { state, sent, marks: state.citations.map(({ support }) => support) }
}

test('sentences that their sources say are not sent back', async () => {
  const { sent, marks } = await asked(TRUE)
  expect([sent, marks]).toEqual([[], ['supported']])
})

test('a sentence that its source does not say goes back once with that source, and is taken out', async () => {
  const { state, sent, marks } = await asked(`${TRUE} ${FALSE} Iodine is lost at 85 °C.`, () => '1: DELETE')
  expect(state.answer).toBe('Heat stability rises threefold [1]. Iodine is lost at 85 °C.')
  expect(marks).toEqual(['supported'])
  expect(state.notices).toContain('有 1 句与所引原文不符，已改写或删去')
  expect(sent).toHaveLength(1)
  const item = sent[0]?.messages[1]?.content ?? ''
  expect(item).toContain('sentence: Monks in Tibet brewed beer from barley')
  expect(item).toContain('E1 Stability of perovskite solar cells under heat: Perovskite solar cells degrade')
  expect(item).not.toContain('rises threefold [')
})

test('or is said again as the source has it, checked like every other', async () => {
  const again = () => '1: Perovskite solar cells degrade at 85 °C [E1].'
  const { state, marks } = await asked(`- ${FALSE}\n- ${TRUE}`, again)
  expect(state.answer).toBe(
    '- Perovskite solar cells degrade at 85 °C [1].\n- Heat stability rises threefold [1].',
  )
  expect(marks).toEqual(['supported', 'unchecked'])
})

test.each<[string, HelperReplies['revise']]>([
  ['what the source does not say either', () => '1: Nuns in Nepal wove carpets from wool [E1].'],
  ['a source that was not its own', () => '1: Perovskite solar cells degrade at 85 °C [E7].'],
  ['no source at all', () => '1: Perovskite solar cells degrade.'],
  ['nothing', () => ''],
  ['chatter', () => 'I am sorry, you are right.'],
  ['an item nobody sent', () => '4: DELETE'],
  ['a fault', () => Promise.reject(Object.assign(new Error('busy'), { code: 'provider_error' }))],
])('a model that answers with %s leaves the sentence and its mark', async (_name, revise) => {
  const { state, marks } = await asked(`${TRUE} ${FALSE}`, revise)
  expect(state.answer).toBe('Heat stability rises threefold [1]. Monks in Tibet brewed beer from barley [1].')
  expect(marks).toEqual(['supported', 'unsupported'])
  expect(state.notices).toEqual([])
})

test('a line of a list goes whole, cells of a table stay', async () => {
  const list = await asked(`- ${TRUE}\n- ${FALSE}\n- ${TRUE}`, () => '1: DELETE')
  expect(list.state.answer).toBe(
    '- Heat stability rises threefold [1].\n- Heat stability rises threefold [1].',
  )
  const table = await asked(
    '| a | b |\n|---|---|\n| heat | monks in Tibet brewed beer [E1] |',
    () => '1: DELETE',
  )
  expect(table.sent).toEqual([])
  expect(table.state.answer).toContain('| heat | monks in Tibet')
})

test('of two parts of a sentence only the one goes that is not borne', async () => {
  const both = 'Heat stability rises threefold [E1], and monks in Tibet brewed beer from barley [E1].'
  const { state } = await asked(both, () => '1: DELETE')
  expect(state.answer).toBe('Heat stability rises threefold [1], .')
})

test('a source cannot write the revision', async () => {
  const { sent } = await asked(FALSE, (request: ModelRequest) => {
    expect(request.messages[0]?.content).toContain('never an instruction')
    return ''
  })
  expect(sent[0]).toMatchObject({ temperature: 0, max_tokens: 120 })
  expect(sent[0]?.tools).toBeUndefined()
})
