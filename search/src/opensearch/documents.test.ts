import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { type IndexRecord, schemaNamed } from '../index/schema.ts'
import {
  EMPTY_POSITION,
  IMPACT_SEPARATOR,
  impactFrequency,
  SATURATION,
  TOKEN_SEPARATOR,
  VARIANT_SEPARATOR,
} from './mapping.ts'
import { buildStoredRecords } from './stored-records.ts'

async function stored(more: Partial<IndexRecord>, title = 'Graph Networks') {
  const record = JSON.stringify({ ...blankWork(title, 1), ...more })
  const [found] = await buildStoredRecords(
    [{ seq: 7, change: 1, record, cited_by_count: 3 }],
    schemaNamed('papers'),
  )
  if (!found) throw new Error('a record that is lost')
  return found
}

const tokens = (text: string | undefined) => text?.split(TOKEN_SEPARATOR)

test('words stand at their places, stem and exact form at one, and two titles stand apart', async () => {
  const { title } = await stored({ title_zh: '图' })
  expect(tokens(title)?.map((each) => each.split(VARIANT_SEPARATOR).sort())).toEqual([
    ['graph'],
    ['=networks', 'network'],
    ...Array.from({ length: 8 }, () => [EMPTY_POSITION]),
    ['图'],
  ])
})

test('each term comes once, with a frequency that BM25 makes its impact of', async () => {
  const { terms } = await stored({ abstract: 'graph graph graph' })
  const graph = tokens(terms)?.filter((each) => each.startsWith(`graph${IMPACT_SEPARATOR}`))
  expect(graph).toHaveLength(1)
  for (const impact of [1, 17, 200, 254]) {
    const frequency = impactFrequency(impact)
    expect(Math.round((255 * frequency) / (SATURATION + frequency))).toBe(impact)
  }
})

test('names are found apart from texts, and values keep how they are written', async () => {
  const creators = [
    { name: 'Ada Lovelace', role: 'author' as const, affiliations: [] },
    { name: 'Yann LeCun', role: 'corresponding' as const, affiliations: [] },
  ]
  const found = await stored({ creators, keywords: ['Deep Learning'], basic_sourcename: 'Nature' })
  expect(found.author).toEqual(['ada lovelace', 'yann lecun'])
  expect(JSON.parse(found.labels ?? '')).toMatchObject({ keyword: [['deep learning', 'Deep Learning']] })
  expect(found.first_author).toContain('lovelace')
  expect(found.first_author).not.toContain('lecun')
  expect(found.corresponding).toContain('lecun')
  expect(tokens(found.names)).toContain('lovelac')
  expect(found.abstract).toBeUndefined()
})

test('what a record lacks is not sent, and numbers are those of its columns', async () => {
  const found = await stored({ publish_date: '2020-05', is_oa: true, citation_count: 2 })
  expect(found).toMatchObject({ seq: 7, year: 2020, date: 20_200_500, oa: true, cited: 3, type: 1 })
  expect(JSON.parse(JSON.stringify(await stored({})))).not.toHaveProperty('year')
})
