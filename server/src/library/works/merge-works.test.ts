import { blankWork, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { mergeWorks } from './merge-works.ts'

const blank = blankWork('Graph networks', 1)
const record = (fields: Partial<Work>): Work => ({ ...blank, ...fields })

/** Something a record may say in each of its fields. */
const whole: Work = {
  ...blank,
  ...Object.fromEntries(Object.entries(blank).map(([field, empty]) => [field, sayingOf(field, empty)])),
  degree: 'doctor',
  status: 'retracted',
  abstract_by: 'site',
  creators: [{ name: 'Ann Smith', role: 'author', affiliations: [] }],
  external_ids: { pmid: '77' },
}

function sayingOf(field: string, empty: unknown): unknown {
  if (field === 'title' || field === 'resource_type') return empty
  if (empty === null) return `what ${field} says`
  if (Array.isArray(empty)) return [`what ${field} says`]
  if (typeof empty === 'boolean') return true
  return typeof empty === 'number' ? 12 : { [field]: '1' }
}

test.each(Object.keys(blank))(
  'a reader finds the %s of a paper, whichever of its two records has it',
  (field) => {
    const fields: Partial<Work> = Object.fromEntries(Object.entries(whole).filter(([name]) => name === field))
    expect(mergeWorks(blank, record(fields))).toEqual(record(fields))
    expect(mergeWorks(record(fields), blank)).toEqual(record(fields))
  },
)

test('where two records of a paper speak differently, a reader finds what the first one says', () => {
  const [first, second] = [
    record({
      issn: '0254-4164',
      publish_venue: ['Springer'],
      external_ids: { pmid: '77' },
      status: 'concern',
    }),
    record({ issn: '1000-9825', publish_venue: ['Springer-Verlag'], external_ids: { pmid: '78' } }),
  ]
  expect(mergeWorks(first, second)).toEqual(first)
  expect(mergeWorks(first, { ...second, title: 'Graphs', resource_type: 9, status: 'retracted' })).toEqual(
    first,
  )
})

test('a reader finds the longer abstract, the finer date, the higher count and the keywords of both', () => {
  const short = record({ abstract: 'Short', publish_date: '2021', citation_count: 3, keywords: ['graph'] })
  const long = record({
    abstract: 'Not so short',
    publish_date: '2021-05',
    citation_count: 12,
    keywords: ['tree', 'graph'],
  })

  expect(mergeWorks(short, long)).toEqual({ ...long, keywords: ['graph', 'tree'] })
  expect(mergeWorks(long, short)).toEqual(long)
  expect(mergeWorks(short, record({ publish_date: '2019-05-01' })).publish_date).toBe('2021')
})

test('a reader finds the list with more people; of equal ones that which says where they work', () => {
  const [ann, bo] = ['Ann Smith', 'Bo Li'].map((name) => ({
    name,
    role: 'author' as const,
    affiliations: [],
  }))
  const at = { name: 'Ann Smith', role: 'author' as const, affiliations: ['Tsinghua University'] }
  if (!ann || !bo) throw new Error('two people are needed')
  const peopleOf = (first: Work['creators'], second: Work['creators']) =>
    mergeWorks(record({ creators: first }), record({ creators: second })).creators

  expect(peopleOf([at], [ann, bo])).toEqual([ann, bo])
  expect(peopleOf([ann, bo], [at])).toEqual([ann, bo])
  expect(peopleOf([ann], [at])).toEqual([at])
  expect(peopleOf([at], [ann])).toEqual([at])
})

test('an abstract of the work itself takes the place of a summary that this site wrote, whichever comes first', () => {
  const ours = record({
    abstract: 'A long summary of ours',
    abstract_zh: '本站写的内容提要',
    abstract_by: 'site',
  })
  const own = record({ abstract: 'Short.' })
  const expected = { abstract: 'Short.', abstract_zh: null, abstract_by: 'source' }
  expect(mergeWorks(ours, own)).toMatchObject(expected)
  expect(mergeWorks(own, ours)).toMatchObject(expected)
  expect(mergeWorks(ours, record({}))).toMatchObject({ abstract: ours.abstract, abstract_by: 'site' })
})
