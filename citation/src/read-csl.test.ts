import { expect, test } from 'vitest'
import { isoText, parseDate, yearText } from './dates.ts'
import { readCsl, withNoteFields } from './read-csl.ts'

test('CSL-JSON from anywhere is read without complaint', () => {
  for (const nonsense of [null, undefined, 7, 'x', [], { author: 'Smith', issued: [], custom: [] }])
    expect(readCsl(nonsense, 'id')).toEqual({ id: 'id', type: 'document' })
  expect(
    readCsl({ type: 'article-journal', volume: 7, title: ' A ', ISSN: ['1', '2'], x: 1, id: 3 }),
  ).toEqual({
    id: '3',
    type: 'article-journal',
    volume: '7',
    title: 'A',
    ISSN: '1',
  })
})

test('names may be objects or text, empty ones go', () => {
  expect(readCsl({ author: [{ family: 'A', given: '' }, 'B', {}, '', 3] }).author).toEqual([
    { family: 'A' },
    { literal: 'B' },
  ])
})

test('dates are read as parts, as text, and as ranges', () => {
  expect(readCsl({ issued: { 'date-parts': [['2020', '5']] } }).issued).toEqual({ 'date-parts': [[2020, 5]] })
  expect(readCsl({ issued: { raw: '2020-05-01' } }).issued).toEqual({ 'date-parts': [[2020, 5, 1]] })
  const written: [string, string, string][] = [
    ['2020', '2020', '2020'],
    ['2020-5-1', '2020-05-01', '2020'],
    ['20200501', '2020-05-01', '2020'],
    ['2020/05', '2020-05', '2020'],
    ['2020年5月1日', '2020-05-01', '2020'],
    ['2020年5月', '2020-05', '2020'],
    ['2020年', '2020', '2020'],
    ['2020-05-01T08:00:00Z', '2020-05-01', '2020'],
    ['2020-00-00', '2020', '2020'],
    ['1957/1990', '1957', '1957—1990'],
    ['1979-', '1979—', '1979—'],
    ['1979/', '1979—', '1979—'],
    ['ca. 1850/1860', 'ca. 1850–1860', 'ca. 1850–1860'],
    ['1865（清同治四年）', '1865（清同治四年）', '1865（清同治四年）'],
    ['c1980', 'c1980', 'c1980'],
  ]
  for (const [text, iso, year] of written) {
    expect(isoText(parseDate(text)), text).toBe(iso)
    expect(yearText(parseDate(text)), text).toBe(year)
  }
})

test('fields kept in the note are put in their places', () => {
  const note = 'page: 12-14\nCSTR: 1.2.3\ntex.x: y\ntype: map'
  expect(withNoteFields(readCsl({ id: 'a', type: 'book', note }))).toMatchObject({
    id: 'a',
    type: 'map',
    page: '12-14',
    custom: { cstr: '1.2.3' },
  })
  const plain = readCsl({ type: 'book', note: 'Signed by the author' })
  expect(withNoteFields(plain)).toBe(plain)
})
