import { blankWork, type Creator } from '@scinav/contract'
import { expect, test } from 'vitest'
import { namesAllAndMore, namesOtherPeople } from './named-people.ts'

type Person = Pick<Creator, 'name'> & Partial<Creator>

const recordOf = (people: Person[], title = 'Moss on roofs and the Ostrow method') => ({
  ...blankWork(title, 1),
  ...{ authors: '', versions: [] },
  creators: people.map((person): Creator => ({ role: 'author', affiliations: [], ...person })),
})
const namesOthers = (record: ReturnType<typeof recordOf>, names: string[], hasMore = false) =>
  namesOtherPeople(record, { names, hasMore })
const latin = recordOf([
  { name: 'Lotte van der Meer', family: 'van der Meer', given: 'Lotte' },
  { name: 'Jörg Müller', family: 'Müller', given: 'Jörg' },
  { name: 'Kai Li', family: 'Li', given: 'Kai' },
])
const chinese = recordOf([{ name: '柳青山' }, { name: '欧阳岭' }], '屋顶苔藓的水量')

test.each([
  [['van der Meer L', 'Mueller J', 'Li K']],
  [['L. Vandermeer', 'J. Muller']],
  [['Meer, Lotte', 'Möller, J.']],
  [['Moss Consortium', 'the Roof Group', 'Roofs of the North Research Institute']],
  [['Ostrow Method', 'LI K']],
  [['柳青山', '李凯']],
])('names of the record, in whatever form, and those that cannot be compared are no others: %j', (names) => {
  expect(namesOthers(latin, names)).toBe(false)
})

test.each([
  [['Meer L', 'Quorn X']],
  [['Lotte van der Meer', 'Ada Ness']],
  [['MEER L', 'WU Q']],
  [['Meer Lotte,Quorn X']],
])('a person whom the record lacks is another one: %j', (names) => {
  expect(namesOthers(latin, names)).toBe(true)
})

test('Chinese names are compared as a whole, where the record has all of them in Chinese', () => {
  expect(namesOthers(chinese, ['柳青山', '歐陽嶺', '屋顶苔藓'])).toBe(false)
  expect(namesOthers(chinese, ['柳青山', '林远'])).toBe(true)
  expect(namesOthers(chinese, ['Liu Q', 'Quorn X'])).toBe(false)
  expect(namesOthers(chinese, ['柳青山, QUORN X', '欧阳岭'])).toBe(true)
  expect(namesOthers(recordOf([{ name: '柳青山' }, { name: 'Ada Ness' }]), ['柳青山', '林远'])).toBe(false)
})

test('more people than the record has are others, in whatever script, also behind et al.', () => {
  expect(namesOthers(recordOf([{ name: '柳青山' }]), ['柳青山', 'Quorn X'])).toBe(true)
  expect(namesOthers(latin, ['Meer L', 'Müller J', 'Li K', '柳青山'])).toBe(true)
  expect(namesOthers(latin, ['Meer L', 'Müller J', '李凯'])).toBe(false)
  expect(namesOthers(latin, ['Meer L', 'Müller J'], true)).toBe(false)
  expect(namesOthers(latin, ['Meer L', 'Müller J', 'Li K'], true)).toBe(true)
  // Two people may have one family name.
  const two = recordOf([
    { name: 'Ada Ness', family: 'Ness' },
    { name: 'Bo Ness', family: 'Ness' },
  ])
  expect(namesOthers(two, ['Ness A'], true)).toBe(false)
})

test.each([1, 2, 3])('behind the first %i people of a record that goes on, others may be named', (count) => {
  const all = [
    { name: 'Lotte van der Meer', family: 'van der Meer' },
    { name: 'Jörg Müller', family: 'Müller' },
    { name: 'Kai Li', family: 'Li' },
  ].slice(0, count)
  const printed = ['Meer L', 'Müller J', 'Li K'].slice(0, count)
  const record = recordOf(all)
  const goingOn = recordOf(all.map((each, at) => ({ ...each, and_others: at === count - 1 })))
  for (const [names, more] of [
    [[...printed, 'Quorn X', 'Ness A'], true],
    [[...printed.slice(0, -1), 'Quorn X', ...printed.slice(-1)], false],
    [['Quorn X', ...printed.slice(1)], false],
  ] as const) {
    expect(namesAllAndMore(record, { names, hasMore: false })).toBe(more)
    expect(namesOthers(record, [...names])).toBe(true)
    expect(namesOthers(goingOn, [...names])).toBe(!more)
  }
  expect(namesOthers(goingOn, printed, true)).toBe(false)
})
