import { formatReference, runsText, type StyleId, toCsl } from '@scinav/citation'
import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { extractPrintedNames, printNamesLike } from './printed-names.ts'

const person = (given: string, family: string) => ({
  name: `${given} ${family}`,
  given,
  family,
  role: 'author' as const,
  affiliations: [],
})

const TITLE = 'Learning to read tide tables by heart'
const right = [person('Yann', 'Lecroix'), person('Yoshua', 'Bendel'), person('Mary Ann', 'Hill')]
const wrong = [person('Otto', 'Brandt'), person('Eva Lotta', 'Lindqvist'), person('Max', 'Frost')]
const workBy = (creators: typeof right) => ({ ...blankWork(TITLE, 1), creators, publish_date: '2015' })

const namesIn = (style: StyleId, creators: typeof right) => {
  const entry = runsText(formatReference(style, toCsl(workBy(creators))))
  return extractPrintedNames(entry.slice(0, entry.indexOf(TITLE.slice(0, 12))))
}

test.each(['gb-2015-numeric', 'gb-2025-author-date', 'apa-7', 'ieee', 'vancouver', 'mla-9'] as const)(
  'names are put right as %s prints them',
  (style) => {
    const bare = (text: string | null) => text?.replace(/\.$/, '')
    expect(bare(printNamesLike(workBy(right), namesIn(style, wrong)))).toBe(bare(namesIn(style, right)))
  },
)

test('names keep the case of the entry with commas of either width', () => {
  expect(printNamesLike(workBy(right), 'Brandt O, Lindqvist E L, Frost M')).toBe(
    'Lecroix Y, Bendel Y, Hill M A',
  )
  expect(printNamesLike(workBy(right), 'BRANDT O, LINDQVIST E L, FROST M.')).toBe(
    'LECROIX Y, BENDEL Y, HILL M A.',
  )
  expect(printNamesLike(workBy(right), 'Brandt O，Lindqvist E L，Frost M')).toBe(
    'Lecroix Y，Bendel Y，Hill M A',
  )
})

test('a record without names puts none right', () => {
  expect(printNamesLike(workBy([]), 'Brandt O')).toBeNull()
})

test.each([
  ['[12] BRANDT O, LINDQVIST E. ', 'BRANDT O, LINDQVIST E.'],
  ['Brandt, O., & Lindqvist, E. (2015). ', 'Brandt, O., & Lindqvist, E.'],
  ['[3] O. Brandt and E. Lindqvist, "', 'O. Brandt and E. Lindqvist'],
  ['BRANDT O, LINDQVIST E, 2015. ', 'BRANDT O, LINDQVIST E'],
])('names end before the year and the marks: %s', (text, names) => {
  expect(extractPrintedNames(text)).toBe(names)
})
