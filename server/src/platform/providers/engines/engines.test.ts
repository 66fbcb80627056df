import { describe, expect, test } from 'vitest'
import { enginesScene } from '../../../testing/engine-scene.ts'
import { knownPaperAnswers, statusAnswer } from '../../../testing/engine-server.ts'
import type { RecordFormat } from './port.ts'

const QUERY = 'TI:"graph neural" AU:Smith (protein OR drug) NOT survey PY:2019..2024'

describe("a query in each engine's own language", () => {
  test('OpenAlex gets a boolean search, years as a filter, pages and a selection of fields', async () => {
    const { search, params } = await enginesScene()
    await search('openalex', QUERY, { page: 3 })

    expect(params()).toMatchObject({
      search: '"graph neural" (protein OR drug) NOT survey',
      filter: 'raw_author_name.search:Smith,publication_year:2019-2024',
      page: '3',
      per_page: '20',
      select: expect.stringContaining('abstract_inverted_index'),
    })
  })

  test('a search in titles alone stays one at OpenAlex', async () => {
    const { search, params } = await enginesScene()
    await search('openalex', 'TI:chemistry TI:tools', { year_from: 2020 })

    expect(params()).toMatchObject({ filter: 'title.search:chemistry tools,publication_year:2020-' })
    expect(params()).not.toHaveProperty('search')
  })

  test("an author alone is looked for at OpenAlex among the papers' bylines", async () => {
    const { search, params } = await enginesScene()
    await search('openalex', 'AU:"Ada Lovelace"')

    expect(params()).toMatchObject({ filter: 'raw_author_name.search:Ada Lovelace' })
    expect(params()).not.toHaveProperty('search')
  })

  test('Crossref gets words by field and no operators', async () => {
    const { search, params } = await enginesScene()
    await search('crossref', QUERY, { page: 2, year_to: 2021 })

    expect(params()).toMatchObject({
      'query.bibliographic': 'protein drug',
      'query.title': 'graph neural',
      'query.author': 'Smith',
      filter: 'from-pub-date:2019,until-pub-date:2021',
      rows: '20',
      offset: '20',
    })
  })

  test('arXiv gets its prefixes, ANDNOT and a range of dates', async () => {
    const { search, params } = await enginesScene()
    await search('arxiv', QUERY, { page: 2 })

    expect(params()).toMatchObject({
      search_query:
        '(ti:"graph neural" AND au:Smith AND (all:protein OR all:drug) ANDNOT all:survey) AND submittedDate:[201901010000 TO 202412312359]',
      start: '20',
      max_results: '20',
    })
  })
})

describe('what an engine cannot express', () => {
  test('Semantic Scholar gets plain words without hyphens', async () => {
    const { search, params } = await enginesScene()
    await search('semantic_scholar', 'few-shot learning NOT vision', { year_from: 2020, page: 2 })

    expect(params()).toMatchObject({ query: 'few shot learning', year: '2020-', offset: '20', limit: '20' })
  })

  test('PubMed gets its tags, and the records are fetched by their numbers', async () => {
    const paper = { title: 'Drug', author: 'Ann Smith', year: 2020, pmid: '77' }
    const { search, asked, params } = await enginesScene(knownPaperAnswers(paper))
    const { records } = await search('pubmed', QUERY)

    expect(params(0)).toMatchObject({
      term: '("graph neural"[ti] Smith[au] (protein OR drug) NOT survey) AND 2019:2024[dp]',
      retstart: '0',
      retmax: '20',
    })
    expect(params(1)).toMatchObject({ id: '77', retmode: 'xml' })
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/esearch.fcgi', '/efetch.fcgi'])
    expect(records).toHaveLength(1)
  })

  test('a query of excluded words alone asks nobody', async () => {
    const { all, asked, search } = await enginesScene()
    for (const { id } of all) expect(await search(id, 'NOT survey')).toEqual({ records: [], total: 0 })
    expect(asked).toEqual([])
  })
})

describe('a pasted identifier', () => {
  test.each<[RecordFormat, string, string]>([
    ['openalex', '10.1000/x(1)', '/works/doi%3A10.1000%2Fx(1)'],
    ['openalex', 'arXiv:2304.05376', '/works/doi%3A10.48550%2Farxiv.2304.05376'],
    ['openalex', 'PMID: 77', '/works/pmid%3A77'],
    ['crossref', '10.1000/x', '/works/10.1000%2Fx'],
    ['semantic_scholar', 'arXiv:2304.05376', '/paper/ARXIV%3A2304.05376'],
  ])('%s looks up %s at once', async (id, query, path) => {
    const { search, asked } = await enginesScene({ [id]: statusAnswer(404) })

    expect(await search(id, query)).toEqual({ records: [], total: 0 })
    expect(asked.map(({ url }) => url.pathname)).toEqual([path])
  })

  test('arXiv and PubMed know theirs', async () => {
    const { search, params } = await enginesScene()
    await search('arxiv', '10.48550/arXiv.2304.05376')
    await search('pubmed', 'PMID: 77')
    await search('pubmed', '10.1000/x')

    expect(params(0)).toMatchObject({ id_list: '2304.05376' })
    expect(params(1)).toMatchObject({ term: '77[uid]' })
    expect(params(2)).toMatchObject({ term: '"10.1000/x"[doi]' })
  })

  test('an engine that cannot know it is not asked', async () => {
    const { search, asked } = await enginesScene()
    await search('crossref', 'arXiv:2304.05376')
    await search('arxiv', '10.1000/x')
    await search('pubmed', 'arXiv:2304.05376')

    expect(asked).toEqual([])
  })
})

test.each(['arxiv', 'pubmed'] as const)(
  '%s: records are split in linear time where none of them ends',
  async (id) => {
    const element = id === 'arxiv' ? 'entry' : 'PubmedArticle'
    const hostile = `<totalResults>1</totalResults><${element}>a</${element}>${`<${element} <totalResults `.repeat(100_000)}`
    const { search } = await enginesScene({
      arxiv: (_, response) => response.end(hostile),
      pubmed: (url, response) =>
        response.end(
          url.pathname === '/esearch.fcgi' ? '{"esearchresult":{"count":"1","idlist":["1"]}}' : hostile,
        ),
    })
    expect(await search(id, 'graphs')).toEqual({ records: [`<${element}>a</${element}>`], total: 1 })
  },
)
