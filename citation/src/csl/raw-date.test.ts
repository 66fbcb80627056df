import { expect, test } from 'vitest'
import { readRawDate } from './raw-date.ts'

test.each([
  ['2004-10-14', [[2004, 10, 14]]],
  ['15 May 2001', [[2001, 5, 15]]],
  ['Sept. 3, 1999', [[1999, 9, 3]]],
  [
    'Autumn 2004 - Winter 2005',
    [
      [2004, 23],
      [2005, 24],
    ],
  ],
  [
    '2004-03/2005-04',
    [
      [2004, 3],
      [2005, 4],
    ],
  ],
  ['12/25/2003', [[2003, 12, 25]]],
  ['2003年5月', [[2003, 5]]],
  ['Market report 2001', []],
  ['in the last year of the war', []],
])('The date %s is read', (raw, parts) => {
  expect(readRawDate(raw).parts).toEqual(parts)
})

test('A doubted date is uncertain', () => {
  expect(readRawDate('ca. 1850')).toEqual({ parts: [[1850]], isUncertain: true })
})
