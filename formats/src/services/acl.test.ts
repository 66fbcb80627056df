import { work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { readAll, successfulWorks } from '../testing/read-all.ts'

test('conference and workshop papers are proceedings papers, journal papers are articles', async () => {
  const line = (type: string): string =>
    JSON.stringify({
      id: type,
      title: 'T',
      abstract: '',
      authors: [],
      year: 1999,
      venue: 'cl',
      type,
      doi: null,
      url: null,
    })
  const works = successfulWorks(
    await readAll({ name: 'acl.jsonl', bytes: ['conference', 'workshop', 'journal'].map(line).join('\n') }),
  )
  expect(works.map((each) => each.resource_type)).toEqual([5, 5, 1])
  for (const each of works) expect(work.parse(each)).toEqual(each)
})

test('a paper of the Anthology is free to read at an address that follows from its number', async () => {
  const line = (id: string) =>
    JSON.stringify({ id, title: 'T', authors: [], year: 2020, venue: 'acl', type: 'conference' })
  const works = successfulWorks(
    await readAll({ name: 'acl.jsonl', bytes: ['P19-1001', '2020.acl-main.1', 'odd'].map(line).join('\n') }),
  )
  expect(works.map(({ pdf_url, is_oa }) => [pdf_url, is_oa])).toEqual([
    ['https://aclanthology.org/P19-1001.pdf', true],
    ['https://aclanthology.org/2020.acl-main.1.pdf', true],
    [null, false],
  ])
})
