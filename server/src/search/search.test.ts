import { api, type InputOf } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { testApp } from '../testing/test-app.ts'

const people = (...names: string[]) =>
  names.map((name) => ({ name, role: 'author' as const, affiliations: [] }))

const WORKS = [
  {
    title: '基于卷积神经网络的遥感影像语义分割',
    language: 'zh',
    abstract: '针对遥感影像的语义分割，提出一种改进的网络结构。',
    keywords: ['遥感', '语义分割'],
    creators: people('张晓明', '李娜'),
    publish_date: '2021-03',
    basic_sourcename: '测绘学报',
    subject_codes: ['0816'],
  },
  {
    title: '深度学习与 Transformer 在机器翻译中的应用',
    language: 'zh',
    keywords: ['深度学习', 'Transformer'],
    creators: people('王伟'),
    publish_date: '2023',
    basic_sourcename: '中文信息学报',
    subject_codes: ['0812'],
  },
  {
    title: 'Attention is all you need',
    language: 'en',
    abstract: 'The Transformer relies on self-attention, not on recurrence.',
    keywords: ['attention', 'transformer'],
    creators: people('Ashish Vaswani', 'Noam Shazeer'),
    publish_date: '2017-06-12',
    resource_type: 5,
    doi: '10.5555/3295222.3295349',
    citation_count: 90_000,
    is_oa: true,
  },
  {
    title: 'A survey of deep learning',
    language: 'en',
    keywords: ['deep learning'],
    creators: people('Wei Wang'),
    publish_date: '2020',
    subject_codes: ['0812'],
    citation_count: 12,
  },
  { title: '自然语言处理导论', language: 'zh', resource_type: 2, publish_date: '2020' },
]
const [REMOTE, MIXED, ATTENTION, SURVEY, BOOK] = WORKS.map(({ title }) => title)

async function scene() {
  const app = await testApp()
  await addPapers(app.base, WORKS)
  const ada = await app.signUp('Ada')
  const search = (input: InputOf<typeof api.papers.search>) => ada.call(api.papers.search, input)
  const titles = async (query: string, more: InputOf<typeof api.papers.search> = {}) =>
    (await search({ query, ...more })).list.map(({ title }) => title)
  return { app, ada, search, titles }
}

test('a Chinese word of two characters is found inside longer ones, in either script and any width', async () => {
  const { titles } = await scene()

  expect(await titles('神经')).toEqual([REMOTE])
  expect(await titles('經網')).toEqual([REMOTE])
  expect(await titles('語義分割')).toEqual([REMOTE])
  expect(await titles('自然語言處理')).toEqual([BOOK])
  expect(await titles('ＡＴＴＥＮＴＩＯＮ　ｉｓ　ａｌｌ')).toEqual([ATTENTION])
})

test('Chinese and English are searched together and stand for each other', async () => {
  const { search, titles } = await scene()

  expect((await titles('深度学习 transformer'))[0]).toBe(MIXED)
  const { list, parsed_query } = await search({ query: '深度学习' })
  expect(list.map(({ title }) => title).toSorted()).toEqual([MIXED, SURVEY].toSorted())
  expect(parsed_query.expansions).toEqual([
    { from: '深度学习', to: expect.arrayContaining(['deep learning']) },
  ])
  expect(await titles('深度学习', { expand: false })).toEqual([MIXED])
})

test('an author is found by characters and by pinyin in both orders, whole or by initials', async () => {
  const { titles } = await scene()
  const names = ['张晓明', 'Zhang Xiaoming', 'Xiaoming Zhang', 'zhang, xiao-ming', 'Zhang XM', 'X. Zhang']
  for (const name of names) expect(await titles(`AU="${name}"`), name).toEqual([REMOTE])

  expect((await titles('AU=王伟')).toSorted()).toEqual([MIXED, SURVEY].toSorted())
  expect((await titles('AU="Wang Wei"')).toSorted()).toEqual([MIXED, SURVEY].toSorted())
})

