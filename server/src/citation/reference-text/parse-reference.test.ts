import { expect, test } from 'vitest'
import { readEntry } from '../check/index.ts'
import { parseReference } from './parse-reference.ts'

test.each([
  ['GB/T 30001.2—2016 山区积雪测量规范[S].', '山区积雪测量规范', 2016],
  ['[3] ISO 30001-2:2011 Snow gauges for mountains[S].', 'Snow gauges for mountains', 2011],
  ['GB/T 30001.2—2016 山区积雪测量规范[S]. 林野市: 林野出版社, 2018.', '山区积雪测量规范', 2018],
])('the number of a standard says its year and is no part of its title: %s', (text, title, year) => {
  expect(parseReference(text)).toMatchObject({ title, year })
})

test.each([
  ['Ness A. Phys. Rev. Lett. 2011;12(3):45-7.', null, 'Phys. Rev. Lett'],
  ['Ness A, et al. Nature. 2011;12(3):45-7. Epub 2011 May 2.', null, 'Nature'],
  ['C. Ruud, Ann. Glaciol. 12 (2011) 45.', null, 'Ann. Glaciol'],
  [
    'Ness A. Snow cover and the floods of spring. 2011;12(3):45-7.',
    'Snow cover and the floods of spring',
    undefined,
  ],
  ['郑远山. 山区积雪与春季洪水的关系. 2013, 44(3): 5-9.', '山区积雪与春季洪水的关系', undefined],
])(
  'a title without a journal stays a title, and a journal without a title is none: %s',
  (text, title, journal) => {
    expect(parseReference(text)).toMatchObject({ title })
    expect(parseReference(text).place?.journal).toBe(journal)
  },
)

test.each(['ﷺ', '㎨', 'a1'])('what NFKC makes longer is read to the same length: %s', (sign) => {
  const text = `${sign.repeat(749)} 2011`
  expect(parseReference(text).titles.every((title) => title.length <= 1_500)).toBe(true)
  expect(readEntry(text).text.length).toBeLessThanOrEqual(1_500)
})
