import { blankWork, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { compareWorks, titleKey, workKeys } from './work-keys.ts'

function aWork(title: string, names: string[], more: Partial<Work> = {}): Work {
  const creators = names.map((name) => ({ name, role: 'author' as const, affiliations: [] }))
  return { ...blankWork(title, 1), creators, publish_date: '2015', ...more }
}

test('a title is the same without case, accents, mark-up, signs, spaces and in either script', () => {
  expect(titleKey('Étude of <i>E. coli</i>: a Re-view')).toBe(titleKey('etude of e coli a review'))
  expect(titleKey('深度學習：綜述')).toBe(titleKey('深度学习 综述'))
})

test('identifiers come before the title, and a chapter is not found by the number of its book', () => {
  const found = aWork('Deep learning', [], { doi: '10.1/x', external_ids: { arxiv: '1505.1', issue: '3' } })
  expect(workKeys(found)).toEqual(['doi:10.1/x', 'arxiv:1505.1', 'title:deeplearning'])
  expect(workKeys({ ...found, doi: null, external_ids: {}, isbn: '978-7-302-42328-7' })).toEqual([
    'title:deeplearning',
  ])
})

test('one title with a common author in a near year is one work; another year or other people are not', () => {
  const known = aWork('Attention is all you need', ['Ashish Vaswani', 'Noam Shazeer'])
  const key = 'title:attentionisallyouneed'
  const same = aWork('Attention Is All You Need', ['Vaswani, A.'], { publish_date: '2016-01' })
  expect(compareWorks(known, same, key)).toBe('same')
  expect(compareWorks(known, { ...same, publish_date: '2018' }, key)).toBe('other')
  expect(compareWorks(known, aWork('Attention is all you need', ['Jane Roe']), key)).toBe('other')
  expect(
    compareWorks(aWork('基于图的方法', ['张晓明']), aWork('基于图的方法', ['Xiaoming Zhang']), 'title:x'),
  ).toBe('same')
})

test('preprint and article are versions, two DOIs too; a book of the same title is another work', () => {
  const article = aWork('Deep learning', ['Yoshua Bengio'], { doi: '10.1/a' })
  const key = 'title:deeplearning'
  expect(compareWorks(article, { ...article, doi: null, resource_type: 9 }, key)).toBe('version')
  expect(compareWorks(article, { ...article, doi: '10.1/b' }, key)).toBe('version')
  expect(compareWorks(article, { ...article, doi: null, resource_type: 2 }, key)).toBe('other')
})

test('one identifier under unlike titles is suspicious and merges nothing', () => {
  const known = aWork('Graph networks for molecules', ['A. Roe'], { doi: '10.1/a' })
  expect(compareWorks(known, aWork('Cooking in the seventeenth century', ['B. Doe']), 'doi:10.1/a')).toBe(
    'other',
  )
  expect(compareWorks(known, aWork('Graph networks for molecules: a study', ['A. Roe']), 'doi:10.1/a')).toBe(
    'same',
  )
})
