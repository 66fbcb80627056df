import { expect, test } from 'vitest'
import { lineAt } from '../../testing/page-of-lines.ts'
import type { PdfLine } from '../page/lines.ts'
import { groupRows } from '../page/reading-order.ts'
import { taggedTableAreas } from '../page/tagged-lines.ts'
import { findTaggedTables } from './tagged-tables.ts'

/** Lines of a table, each of which is a cell's: its row, its column, its text. */
function tableOf(cells: readonly [row: number, column: number, text: string][]): PdfLine[] {
  const table = {}
  return cells.map(([row, column, text]) => {
    const made = lineAt(text, 60 + column * 120, 100 + row * 14, { x1: 150 + column * 120 })
    for (const word of made.words) word.tag = { level: 0, cell: { table, row, column } }
    return made
  })
}

const small: [number, number, string][] = [
  [0, 0, 'Place'],
  [0, 1, 'Ice'],
  [1, 0, 'Lake'],
  [1, 1, 'thin'],
]

test('a tagged table is found where its rows hold all of it and nothing else', () => {
  const lines = tableOf(small)
  expect(findTaggedTables(groupRows(lines), lines)[0]?.cells).toEqual([
    ['Place', 'Ice'],
    ['Lake', 'thin'],
  ])
  expect(findTaggedTables(groupRows(lines.slice(0, 3)), lines)).toEqual([])
  const beside = lineAt('a note beside', 400, 100)
  for (const word of beside.words) word.tag = { level: 0 }
  expect(findTaggedTables(groupRows([...lines, beside]), [...lines, beside])).toEqual([])
})

test('tags that hold half of a page are not believed', () => {
  const lines = [...tableOf(small), lineAt('a long line of text that belongs to no element', 60, 300)]
  expect(findTaggedTables(groupRows(lines), lines)).toEqual([])
  expect(taggedTableAreas(lines)).toEqual([])
})

test('a page that was laid out with a table is text', () => {
  const long = 'Ice grows when it is cold, as everybody knows who has seen a lake. '.repeat(5)
  const lines = tableOf(small.map(([row, column, text]) => [row, column, column === 1 ? long : text]))
  const longest = tableOf(small.map(([row, column, text]) => [row, column, `${text} ${long}`]))
  expect(findTaggedTables(groupRows(lines), lines)).toHaveLength(1)
  expect(findTaggedTables(groupRows(longest), longest)).toEqual([])
})
