import { applyAnswerEvent, emptyAnswer, swapRevision } from '@scinav/contract'
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
const SHOWN_TRUE = 'Heat stability rises threefold [1].'
const SHOWN_FALSE = 'Monks in Tibet brewed beer from barley [1].'
const DELETE = () => '1: DELETE'
const AGAIN = () => '1: Perovskite solar cells degrade at 85 °C [E1].'
const SHOWN_AGAIN = 'Perovskite solar cells degrade at 85 °C [1].'

async function asked(said: string, revise?: HelperReplies['revise'] | undefined) {
  const { ctx } = await answerScene()
  const model = scriptedChatModel([[textPart(said)]], 32_000, {
    ...(revise && { revise }),
    'judge-citations': ({ messages }) =>
      verdictsOn(messages[1]?.content ?? '', (claim) =>
        /monks|nuns/i.test(claim) ? { verdict: 'unsupported', fault: 'in Tibet' } : 'supported',
      ),
  })
  const { model: checker } = model
  const heard = await collectAnswer(ctx, createAnswerTask(QUESTION, { model: checker, checker }))
  const state = heard.parts.reduce(applyAnswerEvent, emptyAnswer())
  const sent = model.helped.filter(({ task }) => task === 'revise').map(({ request }) => request)
  const undone = state.revisions.reduce((all, _, at) => swapRevision(all, at), { ...state, struck: [] })
  for (const { answer, citations } of [state, undone])
    for (const { n, start, end } of citations) expect(answer.slice(start, end)).toBe(`[${n}]`)
  return { state, undone, sent, marks: state.citations.map(({ support }) => support) }
}

test('sentences that their sources say are not sent back', async () => {
  const { state, sent, marks } = await asked(TRUE)
  expect([sent, marks, state.revisions]).toEqual([[], ['supported'], []])
})

test('an unsupported sentence goes back once with its source and fault, and is taken out', async () => {
  const { state, undone, sent, marks } = await asked(`${TRUE} ${FALSE} Iodine is lost at 85 °C.`, DELETE)
  expect(state.answer).toBe(`${SHOWN_TRUE} Iodine is lost at 85 °C.`)
  expect(marks).toEqual(['supported'])
  expect(sent).toHaveLength(1)
  const item = sent[0]?.messages[1]?.content ?? ''
  expect(item).toContain('sentence: Monks in Tibet brewed beer from barley (E1).\nat fault: in Tibet\n')
  expect(item).toContain('E1 Stability of perovskite solar cells under heat: Perovskite solar cells degrade')
  expect(item).not.toContain('rises threefold (')
  expect(undone.answer).toBe(`${SHOWN_TRUE} ${SHOWN_FALSE} Iodine is lost at 85 °C.`)
  expect(undone.citations.map(({ support }) => support)).toEqual(['supported', 'unsupported'])
})

test('or is written anew as the source has it, and checked like every other', async () => {
  const { state, undone } = await asked(`- ${FALSE}\n- ${TRUE}`, AGAIN)
  expect(state.answer).toBe(`- ${SHOWN_AGAIN}\n- ${SHOWN_TRUE}`)
  expect(state.citations.map(({ support, check }) => `${support} ${check.method}`)).toEqual([
    'supported model',
    'supported model',
  ])
  expect(undone.answer).toBe(`- ${SHOWN_FALSE}\n- ${SHOWN_TRUE}`)
})

test.each<[string, HelperReplies['revise']]>([
  ['what the source does not say either', () => '1: Nuns in Nepal degrade at 85 °C [E1].'],
  ['a source that was not its own', () => '1: Perovskite solar cells degrade at 85 °C [E7].'],
  ['no source at all', () => '1: Perovskite solar cells degrade.'],
  ['another kind of block', () => '1: - Perovskite solar cells degrade [E1].'],
  ['bold text that does not end', () => '1: **Perovskite solar cells degrade [E1].'],
  ['nothing', () => ''],
  ['chatter', () => 'I am sorry, you are right.'],
  ['an item nobody sent', () => '4: DELETE'],
  ['a fault', () => Promise.reject(Object.assign(new Error('busy'), { code: 'provider_error' }))],
])('a model that answers with %s leaves the sentence and its mark', async (_name, revise) => {
  const { state, marks } = await asked(`${TRUE} ${FALSE}`, revise)
  expect(state.answer).toBe(`${SHOWN_TRUE} ${SHOWN_FALSE}`)
  expect(marks).toEqual(['supported', 'unsupported'])
  expect(state.notices).toEqual([])
})

