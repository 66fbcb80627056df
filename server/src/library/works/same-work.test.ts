import { blankWork, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { groupSameWorks } from './same-work.ts'

const paper = (fields: Partial<Work>): Work => ({
  ...blankWork('Graph networks', 1),
  publish_date: '2021',
  creators: [{ name: 'Ann Smith', family: 'Smith', given: 'Ann', role: 'author', affiliations: [] }],
  ...fields,
})

const found = (mark: string, fields: Partial<Work>, fixed = false) => ({ work: paper(fields), mark, fixed })
const marksOf = (...works: ReturnType<typeof found>[]) =>
  groupSameWorks(works).map(({ marks }) => marks.join(' '))

test('records with one identifier are one work, and what each knows is put together', () => {
  const [work, ...others] = groupSameWorks([
    found('a', { doi: '10.1000/x', abstract: 'Long abstract' }),
    found('b', { doi: '10.1000/x', external_ids: { pmid: '7' }, title: 'Graph networks: a survey' }),
  ])

  expect(others).toEqual([])
  expect(work).toMatchObject({
    marks: ['a', 'b'],
    work: { title: 'Graph networks', abstract: 'Long abstract', external_ids: { pmid: '7' } },
  })
})

test('without an identifier title, year and an author have to agree', () => {
  const other = [{ name: 'Eve Jones', role: 'author' as const, affiliations: [] }]

  expect(marksOf(found('a', {}), found('b', { title: 'GRAPH  Networks.', publish_date: '2022-03' }))).toEqual(
    ['a b'],
  )
  expect(
    marksOf(found('a', {}), found('b', { creators: other }), found('c', { publish_date: '2018' })),
  ).toEqual(['a', 'b', 'c'])
})

test('a record without identifiers does not make two versions one', () => {
  const versions = [found('a', { doi: '10.1000/x' }), found('b', { doi: '10.2000/y' })]

  expect(marksOf(...versions, found('c', {}))).toEqual(['a c', 'b'])
})

test('a record that names both makes them one, unless both are papers of the library', () => {
  const both = found('c', { doi: '10.1000/x', external_ids: { arxiv: '2101.00001' } })
  const preprint = { external_ids: { arxiv: '2101.00001' }, resource_type: 9 }

  expect(marksOf(found('a', { doi: '10.1000/x' }), found('b', preprint), both)).toEqual(['a c b'])
  expect(marksOf(found('a', { doi: '10.1000/x' }, true), found('b', preprint, true), both)).toEqual([
    'a c',
    'b',
  ])
})

test('one identifier under two quite different titles proves nothing', () => {
  const wrong = found('b', { doi: '10.1000/x', title: 'Cooking with iron pans' })
  expect(marksOf(found('a', { doi: '10.1000/x' }), wrong)).toEqual(['a', 'b'])
})
