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

test('a Chinese word of two characters is found inside longer ones, in either script and any width', async () => {
  const { titles } = await searchScene()

  expect(await titles('神经')).toEqual([REMOTE])
  expect(await titles('經網')).toEqual([REMOTE])
  expect(await titles('語義分割')).toEqual([REMOTE])
  expect(await titles('自然語言處理')).toEqual([BOOK])
  expect(await titles('ＡＴＴＥＮＴＩＯＮ　ｉｓ　ａｌｌ')).toEqual([ATTENTION])
})

test('Chinese and English are searched together and stand for each other', async () => {
  const { search, titles } = await searchScene()

  expect((await titles('深度学习 transformer'))[0]).toBe(MIXED)
  const { list, parsed_query } = await search({ query: '深度学习' })
  expect(list.map(({ title }) => title).toSorted()).toEqual([MIXED, SURVEY].toSorted())
  expect(parsed_query.expansions).toEqual([
    { from: '深度学习', to: expect.arrayContaining(['deep learning']) },
  ])
  expect(await titles('深度学习', { expand: false })).toEqual([MIXED])
})

test('an author is found by characters and by pinyin in both orders, whole or by initials', async () => {
  const { titles } = await searchScene()
  const names = ['张晓明', 'Zhang Xiaoming', 'Xiaoming Zhang', 'zhang, xiao-ming', 'Zhang XM', 'X. Zhang']
  for (const name of names) expect(await titles(`AU="${name}"`), name).toEqual([REMOTE])

  expect((await titles('AU=王伟')).toSorted()).toEqual([MIXED, SURVEY].toSorted())
  expect((await titles('AU="Wang Wei"')).toSorted()).toEqual([MIXED, SURVEY].toSorted())
})

test('what was searched is marked in UTF-16 places of the text as it is shown', async () => {
  const { search } = await searchScene()
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
  const { app, search } = await searchScene()
  await addPapers(app.base, ['Attention again', 'More attention'])

  const found = await search({ query: 'atention' })
  expect(found).toMatchObject({ total: 3, did_you_mean: null, searched_instead: 'attention' })
  const written = await search({ query: 'atention', as_written: true })
  expect(written).toMatchObject({ total: 0, did_you_mean: 'attention', searched_instead: null })
  const right = await search({ query: 'attention' })
  expect(right).toMatchObject({ total: 3, did_you_mean: null, searched_instead: null })
})

test('names are not spelled like words, and a corrected query keeps its fields and signs', async () => {
  const { app, search } = await searchScene()
  const learn = ['Learn it', 'Learn more', 'Learn again', 'Attention again'].map((title) => ({ title }))
  await addPapers(app.base, [...learn, { title: 'Handwriting', creators: authorsNamed('Yann LeCun') }])
  const meant = async (query: string) => (await search({ query, as_written: true })).did_you_mean

  expect(await meant('AU:lecun')).toBeNull()
  expect(await meant('lecun')).toBeNull()
  expect(await meant('laern')).toBe('learn')
  expect(await meant('TI:atention AU:lecun -laern')).toBe('TI:attention AU:lecun NOT laern')
  expect(await meant('TI:"atention again"')).toBe('TI:"attention again"')
})

test('traditional characters find in a field and beside signs what simplified ones find', async () => {
  const { app, titles } = await searchScene()
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
  const { search } = await searchScene()
  const { list, total, total_partial, facets_of } = await search({ query: 'attention zeppelin' })

  expect({ total, total_partial, facets_of }).toEqual({ total: 0, total_partial: 1, facets_of: 'partial' })
  expect(list.map(({ title }) => title)).toEqual([ATTENTION])
})

test('a malformed query is searched as words and says so; an identifier finds its record', async () => {
  const { search, titles } = await searchScene()
  const { list, parsed_query } = await search({ query: '(attention AND' })

  expect(list[0]?.title).toBe(ATTENTION)
  expect(parsed_query.warnings.join()).toMatch(/[\u4e00-\u9fff]/)
  for (const query of ['10.5555/3295222.3295349', 'https://doi.org/10.5555/3295222.3295349'])
    expect(await titles(query), query).toEqual([ATTENTION])
})

test('the lines of the advanced search are joined as they say', async () => {
  const { search } = await searchScene()
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
  const { search, titles } = await searchScene()

  expect((await titles('the survey on deep learning'))[0]).toBe(SURVEY)
  expect((await search({ query: '影像中的分割' })).total).toBe(1)
  expect((await search({ query: 'the of' })).total).toBe(0)
  expect((await search({ query: '深度學習 綜述' })).list[0]?.title).toBe(SURVEY)
})

test('a year beside other words is the year of a paper', async () => {
  const { search } = await searchScene()
  const { list, total } = await search({ query: 'Vaswani 2017 attention' })

  expect({ total, title: list[0]?.title }).toEqual({ total: 1, title: ATTENTION })
  expect((await search({ query: 'Vaswani 2018 attention' })).total).toBe(0)
})

test('a short query stands for a title or its author rather than for what others say of it', async () => {
  const { app, titles } = await searchScene()
  const abstract = 'Shazeer shows attention. Attention and Shazeer: more attention of Shazeer.'
  await addPapers(app.base, [{ title: 'Notes', abstract, publish_date: '2024' }])

  expect((await titles('Shazeer attention'))[0]).toBe(ATTENTION)
})

test('a translation begins and ends where words do', async () => {
  const { app, search } = await searchScene()
  await addPapers(app.base, [{ title: '发生成本的核算', language: 'zh' }, { title: 'Generation of text' }])
  const { list, parsed_query } = await search({ query: '发生成本' })

  expect(list[0]?.title).toBe('发生成本的核算')
  expect(parsed_query.expansions.map(({ from }) => from)).not.toContain('生成')
})
