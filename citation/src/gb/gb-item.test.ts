import { expect, test } from 'vitest'
import type { CslItem } from '../csl.ts'
import { formatGb } from './gb.ts'
import { tidyItem } from './gb-item.ts'

const tidied = (item: Omit<CslItem, 'id'>) => tidyItem({ ...item, id: '1' })

test.each([
  ['雪原史（第二卷）', { title: '雪原史', volume: '第二卷' }],
  ['雪原史(下册)', { title: '雪原史', volume: '下册' }],
  ['雪原史（上）', { title: '雪原史', volume: '上' }],
  ['雪原史（第3版）', { title: '雪原史', edition: '第3版' }],
  ['雪原史（上册）（修订本）', { title: '雪原史', volume: '上册', edition: '修订本' }],
  ['Snow (3rd ed.)', { title: 'Snow', edition: '3rd ed.' }],
  ['雪原史（外一种）', { title: '雪原史（外一种）' }],
  ['（下册）', { title: '（下册）' }],
])('the book %s is %o', (title, parts) => {
  expect(tidied({ type: 'book', title })).toEqual({ id: '1', type: 'book', ...parts })
})

test('a volume or edition that the record has stays, and other works keep their titles', () => {
  const book: CslItem = { id: '1', type: 'book', title: '雪原史（第二卷）', volume: '2' }
  expect(tidyItem(book)).toEqual(book)
  const article: CslItem = { id: '1', type: 'article-journal', title: '雪原史（上）' }
  expect(tidyItem(article)).toEqual(article)
  expect(tidied({ type: 'chapter', title: '冬', 'container-title': '雪原史（上卷）' })).toMatchObject({
    'container-title': '雪原史',
    volume: '上卷',
  })
})

test.each([
  ['XX/T 3792-2021', 'XX/T 3792—2021'],
  ['XYZ 12.3–1999', 'XYZ 12.3—1999'],
  ['XS 80-20-2:2016', 'XS 80-20-2:2016'],
  ['XS 7-1', 'XS 7-1'],
])('the standard %s is printed as %s', (number, printed) => {
  expect(tidied({ type: 'standard', number }).number).toBe(printed)
})

test.each([
  ['ZL 99000000.1', 'CN99000000.1'],
  ['202099000000.X', 'CN202099000000.X'],
  ['US 1234567', 'US1234567'],
  ['CN199990000001A', 'CN199990000001A'],
  ['99000000', '99000000'],
])('the patent %s is printed as %s', (number, printed) => {
  expect(tidied({ type: 'patent', number }).number).toBe(printed)
})

test.each([
  ['03', '3'],
  ['1-2', '1/2'],
  ['09–10', '9/10'],
  ['1–7', '1-7'],
  ['增刊02', '增刊2'],
  ['10', '10'],
  ['S1', 'S1'],
])('the issue %s is printed as %s', (issue, printed) => {
  expect(tidied({ type: 'article-journal', issue }).issue).toBe(printed)
})

test('the 2015 edition prints them as stored', () => {
  const standard: CslItem = { id: '1', type: 'standard', title: '雪', number: 'XX 1-2020' }
  expect(formatGb(standard, 2015, 'numeric')).toContain('XX 1-2020')
  expect(formatGb(standard, 2025, 'numeric')).toBe('XX 1—2020　雪[S].')
})
