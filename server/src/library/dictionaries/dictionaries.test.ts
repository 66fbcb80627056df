import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { clcClasses, curatedTopics, disciplineName, disciplines, esiFields } from './discipline.service.ts'
import { literatureTypeName } from './literature-type.service.ts'
import { fullSourceName, isUnknownCode, printedSourceTitle, readableVenue } from './proceedings.ts'
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
  expect(['cl', 'tacl', 'findings', 'icon', 'law'].map(venueName)).toEqual([
    'Computational Linguistics',
    'Transactions of the Association for Computational Linguistics',
    'Findings of the Association for Computational Linguistics',
    'International Conference on Natural Language Processing (ICON)',
    'Linguistic Annotation Workshop',
  ])
  // What was written by a person stays as it is.
  for (const source of ['EMNLP', 'Nature', 'constructor', '', null]) expect(venueName(source)).toBeNull()
})

const conference = (source: string, year: string, acl?: string) =>
  printedSourceTitle({
    ...blankWork('A paper', 5),
    basic_sourcename: source,
    publish_date: year,
    external_ids: acl ? { acl } : {},
  })

test.each([
  ['acl', '2019', 'Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics'],
  ['P19', '2019', 'Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics'],
  [
    'P98-1',
    '1998',
    'Proceedings of the 36th Annual Meeting of the Association for Computational Linguistics',
  ],
  [
    '2020.acl-main',
    '2020',
    'Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics',
  ],
  [
    '2020.acl-main.12',
    '2020',
    'Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics',
  ],
  ['D18', '2018', 'Proceedings of the 2018 Conference on Empirical Methods in Natural Language Processing'],
  ['lrec', '2022', 'Proceedings of the International Conference on Language Resources and Evaluation'],
  ['tacl', '2021', 'Transactions of the Association for Computational Linguistics'],
  ['Q14', '2014', 'Transactions of the Association for Computational Linguistics'],
  ['2021.findings-acl', '2021', 'Findings of the Association for Computational Linguistics: ACL 2021'],
])('a paper of %s in %s is printed in %s', (source, year, printed) => {
  expect(conference(source, year)).toBe(printed)
})

test('what the code of a paper tells of its volume is used, and what no list knows stays as it is', () => {
  expect(conference('findings', '2020', '2020.findings-emnlp.3')).toBe(
    'Findings of the Association for Computational Linguistics: EMNLP 2020',
  )
  expect(conference('acl', '2004', 'W04-1013')).toBe(
    'Annual Meeting of the Association for Computational Linguistics',
  )
  expect(conference('ws', '2007', 'W07-0212')).toBeNull()
  expect(conference('W18', '2018')).toBeNull()
  expect(conference('Nature', '2018')).toBeNull()
  expect([fullSourceName('P19'), fullSourceName('ACL'), fullSourceName(null)]).toEqual([
    venueName('acl'),
    null,
    null,
  ])
})

test.each([
  ['wmt', [], 'Conference on Machine Translation'],
  ['2020.acl-main', [], 'Annual Meeting of the Association for Computational Linguistics'],
  ['Nature', [], 'Nature'],
  ['储能科学', [], '储能科学'],
  [null, ['武汉大学'], '武汉大学'],
  ['W19-1234', [], ''],
  ['2031.unheard-1', [], ''],
  ['constructor', [], 'constructor'],
  [null, [], ''],
])('the venue of a work from %j, published in %j, reads %j', (basic_sourcename, publish_venue, venue) => {
  expect(readableVenue({ basic_sourcename, publish_venue, external_ids: {} })).toBe(venue)
})

test('a word of the Anthology that no list knows is no name', () => {
  const work = { basic_sourcename: 'ws', publish_venue: [], external_ids: { acl: 'W07-0212' } }
  expect(readableVenue(work)).toBe('')
  expect(isUnknownCode(work)).toBe(true)
  expect(isUnknownCode({ ...work, basic_sourcename: 'wmt' })).toBe(false)
})
