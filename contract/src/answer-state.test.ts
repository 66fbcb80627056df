import { expect, test } from 'vitest'
import { type AnswerState, applyAnswerEvent, emptyAnswer } from './answer-state.ts'
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
