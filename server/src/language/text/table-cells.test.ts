import { expect, test } from 'vitest'
import { cellLabels, lastCellStart } from './table-cells.ts'

const TABLE = 'Both were tried:\n| Model | F1 | Speed |\n|---|:--:|---|\n| **BERT** [2] | 31.2 % [1] | slow'

test('a cell is named by its row and its column', () => {
  expect(cellLabels(TABLE)).toEqual({ row: 'BERT', column: 'Speed', table_start: 17 })
  expect(cellLabels(TABLE.slice(0, TABLE.indexOf(' [1]')))).toMatchObject({ row: 'BERT', column: 'F1' })
  expect(cellLabels(TABLE.slice(0, TABLE.indexOf(' [2]')))).toMatchObject({ row: '', column: 'Model' })
})

test.each([
  ['a paragraph', 'One thing'],
  ['the head of a table', '| Model | F1'],
  ['rows without a rule', '| a | b |\n| c | d |\n| e | f'],
  ['a line after a table', `${TABLE} |\n\nBoth`],
  ['nothing', ''],
])('%s is no cell', (_name, text) => {
  expect(cellLabels(text)).toBeNull()
})

test('an escaped bar divides no cells', () => {
  const row = String.raw`| a \| b | c`
  expect(row.slice(lastCellStart(row))).toBe(' c')
  expect(cellLabels(`| x | y |\n|---|---|\n${row}`)).toMatchObject({ row: String.raw`a \| b`, column: 'y' })
})

test('a bar at the end of a row closes its last cell', () => {
  const row = '| a | b |'
  expect(row.slice(lastCellStart(row))).toBe(' b |')
})

test('a table of any length is read in bounded text', () => {
  const long = `| a | b |\n|---|---|\n${'| c | d |\n'.repeat(20_000)}| e | f`
  expect(cellLabels(long)).toBeNull()
})
