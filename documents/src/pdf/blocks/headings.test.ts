import { expect, test } from 'vitest'
import { bodyMetrics, boldStyle, glyphStyle, lineAt, textRows } from '../../testing/page-of-lines.ts'
import { findHeadings } from './headings.ts'

const prose = (y: number) =>
  lineAt('text that goes on over the line as text does in papers', 50, y, { x1: 300 })
const found = (lines: ReturnType<typeof lineAt>[], outline: Parameters<typeof findHeadings>[1] = []) =>
  findHeadings(textRows(lines), outline, bodyMetrics, new Set()).map(({ rows, level }) => [
    level,
    rows.map((row) => row.line.text).join(' '),
  ])

test('numbers tell headings and their depth when they stand apart, though they are set like the text', () => {
  const lines = [
    prose(100),
    lineAt('2.1 推广的条件', 50, 125),
    prose(143),
    prose(155),
    lineAt('3. 讨论', 50, 180),
    prose(198),
  ]
  expect(found(lines)).toEqual([
    [2, '2.1 推广的条件'],
    [1, '3. 讨论'],
  ])
})

test('a numbered sentence inside a paragraph is no heading', () => {
  expect(found([prose(100), lineAt('3 records were lost', 50, 112), prose(124)])).toEqual([])
  expect(found([prose(100), lineAt('(一)本文认为样本仍然偏少。', 50, 125), prose(143)])).toEqual([])
})

test('bold lines that stand apart are headings, over two lines, too; a bold sentence is none', () => {
  const first = lineAt('How the records of the stations', 50, 130, { look: boldStyle, x1: 250 })
  const second = lineAt('were completed', 50, 142, { look: boldStyle })
  expect(found([prose(100), first, second, prose(165)])).toEqual([
    [1, 'How the records of the stations were completed'],
  ])
  expect(
    found([prose(100), lineAt('This was shown by all.', 50, 130, { look: boldStyle }), prose(150)]),
  ).toEqual([])
})

test('where the outline is found in the text, nothing else is a heading', () => {
  const outline = ['Data', 'Methods', 'Results'].map((title) => ({ title, level: 2, page: 1 }))
  const lines = ['Data', 'Methods', 'Results', 'Not a heading'].flatMap((text, at) => [
    lineAt(text, 50, 100 + at * 50, { look: glyphStyle(12, { bold: true }) }),
    prose(120 + at * 50),
  ])
  expect(found(lines, outline)).toEqual([
    [1, 'Data'],
    [1, 'Methods'],
    [1, 'Results'],
  ])
})

test('a line much larger than the text is a heading with no more white above it than its own height', () => {
  const large = (text: string, y: number) => lineAt(text, 50, y, { look: glyphStyle(18, { bold: true }) })
  const lines = [prose(100), large('Methods of measurement', 121), prose(139)]
  expect(found(lines)).toEqual([[1, 'Methods of measurement']])
  // Closer above than it is high, it belongs to what stands there.
  expect(found([prose(100), large('Methods of measurement', 116), prose(139)])).toEqual([])
})

test('the number that comes next is a heading, however close it stands and however it is set', () => {
  const lines = [
    lineAt('2 Fields', 50, 100, { look: boldStyle }),
    lineAt('2.1 Wet fields', 50, 114),
    prose(126),
    lineAt('2.2 Dry fields', 50, 138),
    prose(150),
    lineAt('2.5 of them were lost', 50, 162),
    prose(174),
  ]
  expect(found(lines)).toEqual([
    [1, '2 Fields'],
    [2, '2.1 Wet fields'],
    [2, '2.2 Dry fields'],
  ])
  const lettered = [
    lineAt('II. Fields', 50, 100, { look: boldStyle }),
    lineAt('A. Wet fields', 50, 114),
    prose(126),
  ]
  expect(found(lettered)).toEqual([
    [1, 'II. Fields'],
    [2, 'A. Wet fields'],
  ])
})

test('lines in a face of their own over text are headings of a section, unless the face is used in the text', () => {
  const slanted = glyphStyle(10, { font: 'Serif-Italic', italic: true })
  const parts = (...more: ReturnType<typeof lineAt>[]) => [
    lineAt('1 Fields', 50, 100, { look: boldStyle }),
    prose(116),
    lineAt('Wet fields', 50, 140, { look: slanted }),
    prose(156),
    lineAt('Dry fields', 50, 180, { look: slanted }),
    prose(196),
    lineAt('2 Rain', 50, 220, { look: boldStyle }),
    prose(236),
    ...more,
  ]
  const quoted = [250, 262, 274, 286].map((y) =>
    lineAt('a quotation over several lines', 60, y, { look: slanted }),
  )
  expect(found(parts())).toEqual([
    [1, '1 Fields'],
    [2, 'Wet fields'],
    [2, 'Dry fields'],
    [1, '2 Rain'],
  ])
  expect(found(parts(...quoted)).map(([, text]) => text)).toEqual(['1 Fields', '2 Rain'])
})
