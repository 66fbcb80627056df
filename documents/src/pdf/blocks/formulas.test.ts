import { expect, test } from 'vitest'
import { bodyMetrics, lineAt, textRows } from '../../testing/page-of-lines.ts'
import { beginsFormula, findFormulaRows } from './formulas.ts'

/** Rows, each with its indent and its text, one leading apart; which of them show formulas. */
function shown(rows: readonly [indent: number, text: string][]) {
  const all = textRows(rows.map(([indent, text], at) => lineAt(text, 50 + indent, 100 + at * 12)))
  const found = findFormulaRows(all, bodyMetrics)
  return all.filter((row) => found.has(row)).map((row) => row.line.text)
}

test('a formula is whole with its bounds, brackets and denominators, and with its number', () => {
  expect(
    shown([
      [0, 'The loss is given by'],
      [60, 'n'],
      [40, 'L(θ) = ∑ log p(xi | θ), (3)'],
      [60, 'i=1'],
      [0, 'where θ are the weights of the model.'],
    ]),
  ).toEqual(['n', 'L(θ) = ∑ log p(xi | θ), (3)', 'i=1'])
})

test('the number behind it tells a formula that stands at the edge', () => {
  expect(shown([[0, 'a + b = max(c, d) (2.1)']])).toHaveLength(1)
  expect(shown([[0, 'a + b = max(c, d)']])).toEqual([])
})

test.each([
  [[0, 'in which x = 3 and y = 4 hold for all of them']],
  [[20, 'Let x = 3 be the number of samples drawn']],
  [[20, '其中 x = 3 表示样本数,下同']],
  [[0, '[7], n = 12.']],
  [[30, '0.938 0.904 0.927 0.853']],
  [[30, 'p < .05 was significant']],
] as [number, string][][])('text with a relation in it is no formula: %j', (row) => {
  expect(shown([row])).toEqual([])
})

test('the last line of a paragraph above is no part of a formula', () => {
  expect(
    shown([
      [0, '[7].'],
      [40, 'x = y + z'],
    ]),
  ).toEqual(['x = y + z'])
})

test('a formula behind a number is another one', () => {
  const [first, second, third] = textRows([
    lineAt('a = b (1)', 90, 100),
    lineAt('c = d (2)', 90, 112),
    lineAt('e', 90, 124),
  ])
  expect(first && second && beginsFormula(second, first)).toBe(true)
  expect(second && third && beginsFormula(third, second)).toBe(false)
})
