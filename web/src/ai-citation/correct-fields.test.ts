import { expect, test } from 'vitest'
import { correctFields } from './correct-fields.ts'

const ENTRY = 'Le Y. Deep lerning[J]. Nature, 2013, 52(7553): 536–544. DOI: 10.1000/another.'

test.each([
  ['year', '2013', '2015', '2013', '2015'],
  ['volume', '52', '521', ' 52(', ' 521('],
  ['issue', '7553', '3', '(7553)', '(3)'],
  ['pages', '536-544', '436-444', '536–544', '436-444'],
  ['doi', '10.1000/another', '10.1038/nature14539', '10.1000/another', '10.1038/nature14539'],
  ['title', 'Deep lerning', 'Deep learning', 'Deep lerning', 'Deep learning'],
] as const)('%s is put right in its place', (field, given, found, from, to) => {
  expect(correctFields(ENTRY, [{ field, given, found }])).toEqual({ text: ENTRY.replace(from, to), left: [] })
})

test('a later year of a book may be another edition: it is left to the person', () => {
  const year = { field: 'year' as const, given: '2013', found: '2010', doubt: 'edition' as const }
  expect(correctFields(ENTRY, [year])).toEqual({ text: ENTRY, left: [year] })
})

test('names, and what does not stand in the entry, are left to the person', () => {
  const fields = [
    { field: 'authors' as const, given: 'Le Y', found: 'Yann LeCun; Yoshua Bengio' },
    { field: 'year' as const, given: '1999', found: '2015' },
    { field: 'volume' as const, given: '', found: '521' },
  ]
  expect(correctFields(ENTRY, fields)).toEqual({ text: ENTRY, left: fields })
})

test('names are put right as the entry prints them', () => {
  const names = {
    field: 'authors' as const,
    given: 'Le Y',
    found: 'Yann LeCun; Yoshua Bengio',
    printed: 'LeCun Y, Bengio Y',
  }
  expect(correctFields(ENTRY, [names])).toEqual({
    text: ENTRY.replace('Le Y', 'LeCun Y, Bengio Y'),
    left: [],
  })
})
