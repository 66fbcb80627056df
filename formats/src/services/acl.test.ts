import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { work } from '@scinav/contract'
import { describe, expect, test } from 'vitest'
import { recognizeFormat } from '../formats.ts'
import { readHead } from '../input/bytes.ts'
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

const file = join(import.meta.dirname, '../../../../shared/data/acl/acl.jsonl.gz')

function anthology(): void {
  test('all 95,336 papers are read, whole and in the shape of the contract', async () => {
    const format = recognizeFormat(await readHead(createReadStream(file)), 'acl.jsonl.gz')
    expect(format?.id).toBe('acl')
    const seen = { read: 0, failed: 0, proceedings: 0, articles: 0, abstracts: 0, dois: 0 }
    for await (const batch of format?.read(createReadStream(file)) ?? []) {
      seen.failed += batch.filter((read) => !read.ok).length
      const works = successfulWorks(batch)
      seen.read += works.length
      seen.proceedings += works.filter((each) => each.resource_type === 5).length
      seen.articles += works.filter((each) => each.resource_type === 1).length
      seen.abstracts += works.filter((each) => each.abstract !== null).length
      seen.dois += works.filter((each) => each.doi !== null).length
      const [first] = works
      if (first) expect(work.parse(first)).toEqual(first)
    }
    // 39,378 have something in the field, 525 of them a handle of another system or no prefix.
    expect(seen).toEqual({
      read: 95_336,
      failed: 0,
      proceedings: 91_971,
      articles: 3_365,
      abstracts: 52_012,
      dois: 38_853,
    })
  })
}

// The complete export, where it is on this machine; the gate leaves it out because it is long.
if (existsSync(file) && process.env.TEST_PART !== 'gate') describe('the ACL Anthology', anthology)