test('filters narrow the hits, and a facet is counted without its own filter', async () => {
  const { search } = await scene()
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
  const { search } = await scene()
  const kept = async (filters: InputOf<typeof api.papers.search>['filters']) =>
    (await search({ filters })).list.map(({ title }) => title).toSorted()

  expect(await kept({ is_oa: true })).toEqual([ATTENTION])
  expect(await kept({ author: ['noam shazeer'] })).toEqual([ATTENTION])
  expect(await kept({ keyword: ['Deep Learning'] })).toEqual([SURVEY])
  expect(await kept({ resource_type: [2, 5] })).toEqual([ATTENTION, BOOK].toSorted())
  expect(await kept({ within: 'recurrence' })).toEqual([ATTENTION])
  expect(await kept({ subject_code: ['0812'] })).toEqual([MIXED, SURVEY].toSorted())
})

test('without words all papers come, newest first, and other orders are kept', async () => {
  const { titles } = await scene()

  expect((await titles('')).slice(0, 2)).toEqual([MIXED, REMOTE])
  expect((await titles('', { sort: 'citations' })).slice(0, 2)).toEqual([ATTENTION, SURVEY])
  expect(await titles('', { page_num: 2, page_size: 2, sort: 'date' })).toEqual([BOOK, SURVEY])
})

test('pages end at ten thousand hits, with a word on what to do', async () => {
  const { ada } = await scene()

  expect((await ada.call(api.papers.search, { page_num: 100, page_size: 100 })).list).toEqual([])
  expect(await ada.refusal(api.papers.search, { page_num: 101, page_size: 100 })).toMatchObject({
    status: 400,
    data: { issues: [{ path: 'page_num', message: '请缩小范围或导出全部' }] },
  })
})

test('what was searched is marked in UTF-16 places of the text as it is shown', async () => {
  const { search } = await scene()
  const marked = async (query: string) => {
    const { list } = await search({ query })
    return list.slice(0, 1).flatMap((hit) =>
      hit.highlights.map(({ field, start, end, index }) => {
        const value = hit[field as 'title']
        const text = index === undefined ? value : (value as unknown as string[])[index]
        return `${field}: ${text?.slice(start, end)}`
      }),
    )
  }

  expect(await marked('遥感影像 分割')).toEqual([
    'title: 遥感影像',
    'title: 分割',
    'abstract: 遥感影像',
    'abstract: 分割',
    'keywords: 遥感',
    'keywords: 分割',
  ])
  expect(await marked('recurrences')).toEqual(['abstract: recurrence'])
  expect(await marked('AU="Shazeer Noam"')).toEqual(['authors_short: Noam Shazeer'])
})

test('a word that is spelled wrong leads to the right one', async () => {
  const { app, search } = await scene()
  await addPapers(app.base, ['Attention again', 'More attention'])

  const found = await search({ query: 'atention' })
  expect(found).toMatchObject({ total: 3, did_you_mean: null, searched_instead: 'attention' })
  const written = await search({ query: 'atention', as_written: true })
  expect(written).toMatchObject({ total: 0, did_you_mean: 'attention', searched_instead: null })
  const right = await search({ query: 'attention' })
  expect(right).toMatchObject({ total: 3, did_you_mean: null, searched_instead: null })
})

test('names are not spelled like words, and a corrected query keeps its fields and signs', async () => {
  const { app, search } = await scene()
  const learn = ['Learn it', 'Learn more', 'Learn again', 'Attention again'].map((title) => ({ title }))
  await addPapers(app.base, [...learn, { title: 'Handwriting', creators: people('Yann LeCun') }])
  const meant = async (query: string) => (await search({ query, as_written: true })).did_you_mean

  expect(await meant('AU:lecun')).toBeNull()
  expect(await meant('lecun')).toBeNull()
  expect(await meant('laern')).toBe('learn')
  expect(await meant('TI:atention AU:lecun -laern')).toBe('TI:attention AU:lecun NOT laern')
  expect(await meant('TI:"atention again"')).toBe('TI:"attention again"')
})

