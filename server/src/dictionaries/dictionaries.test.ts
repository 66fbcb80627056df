import { expect, test } from 'vitest'
import { clcClasses, curatedTopics, disciplineName, disciplines, esiFields } from './discipline.service.ts'
import { literatureTypeName } from './literature-type.service.ts'
import { venueName } from './venue.ts'

const firstLevel = disciplines.flatMap((group) => group.children)

test('the catalogue has 14 groups and 117 disciplines, each below its own group', () => {
  expect([disciplines.length, firstLevel.length]).toEqual([14, 117])
  for (const group of disciplines)
    for (const child of group.children) expect(child.code.slice(0, 2), child.name).toBe(group.code)
})

test('every discipline leads to ESI fields and classes that there are', () => {
  const esi = new Set(esiFields.map((field) => field.name_en))
  const clc = clcClasses.flatMap((each) => [each, ...each.children]).map((each) => each.code)
  expect([esi.size, clcClasses.length]).toEqual([22, 22])
  for (const { name, ...discipline } of firstLevel) {
    for (const field of discipline.esi) expect(esi, `${name}: ${field}`).toContain(field)
    for (const code of discipline.clc)
      expect(
        clc.some((known) => code.startsWith(known)),
        `${name}: ${code}`,
      ).toBe(true)
  }
})

test('every topic belongs to a discipline', () => {
  for (const topic of curatedTopics) expect(disciplineName(topic.subject_code), topic.name).toBeDefined()
})

test('a kind of literature has a name, whatever its number', () => {
  expect([1, 9, 10, 0, 99].map(literatureTypeName)).toEqual([
    '期刊',
    '预印本',
    '数据集与网络资源',
    '其他',
    '其他',
  ])
})

test('a venue of which only the word of its address is known has its full name', () => {
  expect(venueName('emnlp')).toBe('Conference on Empirical Methods in Natural Language Processing')
  // What was written by a person stays as it is.
  for (const source of ['EMNLP', 'Nature', 'constructor', '', null]) expect(venueName(source)).toBeNull()
})
