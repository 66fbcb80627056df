import { expect, test } from 'vitest'
import { after, begun } from './run.ts'

const meta = {
  chat_id: 'c1',
  chat_record_id: 'r1',
  application_id: 'a1',
  model: 'm',
  engine: 'model' as const,
}
const call = { call_id: 'k1', name: 'notes__add', args: {} }

test('a reader sees what an answer is waiting for, a tool that waits for them above all', () => {
  let shown = after(begun('请润色'), { event: 'meta', data: meta })
  const seen = [shown.doing]
  for (const state of ['approval', 'start', 'done'] as const) {
    shown = after(shown, { event: 'tool', data: { ...call, state } })
    seen.push(shown.doing)
  }
  shown = after(shown, { event: 'delta', data: { text: '好' } })
  expect([...seen, shown.doing]).toEqual([
    '正在准备回答',
    '等您同意运行工具',
    '正在运行工具',
    '正在看工具的结果',
    '正在写',
  ])
})
