import { expect, test } from 'vitest'
import { lineAt } from '../../testing/page-of-lines.ts'
import { groupRows } from '../page/reading-order.ts'
import { findContentsRows } from './contents.ts'

/** Rows one leading apart; cells of one row are parted by |. */
const page = (...texts: string[]) =>
  groupRows(
    texts.flatMap((text, at) =>
      text.split('|').map((cell, column) =>
        lineAt(cell, 60 + column * 160, 100 + at * 14, {
          x1: 60 + column * 160 + Math.max(8, cell.length * 6),
        }),
      ),
    ),
  )
const listed = (...texts: string[]) => findContentsRows(page(...texts)).map(({ line }) => line.text)

test('entries with dots are a list of contents, whatever they are called', () => {
  const entries = ['绪论 .......... 1', '方法 .......... 7', '结果 .......... 19', '结论 .......... 30']
  expect(listed('目录', ...entries)).toEqual(entries)
})

test('entries without dots are one below its title', () => {
  expect(
    listed('Contents', 'BUPT|2', 'CAU|3', 'ECNU|4', 'FDU|5', 'NWAFU|7', 'A paragraph of text.'),
  ).toHaveLength(5)
})

test('without a title they are one where they are numbered and their pages do not go back', () => {
  expect(
    listed('1 Introduction|2', '1.1 Aims|3', 'of this work', '2 Methods|4', '3 Results|12', '4 Ends|20'),
  ).toHaveLength(6)
  expect(listed('第一章 绪论|1', '第二章 方法|8', '第三章 结果|21', '第四章 结论|40')).toHaveLength(4)
})

test.each([
  ['a table whose last column counts', ['甲组|12|3', '乙组|15|9', '丙组|11|10', '丁组|14|12', '戊组|9|15']],
  ['a table of names and figures that go back', ['Alpha|20', 'Beta|3', 'Gamma|41', 'Delta|5', 'Epsilon|9']],
  ['three entries', ['1 Introduction|2', '2 Methods|4', '3 Results|12']],
  ['a list of items', ['1. first', '2. second', '3. third', '4. fourth', '5. fifth']],
  ['names and figures that grow', ['Alpha|2', 'Beta|3', 'Gamma|4', 'Delta|5', 'Epsilon|9']],
])('%s is none', (_what, rows) => {
  expect(listed(...rows)).toEqual([])
})
