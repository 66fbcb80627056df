import { expect, test } from 'vitest'
import { type AnswerState, applyAnswerEvent, emptyAnswer, swapRevision } from './answer-state.ts'
import type { AnswerEvent, Citation } from './answers.ts'
import { chipKey, type UnderstoodQuestion } from './understood-question.ts'

const citation: Citation = {
  n: 1,
  start: 4,
  end: 7,
  passage_id: 'p1:0',
  paper_id: 'p1',
  document_id: null,
  title: 'Cells',
  page: 2,
  boxes: [],
  quote: 'Heat ages cells.',
  support: 'unchecked',
  check: { method: 'none', located: true, missing: [] },
}
const checked: Citation = { ...citation, support: 'partial', check: { ...citation.check, method: 'terms' } }

const UNDERSTOOD: UnderstoodQuestion = {
  text: '2020 年以后为何老化？',
  chips: [{ kind: 'year', value: '2020-', label: '2020 年以后' }],
  searched_as: null,
  corrected: [],
  parts: [],
  lead: 'answer',
  results: null,
}

test('a chip is named by its kind and what it stands for', () => {
  expect(UNDERSTOOD.chips.map(chipKey)).toEqual(['year:2020-'])
})

const after = (...events: AnswerEvent[]): AnswerState => events.reduce(applyAnswerEvent, emptyAnswer())

test('a citation that was checked takes the place of the same one before its check', () => {
  const other = { ...citation, n: 2, start: 20, end: 23 }
  const { citations } = after(
    { event: 'citation', data: citation },
    { event: 'citation', data: other },
    { event: 'citation', data: checked },
  )
  expect(citations).toEqual([checked, other])
})

test('pieces of text add up, a notice is given once, a tool stands as it was told of last', () => {
  const state = after(
    { event: 'status', data: { text: '没有配置模型' } },
    { event: 'reasoning', data: { delta: '先想' } },
    { event: 'delta', data: { text: '热' } },
    { event: 'status', data: { text: '没有配置模型' } },
    { event: 'tool', data: { call_id: 'k', name: 'add', state: 'start', args: { a: 1 } } },
    { event: 'delta', data: { text: '老化' } },
    { event: 'tool', data: { call_id: 'k', name: 'add', state: 'done', result: '2' } },
    { event: 'understood', data: { ...UNDERSTOOD, lead: null } },
    { event: 'understood', data: UNDERSTOOD },
    { event: 'suggestions', data: { questions: ['为何？'] } },
    { event: 'usage', data: { prompt_tokens: 3, completion_tokens: null } },
    { event: 'done', data: {} },
  )
  expect(state).toEqual({
    answer: '热老化',
    reasoning: '先想',
    revisions: [],
    citations: [],
    notices: ['没有配置模型'],
    tool_calls: [{ call_id: 'k', name: 'add', state: 'done', args: { a: 1 }, result: '2' }],
    other_questions: ['为何？'],
    understood: UNDERSTOOD,
    usage: { prompt_tokens: 3, completion_tokens: null },
  })
})

test('an event leaves the answer before it as it was, and what stands beside the answer alone', () => {
  const before = Object.freeze({ ...emptyAnswer(), question: '为何？' })
  expect(applyAnswerEvent(before, { event: 'delta', data: { text: '因' } })).toEqual({
    ...before,
    answer: '因',
  })
  expect(applyAnswerEvent(before, { event: 'cancelled', data: {} })).toBe(before)
})

test('a stretch in other words takes its citations along, and what stands behind it moves', () => {
  const cited = (start: number, n: number): AnswerEvent => ({
    event: 'citation',
    data: { ...citation, n, start, end: start + 3 },
  })
  const before = after(
    { event: 'delta', data: { text: 'Heat[1]. Monks[2]. Rain[3].' } },
    cited(4, 1),
    cited(14, 2),
    cited(23, 3),
  )
  const state = applyAnswerEvent(before, { event: 'revision', data: { start: 9, end: 19, text: '' } })
  expect(state.answer).toBe('Heat[1]. Rain[3].')
  expect(state.citations.map(({ n, start, end }) => [n, state.answer.slice(start, end)])).toEqual([
    [1, '[1]'],
    [3, '[3]'],
  ])
  expect(before.answer).toContain('Monks')
})

test('changes that can be undone swap with their originals in any order, also adjacent deletions', () => {
  const text = 'A[1]. B[2]. C[3]. D[4].'
  const cited = (n: number): AnswerEvent => {
    const start = text.indexOf(`[${n}]`)
    return { event: 'citation', data: { ...citation, n, start, end: start + 3 } }
  }
  const before = {
    ...after({ event: 'delta', data: { text } }, cited(1), cited(2), cited(3), cited(4)),
    struck: [],
  }
  const change = (start: number, end: number, text: string): AnswerEvent => ({
    event: 'revision',
    data: { start, end, text, undoable: true },
  })
  const changed = [change(18, 23, 'X.'), change(12, 18, ''), change(6, 12, '')].reduce(
    applyAnswerEvent,
    before,
  )
  expect(changed.answer).toBe('A[1]. X.')
  expect(changed.revisions.map(({ other }) => other.text)).toEqual(['B[2]. ', 'C[3]. ', 'D[4].'])
  const marks = ({ answer, citations }: AnswerState) =>
    citations.map(({ n, start, end }) => `${n} ${answer.slice(start, end)}`)
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
    [1, 0, 2],
  ]) {
    const undone = order.reduce(swapRevision, changed)
    expect(undone.answer).toBe(text)
    expect(marks(undone)).toEqual(['1 [1]', '2 [2]', '3 [3]', '4 [4]'])
    expect(undone.revisions.every(({ undone }) => undone)).toBe(true)
    const again = order.reduce(swapRevision, undone)
    expect(again).toEqual(changed)
  }
})

test('undoing a change moves what is struck out behind it, and restores what is struck out in it', () => {
  const state = after({ event: 'delta', data: { text: 'Old. Rest.' } })
  const changed = applyAnswerEvent(
    { ...state, struck: [] as { start: number; end: number }[] },
    { event: 'revision', data: { start: 0, end: 4, text: 'Newer.', undoable: true } },
  )
  const struck = [
    { start: 0, end: 6 },
    { start: 7, end: 12 },
  ]
  expect(swapRevision({ ...changed, struck }, 0).struck).toEqual([{ start: 5, end: 10 }])
})
