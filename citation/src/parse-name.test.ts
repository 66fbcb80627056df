import { expect, test } from 'vitest'
import { initials } from './names.ts'
import { parseName, parseNames } from './parse-name.ts'

test('a person in an alphabet is taken apart, in whatever order the name is written', () => {
  const dunbar = { family: 'Dunbar', given: 'Kyle L.' }
  expect(parseName('Kyle L. Dunbar')).toEqual(dunbar)
  expect(parseName('Dunbar, Kyle L.')).toEqual(dunbar)
  expect(parseName(' and  Kyle L.  Dunbar ')).toEqual(dunbar)
  expect(parseName('Dunbar KL')).toEqual({ family: 'Dunbar', given: 'K. L.' })
  expect(parseName('Pieternella van der Veen')).toEqual({ family: 'van der Veen', given: 'Pieternella' })
})

test('Jr., III and 3rd are no family names', () => {
  const davis = { family: 'Davis', given: 'Sammy', suffix: 'Jr' }
  expect(parseName('Sammy Davis Jr.')).toEqual(davis)
  expect(parseName('Sammy Davis, Jr.')).toEqual(davis)
  expect(parseName('Davis, Jr., Sammy')).toEqual(davis)
  expect(parseName('Davis, Sammy, Jr.')).toEqual(davis)
  expect(parseName('Eric H. Nyberg 3rd')).toEqual({ family: 'Nyberg', given: 'Eric H.', suffix: '3rd' })
})

test('bodies stay whole, and people whose names hold such a word do not', () => {
  for (const body of [
    'World Health Organization',
    'Institute for Art and Architecture, Academy of Fine Arts Vienna',
    'SMART-MR Study Group',
    'Northern Bank',
    'Joint Panel to Measure Snow',
    'First Congress on Ice',
    'Université Paris Diderot',
    'Plato',
  ])
    expect(parseName(body)).toEqual({ literal: body })
  for (const [name, family] of [
    ['Andrew Booth', 'Booth'],
    ['Peggy Andersen', 'Andersen'],
    ['Theresa O’Connell', 'O’Connell'],
    ['Eva Forsbom', 'Forsbom'],
    ['Juan Soler-Company', 'Soler-Company'],
    ['William Press', 'Press'],
  ] as const)
    expect(parseName(name).family).toBe(family)
})

test('a Chinese name stays whole, and its given name written first goes behind', () => {
  expect(parseName('王利平')).toEqual({ literal: '王利平' })
  expect(parseName('国江 周')).toEqual({ literal: '周国江' })
  expect(parseName('김세훈')).toEqual({ literal: '김세훈' })
})

test('several names in one text are parted', () => {
  expect(parseNames('张三；李四')).toHaveLength(2)
  expect(parseNames('Smith, John; Weiss, Ann')).toHaveLength(2)
  expect(parseNames('John Smith, Ann Weiss and Bob Cole')).toHaveLength(3)
  expect(parseNames('Smith, John')).toHaveLength(1)
  expect(parseNames('Smith, John and Weiss, Ann')).toHaveLength(2)
  expect(parseNames('Institute for Art and Architecture')).toHaveLength(1)
  expect(parseNames('')).toEqual([])
})

test('initials keep or drop the hyphen and know initials that are written together', () => {
  expect(initials('Jung-Ran', 'hyphenated')).toEqual(['J-R'])
  expect(initials('Jung-Ran', 'separate')).toEqual(['J', 'R'])
  expect(initials('J.-R.', 'hyphenated')).toEqual(['J-R'])
  expect(initials('J.R.R.', 'hyphenated')).toEqual(['J', 'R', 'R'])
  expect(initials('JRR', 'hyphenated')).toEqual(['J', 'R', 'R'])
  expect(initials('Peyton Z.', 'hyphenated')).toEqual(['P', 'Z'])
  expect(initials('', 'hyphenated')).toEqual([])
})
