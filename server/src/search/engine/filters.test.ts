import { api, type InputOf } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import {
  ATTENTION,
  authorsNamed,
  BOOK,
  MIXED,
  REMOTE,
  SURVEY,
  searchScene,
} from '../../testing/search-scene.ts'

test('filters narrow the hits, and a facet is counted without its own filter', async () => {
  const { search } = await searchScene()
  const { total, list, facets, relax } = await search({
    filters: { language: ['zh'], year_from: 2021, subject_code: ['08'] },
  })

  expect(list.map(({ title }) => title)).toEqual([MIXED, REMOTE])
  expect(total).toBe(2)
  const counts = (name: 'year' | 'language' | 'resource_type') =>
    Object.fromEntries((facets?.[name].list ?? []).map(({ value, count }) => [value, count]))
  expect(counts('language')).toEqual({ zh: 2 })
  expect(counts('year')).toEqual({ 2023: 1, 2021: 1 })
  expect(relax).toEqual([])

  const open = await search({ filters: { language: ['zh'] } })
  const languages = open.facets?.language.list.map(({ value, label, count }) => [value, label, count])
  expect(languages).toEqual([
    ['zh', '中文', 3],
    ['en', '英文', 2],
  ])
  expect(open.facets?.resource_type.list.map(({ label, count }) => [label, count])).toEqual([
    ['期刊', 2],
    ['专著', 1],
  ])
  expect(open.relax).toEqual([{ filter: 'language', count: 2 }])
})

test('every filter keeps what it names', async () => {
  const { search } = await searchScene()
  const found = async (filters: InputOf<typeof api.papers.search>['filters']) =>
    (await search({ filters })).list.map(({ title }) => title).toSorted()

  expect(await found({ is_oa: true })).toEqual([ATTENTION])
  expect(await found({ author: ['noam shazeer'] })).toEqual([ATTENTION])
  expect(await found({ keyword: ['Deep Learning'] })).toEqual([SURVEY])
  expect(await found({ resource_type: [2, 5] })).toEqual([ATTENTION, BOOK].toSorted())
  expect(await found({ within: 'recurrence' })).toEqual([ATTENTION])
  expect(await found({ subject_code: ['0812'] })).toEqual([MIXED, SURVEY].toSorted())
})

test.each(['fund', 'within'] as const)('a filter of signs only keeps nothing: %s', async (filter) => {
  const { search } = await searchScene()
  for (const signs of ['---', '。', '【】']) {
    const { total, list } = await search({ filters: { [filter]: signs } })
    expect([signs, total, list]).toEqual([signs, 0, []])
  }
})

test('without words all papers come, newest first, and other orders are kept', async () => {
  const { titles } = await searchScene()

  expect((await titles('')).slice(0, 2)).toEqual([MIXED, REMOTE])
  expect((await titles('', { sort: 'citations' })).slice(0, 2)).toEqual([ATTENTION, SURVEY])
  expect(await titles('', { page_num: 2, page_size: 2, sort: 'date' })).toEqual([BOOK, SURVEY])
})

test('pages end at ten thousand hits, with a word on what to do', async () => {
  const { ada } = await searchScene()

  expect((await ada.call(api.papers.search, { page_num: 100, page_size: 100 })).list).toEqual([])
  expect(await ada.refusal(api.papers.search, { page_num: 101, page_size: 100 })).toMatchObject({
    status: 400,
    data: { issues: [{ path: 'page_num', message: '请缩小范围或导出全部' }] },
  })
})

test('a filter by a name finds what it names, however it is written', async () => {
  const { app, search } = await searchScene()
  const more = {
    creators: authorsNamed('José García'),
    keywords: ['Open  Access'],
    basic_sourcename: 'Nature & Science',
    language: 'en',
  }
  await addPapers(app.base, [{ title: 'A paper of Nature', subject_codes: ['0812'], ...more }])
  const found = async (filters: object) => (await search({ query: 'nature', filters })).total

  for (const source of ['nature science', 'Nature & Science', 'NATURE  &  SCIENCE', 'Ｎature & Science'])
    expect(await found({ source: [source] }), source).toBe(1)
  for (const author of ['jose garcia', 'García, José'])
    expect(await found({ author: [author] }), author).toBe(1)
  for (const keyword of ['open access', 'OPEN ACCESS'])
    expect(await found({ keyword: [keyword] }), keyword).toBe(1)
  for (const language of ['EN', '英文', 'English', ' en '])
    expect(await found({ language: [language] }), language).toBe(1)
  for (const subject of ['0812', '08', '工学', '计算机科学与技术', ' 0812 '])
    expect(await found({ subject_code: [subject] }), subject).toBe(1)
  expect(await found({ source: ['Science'] })).toBe(0)
})
