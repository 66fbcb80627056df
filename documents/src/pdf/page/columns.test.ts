import { expect, test } from 'vitest'
import { lineAt } from '../../testing/page-of-lines.ts'
import { splitIntoBands } from './columns.ts'

const extent = { x0: 50, x1: 550, y0: 0, y1: 800 }
const many = (name: string, x0: number, x1: number, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => lineAt(`${name}${at}`, x0, from + at * 12, { x1 }))
const shapeOf = (lines: ReturnType<typeof lineAt>[], known: number[] = []) =>
  splitIntoBands({ lines, obstacles: [], extent }, known).map(({ columns }) =>
    columns.map((column) => column.map(({ text }) => text)),
  )

test('a title over two columns is a band of its own, then the left column comes before the right', () => {
  const title = lineAt('title', 100, 60, { x1: 500 })
  const bands = shapeOf([title, ...many('r', 310, 550, 100, 8), ...many('l', 50, 290, 104, 8)])
  expect(bands[0]).toEqual([['title']])
  expect(bands[1]?.[0]).toHaveLength(8)
  expect(bands[1]?.map((column) => column[0])).toEqual(['l0', 'r0'])
})

test('cells of a table are not columns', () => {
  const cells = [...many('a', 60, 90, 100, 9), ...many('b', 200, 230, 100, 9), ...many('c', 420, 450, 100, 9)]
  expect(shapeOf(cells)).toHaveLength(1)
  expect(shapeOf(cells)[0]).toHaveLength(1)
})

test('few lines are columns where other pages have them', () => {
  const lines = [...many('l', 50, 290, 100, 2), ...many('r', 310, 550, 100, 2)]
  expect(shapeOf(lines)[0]).toHaveLength(1)
  expect(shapeOf(lines, [310])[0]).toEqual([
    ['l0', 'l1'],
    ['r0', 'r1'],
  ])
})

test('the short last line of a paragraph over both columns stays with it', () => {
  const abstract = lineAt('abstract over the page', 50, 100, { x1: 550 })
  const end = lineAt('its end', 50, 112)
  const bands = shapeOf([abstract, end, ...many('l', 50, 290, 150, 8), ...many('r', 310, 550, 150, 8)])
  expect(bands[0]).toEqual([['abstract over the page', 'its end']])
})

test('a table in one column leaves the text beside it a column, as do few lines of text beside many', () => {
  const text = (y: number, x0: number) => lineAt('sown late in spring on wet fields', x0, y, { x1: x0 + 240 })
  const rowsFrom = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at * 12)
  const cells = rowsFrom(160, 14).flatMap((y) => [60, 140, 230].map((x) => lineAt('4.2', x, y)))
  const table = [...rowsFrom(100, 5).map((y) => text(y, 50)), ...cells]
  const right = rowsFrom(100, 19).map((y) => text(y, 310))
  expect(shapeOf([...table, ...right])[0]?.map((column) => column.length)).toEqual([5 + 42, 19])
  expect(shapeOf([...cells, ...right], [310])[0]?.map((column) => column.length)).toEqual([42, 19])
})

test('cells of a table over both columns stay together where other pages have a column at one of them', () => {
  const cells = [100, 114, 128, 142].flatMap((y) => [60, 180, 310, 440].map((x) => lineAt('4.25', x, y)))
  expect(shapeOf(cells, [310])[0]).toHaveLength(1)
})

test('the last rows of a table over both columns belong to it, though their cells leave the gutter free', () => {
  const row = (y: number, ...starts: number[]) => starts.map((x) => lineAt('4.25', x, y, { x1: x + 30 }))
  const table = [...row(100, 60, 285, 440), ...row(114, 60, 285, 440), ...row(128, 60, 200, 330)]
  const text = [...many('l', 50, 290, 150, 8), ...many('r', 310, 550, 150, 8)]
  const [first, second] = shapeOf([...table, ...text], [310])
  expect(first?.map((column) => column.length)).toEqual([9])
  expect(second?.map((column) => column.length)).toEqual([8, 8])
})
