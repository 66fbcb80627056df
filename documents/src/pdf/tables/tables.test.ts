import { expect, test } from 'vitest'
import { lineAt } from '../../testing/page-of-lines.ts'
import type { DrawnRule } from '../page/page-content.ts'
import { groupRows } from '../page/reading-order.ts'
import { findRuledTables, findUnruledTables } from './tables.ts'

const column = { x0: 50, x1: 300, y0: 80, y1: 300 }
const lying = (y: number, x0 = 50, x1 = 300): DrawnRule => ({
  x0,
  x1,
  y0: y,
  y1: y + 0.7,
  isHorizontal: true,
})
const upright = (x: number, y0: number, y1: number): DrawnRule => ({
  x0: x,
  x1: x + 0.7,
  y0,
  y1,
  isHorizontal: false,
})
const cells = (y: number, ...texts: string[]) =>
  texts.flatMap((text, at) => (text ? [lineAt(text, 60 + at * 80, y, { x1: 90 + at * 80 })] : []))

test('three rules and rows of cells between them are a table', () => {
  const rows = groupRows([
    ...cells(100, '地点', '均值', '误差'),
    ...cells(120, '甲', '1.2', '0.3'),
    ...cells(134, '乙', '', '0.4'),
  ])
  const [table] = findRuledTables(rows, [lying(90), lying(106), lying(140)], column)
  expect(table?.cells).toEqual([
    ['地点', '均值', '误差'],
    ['甲', '1.2', '0.3'],
    ['乙', '', '0.4'],
  ])
})

test('a framed cell over two columns has its text at the first place', () => {
  const rows = groupRows([lineAt('both', 100, 105), ...cells(125, 'a', 'b', 'c')])
  const frame = [lying(90), lying(110), lying(130)]
  const walls = [upright(50, 90, 130), upright(299, 90, 130), upright(130, 110, 130), upright(210, 90, 130)]
  const [table] = findRuledTables(rows, [...frame, ...walls], column)
  expect(table?.cells).toEqual([
    ['both', '', ''],
    ['a', 'b', 'c'],
  ])
})

test('running text between the rule of a running head and a table is not the table', () => {
  const prose = [92, 104, 116, 128].map((y) => lineAt('a line of running text', 50, y, { x1: 298 }))
  const rows = groupRows([...prose, ...cells(160, '地点', '均值'), ...cells(180, '甲', '1.2')])
  const tables = findRuledTables(rows, [lying(80), lying(150), lying(166), lying(190)], column)
  expect(tables.map((table) => table.cells)).toEqual([
    [
      ['地点', '均值'],
      ['甲', '1.2'],
    ],
  ])
})

test('aligned cells are a table without rules; two lines that happen to have gaps are none', () => {
  const rows = groupRows([100, 114, 128].flatMap((y) => cells(y, `row ${y}`, '1', '2')))
  expect(findUnruledTables(rows)[0]?.cells).toHaveLength(3)
  expect(findUnruledTables(rows.slice(0, 2))).toEqual([])
})

test('justified lines in which terms leave gaps here and there are no table', () => {
  const justified = (y: number, ...gaps: [from: number, to: number][]) => {
    const edges = [50, ...gaps.flat(), 300]
    return gaps.concat([[0, 0]]).map((_, at) => {
      const [x0 = 0, x1 = 0] = edges.slice(2 * at)
      return lineAt(`words ${at}`, x0, y, { x1 })
    })
  }
  const rows = groupRows([
    ...justified(100, [129, 151]),
    ...justified(114, [107, 118]),
    ...justified(128, [150, 182], [202, 216], [248, 261]),
    ...justified(142, [89, 108], [116, 134]),
    ...justified(156, [170, 184]),
  ])
  expect(rows.every(({ parts }) => parts.length > 1)).toBe(true)
  expect(findUnruledTables(rows)).toEqual([])
})

test('a numbered heading close below a table without rules is not its last row', () => {
  const rows = groupRows([
    ...[100, 114, 128].flatMap((y) => cells(y, `row ${y}`, '1', '2', '3')),
    lineAt('4.', 40, 146, { x1: 50 }),
    lineAt('Discussion', 60, 146, { x1: 120 }),
  ])
  expect(findUnruledTables(rows)[0]?.cells).toHaveLength(3)
})

test('formulas whose terms stand apart are no table, with fraction bars or without', () => {
  const rows = groupRows([
    ...cells(100, 'f(x) = a', '+ b', '(1)'),
    ...cells(114, 'g(x) = ∑ c', '− d', '(2)'),
    ...cells(128, 'h(x) ≈ ∫ e', 'dx', '(3)'),
  ])
  expect(findUnruledTables(rows)).toEqual([])
  expect(findRuledTables(rows, [lying(90), lying(120), lying(140)], column)).toEqual([])
})

test('figures with a relation in some of their cells are a table', () => {
  const rows = groupRows([
    ...cells(100, 'Group', 'Mean', 'Test'),
    ...cells(114, 'Young', '1.2 ± 0.1', 'p = .03'),
    ...cells(128, 'Old', '2.4 ± 0.2', 'p < .01'),
  ])
  expect(findUnruledTables(rows)).toHaveLength(1)
})

test('numbers with texts that hang behind them are a list', () => {
  const rows = groupRows(
    [100, 114, 128, 142, 156].flatMap((y, at) => cells(y, `[${at + 1}]`, `a work of ${at}`)),
  )
  expect(findUnruledTables(rows)).toEqual([])
})

/** Rows of a first column and three of figures, below two rows of a head. */
const underHeads = (both: ReturnType<typeof lineAt>) => [
  lineAt('place', 60, 100, { x1: 85 }),
  both,
  lineAt('loss', 300, 100, { x1: 320 }),
  lineAt('rain', 140, 114, { x1: 160 }),
  lineAt('frost', 220, 114, { x1: 240 }),
  ...[128, 142, 156].flatMap((y) => [60, 140, 220, 300].map((x) => lineAt('4.2', x, y, { x1: x + 20 }))),
]

test('a head over two columns stands in the first of them, by the heads below it or by its rule', () => {
  const heads = [
    ['place', 'cause', '', 'loss'],
    ['', 'rain', 'frost', ''],
  ]
  const rows = groupRows(underHeads(lineAt('cause', 178, 100, { x1: 203 })))
  expect(findUnruledTables(rows)[0]?.cells.slice(0, 2)).toEqual(heads)
  const ruled = groupRows(underHeads(lineAt('cause', 214, 100, { x1: 239 })))
  const rules = [lying(90, 50, 330), lying(104, 136, 250), lying(119, 50, 330), lying(160, 50, 330)]
  const [table] = findRuledTables(ruled, rules, { ...column, x1: 330 })
  expect(table?.cells.slice(0, 2)).toEqual(heads)
})
