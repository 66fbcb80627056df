import { stripRedacted } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { TextSpan } from '../../language/text/sentences.ts'
import { clauseToRedact } from './redacted-clause.ts'

/** An answer without what some of its marks stand for, counted from 0 in the order they stand. */
function without(answer: string, ...marks: number[]): string {
  const all = [...answer.matchAll(/\[\d+\]/g)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }))
  const struck: TextSpan[] = []
  for (const mark of marks.flatMap((at) => all[at] ?? [])) struck.push(clauseToRedact(answer, mark, struck))
  return stripRedacted(answer, [], struck).answer
}

const TWO = '在这组病人中风险下降了两成[1]，射血分数较高的亚组里效应减弱[2]。其他结果相同[3]。'

test('half a sentence goes with the comma that joined it, a whole one with its stop', () => {
  expect(without(TWO, 0)).toBe('射血分数较高的亚组里效应减弱[2]。其他结果相同[3]。')
  expect(without(TWO, 1)).toBe('在这组病人中风险下降了两成[1]。其他结果相同[3]。')
  expect(without(TWO, 2)).toBe('在这组病人中风险下降了两成[1]，射血分数较高的亚组里效应减弱[2]。')
  expect(without('The risk fell. It rose later [2][3]. Then it fell [4].', 0)).toBe(
    'The risk fell. Then it fell [4].',
  )
})

test('of two halves nothing is left but what stands beside them', () => {
  expect(without('甲组的血压明显地升高了[1]，乙组的血压没有什么变化[2]。', 0, 1)).toBe('')
  expect(without('甲组的血压明显地升高了[1]，乙组的血压没有什么变化[2]。', 1, 0)).toBe('')
})

test('an entry of a list goes whole with its line, the other entries stay', () => {
  expect(without('结论：\n\n- 风险下降[1]。\n- 效应减弱[2]。\n', 0)).toBe('结论：\n\n- 效应减弱[2]。\n')
  expect(without('1. 风险下降[1]。费用未变[2]。\n2. 效应减弱[3]。', 0)).toBe(
    '1. 费用未变[2]。\n2. 效应减弱[3]。',
  )
})

test('a cell of a table goes without its row', () => {
  const table = '| Model | F1 |\n|---|---|\n| BERT | 31 %[1] |\n| GPT | 40 %[2] |'
  expect(without(table, 0)).toBe('| Model | F1 |\n|---|---|\n| BERT |  |\n| GPT | 40 %[2] |')
})