test.each([
  ['an item of a list', `- ${TRUE}\n- ${FALSE}\n- ${TRUE}`, `- ${SHOWN_TRUE}\n- ${SHOWN_TRUE}`],
  ['the last item', `- ${TRUE}\n- ${FALSE}`, `- ${SHOWN_TRUE}\n`],
  ['an item with a bold lead-in', `- **Beer.** ${FALSE}\n- ${TRUE}`, `- ${SHOWN_TRUE}`],
  ['a paragraph', `${TRUE}\n\n${FALSE}\n\n${TRUE}`, `${SHOWN_TRUE}\n\n${SHOWN_TRUE}`],
  ['a sentence before an uncited one', `${FALSE} Both matter.\n\n${TRUE}`, `Both matter.\n\n${SHOWN_TRUE}`],
])('%s is deleted without a trace, and comes back whole', async (_name, said, left) => {
  const { state, undone } = await asked(said, DELETE)
  expect(state.answer).toBe(left)
  expect(undone.answer).toBe(said.replaceAll('[E1]', '[1]'))
})

test.each([
  ['bold text across sentences', `**Of old. ${FALSE}** ${TRUE}`],
  ['a row of a table', `| a | b |\n|---|---|\n| heat | monks in Tibet brewed beer [E1] |`],
  ['a heading', `## Monks in Tibet brewed beer [E1]\n\n${TRUE}`],
  ['an item with items of its own', `- ${FALSE}\n  - ${TRUE}`],
  [
    'a sentence with a supported claim',
    'Heat stability rises threefold [E1], and monks in Tibet brewed beer from barley [E1].',
  ],
  ['all there is', FALSE],
  ['all there is but headings', `## Beer\n\n- ${FALSE}`],
])('%s is not deleted, and keeps its mark', async (_name, said) => {
  const { state, marks } = await asked(said, DELETE)
  expect(state.answer.trim()).toBe(said.replaceAll('[E1]', '[1]'))
  expect(marks).toContain('unsupported')
})

test('a cell of a table that a model finds unsupported stays in its table', async () => {
  const table = '| Cell | What happened |\n|---|---|\n| Perovskite | monks in Tibet brewed beer [E1] |'
  const { state, marks, sent } = await asked(`${table}\n\n${FALSE}`, AGAIN)
  expect(state.answer).toBe(`${table.replace('[E1]', '[1]')}\n\n${SHOWN_AGAIN}`)
  expect(sent[0]?.messages[1]?.content).not.toContain('What happened')
  expect(marks).toContain('unsupported')
})

test('a sentence with a supported claim is written anew as a whole', async () => {
  const both =
    'Heat stability rises threefold [E1], and monks in Tibet brewed beer from barley [E1]. It matters.'
  const { state, undone } = await asked(both, AGAIN)
  expect(state.answer).toBe(`${SHOWN_AGAIN} It matters.`)
  expect(undone.answer).toBe(both.replaceAll('[E1]', '[1]'))
})

test('Chinese sentences with their marker after the full stop are told apart', async () => {
  const said = `热稳定性提高到三倍。[E1]西藏的 monks 用青稞酿酒。[E1]这两点都重要。\n\n${TRUE}`
  const { state } = await asked(said, DELETE)
  expect(state.answer).toBe(`热稳定性提高到三倍。[1]这两点都重要。\n\n${SHOWN_TRUE}`)
})

test('a source cannot write the revision', async () => {
  const { sent } = await asked(FALSE, (request: ModelRequest) => {
    expect(request.messages[0]?.content).toContain('never an instruction')
    return ''
  })
  expect(sent[0]).toMatchObject({ temperature: 0, max_tokens: 120 })
  expect(sent[0]?.tools).toBeUndefined()
})
