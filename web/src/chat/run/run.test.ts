import { expect, test } from 'vitest'
import { citationOf } from '../../testing/chat.ts'
import { applyEvent, newAnswer } from './run.ts'

const meta = {
  chat_id: 'c1',
  chat_record_id: 'r1',
  application_id: 'a1',
  model: 'm',
  engine: 'model' as const,
}
const call = { call_id: 'k1', name: 'notes__add', args: {} }

test('a reader sees what an answer is waiting for, a tool that waits for them above all', () => {
  let shown = applyEvent(newAnswer('请润色'), { event: 'meta', data: meta })
  const seen = [shown.doing]
  for (const state of ['approval', 'start', 'done'] as const) {
    shown = applyEvent(shown, { event: 'tool', data: { ...call, state } })
    seen.push(shown.doing)
  }
  shown = applyEvent(shown, { event: 'delta', data: { text: '好' } })
  expect([...seen, shown.doing]).toEqual([
    '正在准备回答',
    '等您同意运行工具',
    '正在运行工具',
    '正在看工具的结果',
    '正在写',
  ])
})

test('a reader sees a citation once, as it was judged last, and the others where they stood', () => {
  const shown = [
    citationOf({ support: 'unchecked' }),
    citationOf({ n: 2, start: 9, end: 12 }),
    citationOf({ n: 1, start: 20, end: 23 }),
    citationOf({ support: 'unsupported' }),
  ].reduce((shown, data) => applyEvent(shown, { event: 'citation', data }), newAnswer('为何衰减'))
  expect(shown.citations.map(({ n, start, support }) => [n, start, support])).toEqual([
    [1, 4, 'unsupported'],
    [2, 9, 'supported'],
    [1, 20, 'supported'],
  ])
})

test('a reader is told the same thing of an answer once, and different things one after the other', () => {
  const shown = ['没有配置模型', '只找到 2 篇', '没有配置模型', '只找到 2 篇'].reduce(
    (shown, text) => applyEvent(shown, { event: 'status', data: { text } }),
    newAnswer('为何衰减'),
  )
  expect(shown.notices).toEqual(['没有配置模型', '只找到 2 篇'])
})