test('traditional characters find in a field and beside signs what simplified ones find', async () => {
  const { app, titles } = await scene()
  await addPapers(app.base, [{ title: '机器学习方法综述', keywords: ['机器学习'], language: 'zh' }])

  for (const [traditional, simplified] of [
    ['TI:機器學習', 'TI:机器学习'],
    ['TI:機器學習方法綜述', 'TI:机器学习方法综述'],
    ['KY:機器學習 NOT 遙感', 'KY:机器学习 NOT 遥感'],
    ['深度學習 OR 遙感', '深度学习 OR 遥感'],
    ['機器*', '机器*'],
    ['機器學習 NEAR/3 綜述', '机器学习 NEAR/3 综述'],
  ] as const) {
    const found = await titles(traditional)
    expect(found.length).toBeGreaterThan(0)
    expect({ traditional, found }).toEqual({ traditional, found: await titles(simplified) })
  }
})

test('hits that lack some of the words follow, counted apart', async () => {
  const { search } = await scene()
  const { list, total, total_partial, facets_of } = await search({ query: 'attention zeppelin' })

  expect({ total, total_partial, facets_of }).toEqual({ total: 0, total_partial: 1, facets_of: 'partial' })
  expect(list.map(({ title }) => title)).toEqual([ATTENTION])
})

test('a malformed query is searched as words and says so; an identifier finds its record', async () => {
  const { search, titles } = await scene()
  const { list, parsed_query } = await search({ query: '(attention AND' })

  expect(list[0]?.title).toBe(ATTENTION)
  expect(parsed_query.warnings.join()).toMatch(/[\u4e00-\u9fff]/)
  for (const query of ['10.5555/3295222.3295349', 'https://doi.org/10.5555/3295222.3295349'])
    expect(await titles(query), query).toEqual([ATTENTION])
})

test('the lines of the advanced search are joined as they say', async () => {
  const { search } = await scene()
  const { list } = await search({
    conditions: [
      { field: 'title', operator: 'contains', value: 'attention' },
      { field: 'author', operator: 'contains', value: '王伟', join: 'or' },
      { field: 'year', operator: 'range', value: '2020..', join: 'and' },
    ],
    filters: {},
  })

  expect(list.map(({ title }) => title)).toContain(MIXED)
})

test('the words that hold a title together need not be its own', async () => {
  const { search, titles } = await scene()

  expect((await titles('the survey on deep learning'))[0]).toBe(SURVEY)
  expect((await search({ query: '影像中的分割' })).total).toBe(1)
  expect((await search({ query: 'the of' })).total).toBe(0)
  expect((await search({ query: '深度學習 綜述' })).list[0]?.title).toBe(SURVEY)
})

test('a year beside other words is the year of a paper', async () => {
  const { search } = await scene()
  const { list, total } = await search({ query: 'Vaswani 2017 attention' })

  expect({ total, title: list[0]?.title }).toEqual({ total: 1, title: ATTENTION })
  expect((await search({ query: 'Vaswani 2018 attention' })).total).toBe(0)
})

test('a short query stands for a title or its author rather than for what others say of it', async () => {
  const { app, titles } = await scene()
  const abstract = 'Shazeer shows attention. Attention and Shazeer: more attention of Shazeer.'
  await addPapers(app.base, [{ title: 'Notes', abstract, publish_date: '2024' }])

  expect((await titles('Shazeer attention'))[0]).toBe(ATTENTION)
})

test('a translation begins and ends where words do', async () => {
  const { app, search } = await scene()
  await addPapers(app.base, [{ title: '发生成本的核算', language: 'zh' }, { title: 'Generation of text' }])
  const { list, parsed_query } = await search({ query: '发生成本' })

  expect(list[0]?.title).toBe('发生成本的核算')
  expect(parsed_query.expansions.map(({ from }) => from)).not.toContain('生成')
})

test('a filter by a name finds what it names, however it is written', async () => {
  const { app, search } = await scene()
  const more = {
    creators: people('José García'),
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
