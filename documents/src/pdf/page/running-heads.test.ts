import { expect, test } from 'vitest'
import { lineAt } from '../../testing/page-of-lines.ts'
import { findRunningHeads } from './running-heads.ts'

const bodyLines = (page: number) =>
  [1, 2, 3].map((at) => lineAt(`text ${page} ${at} goes on here`, 50, 200 + at * 12, { page }))
const pageOf = (page: number, extra: ReturnType<typeof lineAt>[], rules: { y: number }[] = []) => ({
  page,
  width: 600,
  height: 800,
  lines: [...extra, ...bodyLines(page)].toSorted((a, b) => a.y - b.y),
  rules: rules.map(({ y }) => ({ x0: 50, x1: 550, y0: y, y1: y + 0.5, isHorizontal: true })),
})
const texts = (lines: Iterable<{ text: string }>) => [...lines].map(({ text }) => text).toSorted()

test('what three pages say at one height but for digits is a running head', () => {
  const pages = [1, 2, 3].map((page) => pageOf(page, [lineAt(`Journal of Tides ${page}`, 50, 40, { page })]))
  expect(texts(findRunningHeads(pages, 10))).toEqual([
    'Journal of Tides 1',
    'Journal of Tides 2',
    'Journal of Tides 3',
  ])
})

test('a number behind the end of a foot goes with it, numbers that differ stay', () => {
  const pages = [1, 2, 3].map((page) =>
    pageOf(page, [
      lineAt('Tides of Ostrow. Journal of Tides, 3(1), ', 50, 740, { page }),
      lineAt('00412.', 50, 752, { page }),
      lineAt(`${page}34567`, 50, 770, { page }),
    ]),
  )
  expect(new Set(texts(findRunningHeads(pages, 10)))).toEqual(
    new Set(['00412.', 'Tides of Ostrow. Journal of Tides, 3(1), ']),
  )
})

test('page numbers that stand alone are none of the text, whatever signs are around them', () => {
  const numbers = ['· 7 ·', '第 8 页', '- ix -', 'Page 3 of 9']
  const pages = numbers.map((text, at) =>
    pageOf(at + 1, [lineAt(text, 280, 780 - at * 10, { page: at + 1 })]),
  )
  expect(texts(findRunningHeads(pages, 10))).toEqual(numbers.toSorted())
})

test('a head over a rule goes though no other page has it; a heading without one and a caption stay', () => {
  const head = lineAt('A short title', 50, 40)
  expect(texts(findRunningHeads([pageOf(1, [head], [{ y: 44 }])], 10))).toEqual(['A short title'])
  expect(texts(findRunningHeads([pageOf(1, [lineAt('2 Methods', 50, 60)])], 10))).toEqual([])
  expect(texts(findRunningHeads([pageOf(1, [lineAt('表 1 各站潮位', 50, 40)], [{ y: 44 }])], 10))).toEqual([])
})
