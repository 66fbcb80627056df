import { expect, test } from 'vitest'
import { readAll, successfulWorks } from '../testing/read-all.ts'
import { isoDate, looseDate, normalizeDate, toCslDate } from './dates.ts'
import { normalizePages, pageRange } from './pages.ts'

test.each([
  ['2020', '2020'],
  ['2020-5', '2020-05'],
  ['2001/09/01/', '2001-09-01'],
  ['2001/00/00/', '2001'],
  ['1948/07//', '1948-07'],
  ['20200501', '2020-05-01'],
  ['2020年5月1日', '2020-05-01'],
  ['2020-05-01T10:20:30Z', '2020-05-01'],
  ['2015/october', '2015-10'],
  ['JUN 8 2004', '2004-06-08'],
  ['2010 Sep-Oct', '2010-09'],
  ['2018-12-03/2018-12-06', '2018-12-03'],
  ['2021-02-31', '2021-02'],
  ['13th Century', null],
  ['///', null],
  ['99', null],
  ['', null],
])('the date %j is %j', (text, date) => {
  expect(normalizeDate(text)).toBe(date)
})

test.each([
  ['[ca. 1910]', 'ca. 1910'],
  ['[1910?]', 'ca. 1910'],
  ['约1910年', 'ca. 1910'],
  ['about 1910', 'ca. 1910'],
  ['ca. 1850-03-04', 'ca. 1850'],
  ['1910-05~', 'ca. 1910'],
  ['ca. 1850/1860', 'ca. 1850/1860'],
  ['1990/..', '1990/'],
  ['1990–', '1990/'],
  ['c1910', null],
  ['19101', null],
  ['1910-05', null],
  ['1990///', null],
])('of the loose date %j stays %j', (text, date) => {
  expect(looseDate(text)).toBe(date)
})

const dated: Record<string, (date: string) => string> = {
  'a.ris': (date) => `TY  - BOOK\nTI  - T\nPY  - ${date}\nER  - \n`,
  'b.ris': (date) => `TY  - BOOK\nTI  - T\nPY  - 1910\nDA  - ${date}\nER  - \n`,
  'a.enw': (date) => `%0 Book\n%T T\n%D ${date}\n%8 May\n`,
  'a.csv': (date) => `Title,Author,Year\nT,A,${date}\n`,
  'a.bib': (date) => `@book{a, title={T}, year={${date}}}`,
  'a.json': (date) => JSON.stringify([{ type: 'book', title: 'T', id: '1', issued: { raw: date } }]),
}

test.each(Object.keys(dated))('an uncertain year and a range of years survive in %s', async (name) => {
  const dates = ['ca. 1910', 'circa 1910', '1910?', '1910-1998']
  const files = dates.map((date) => readAll({ name, bytes: dated[name]?.(date) ?? '' }))
  const works = (await Promise.all(files)).flatMap(successfulWorks)
  expect(works.map(({ publish_date }) => publish_date)).toEqual([
    ...['ca. 1910', 'ca. 1910', 'ca. 1910'],
    '1910/1998',
  ])
})

test('a date keeps as many parts as can be', () => {
  expect(isoDate(2019, 'Feb', '4')).toBe('2019-02-04')
  expect(isoDate('2019', 13, 4)).toBe('2019')
  expect(isoDate(null, 2)).toBeNull()
  expect(toCslDate('2019-02')).toEqual({ 'date-parts': [[2019, 2]] })
  expect(toCslDate('soon')).toBeUndefined()
})

test.each([
  ['200--210', '200-210'],
  ['pp. 5–9', '5-9'],
  ['132-42', '132-142'],
  ['377-86', '377-386'],
  ['12-12', '12'],
  ['e0815', 'e0815'],
  ['4:1--4:10', '4:1-4:10'],
  ['1106-1111, 1117', '1106-1111, 1117'],
  ['', null],
  ['-', null],
])('the pages %j are %j', (text, pages) => {
  expect(normalizePages(text)).toBe(pages)
})

test('first and last page make a range, unless the first is one already', () => {
  expect(pageRange('379', '423')).toBe('379-423')
  expect(pageRange('1-22', '')).toBe('1-22')
  expect(pageRange(null, '9')).toBe('9')
})
