import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../search/query/parse.ts'
import { engineServer } from '../../testing/engine-scene.ts'
import { json, knows, silence, status } from '../../testing/engine-server.ts'
import { createEngines, type EngineSettings } from './create.ts'
import { EngineFault, type OutsideRequest, type RecordFormat } from './port.ts'

const never = new AbortController().signal

/** Time that passes only by sleeping. */
function standingClock() {
  let time = 0
  const slept: number[] = []
  return {
    slept,
    pass: (ms: number) => {
      time += ms
    },
    clock: {
      now: () => time,
      sleep: async (ms: number) => {
        slept.push(Math.round(ms))
        time += ms
      },
    },
  }
}

async function setUp(answers: Parameters<typeof engineServer>[0] = {}, settings: EngineSettings = {}) {
  const server = await engineServer(answers)
  const time = standingClock()
  const { all } = createEngines({ mirror: server.mirror, clock: time.clock, ...settings })
  const engine = (id: RecordFormat) => {
    const found = all.find((each) => each.id === id)
    if (!found) throw new Error(`no engine ${id}`)
    return found
  }
  const search = (id: RecordFormat, query: string, rest: Partial<OutsideRequest> = {}) =>
    engine(id).search({ parsed: parseQuery(query), page: 1, size: 20, ...rest }, never)
  const params = (at = 0) => Object.fromEntries(server.asked[at]?.url.searchParams ?? [])
  return { ...server, ...time, all, search, params }
}

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error) => (error instanceof EngineFault ? { ...error } : error),
  )

const QUERY = 'TI:"graph neural" AU:Smith (protein OR drug) NOT survey PY:2019..2024'

describe("a query in each engine's own language", () => {
  test('OpenAlex gets a boolean search, years as a filter, pages and a selection of fields', async () => {
    const { search, params } = await setUp()
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
    const { search, params } = await setUp()
    await search('openalex', 'TI:chemistry TI:tools', { year_from: 2020 })

    expect(params()).toMatchObject({ filter: 'title.search:chemistry tools,publication_year:2020-' })
    expect(params()).not.toHaveProperty('search')
  })

  test("an author alone is looked for at OpenAlex among the papers' bylines", async () => {
    const { search, params } = await setUp()
    await search('openalex', 'AU:"Ada Lovelace"')

    expect(params()).toMatchObject({ filter: 'raw_author_name.search:Ada Lovelace' })
    expect(params()).not.toHaveProperty('search')
  })

  test('Crossref gets words by field and no operators', async () => {
    const { search, params } = await setUp()
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
    const { search, params } = await setUp()
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
    const { search, params } = await setUp()
    await search('semantic_scholar', 'few-shot learning NOT vision', { year_from: 2020, page: 2 })

    expect(params()).toMatchObject({ query: 'few shot learning', year: '2020-', offset: '20', limit: '20' })
  })

  test('PubMed gets its tags, and the records are fetched by their numbers', async () => {
    const paper = { title: 'Drug', author: 'Ann Smith', year: 2020, pmid: '77' }
    const { search, asked, params } = await setUp(knows(paper))
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
    const { all, asked, search } = await setUp()
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
    const { search, asked } = await setUp({ [id]: status(404) })

    expect(await search(id, query)).toEqual({ records: [], total: 0 })
    expect(asked.map(({ url }) => url.pathname)).toEqual([path])
  })

  test('arXiv and PubMed know theirs', async () => {
    const { search, params } = await setUp()
    await search('arxiv', '10.48550/arXiv.2304.05376')
    await search('pubmed', 'PMID: 77')
    await search('pubmed', '10.1000/x')

    expect(params(0)).toMatchObject({ id_list: '2304.05376' })
    expect(params(1)).toMatchObject({ term: '77[uid]' })
    expect(params(2)).toMatchObject({ term: '"10.1000/x"[doi]' })
  })

  test('an engine that cannot know it is not asked', async () => {
    const { search, asked } = await setUp()
    await search('crossref', 'arXiv:2304.05376')
    await search('arxiv', '10.1000/x')
    await search('pubmed', 'arXiv:2304.05376')

    expect(asked).toEqual([])
  })
})

describe('politeness', () => {
  test('says who asks, and gives keys only to whom they belong', async () => {
    const keys = { openalex_key: 'oa', semantic_scholar_key: 's2', ncbi_key: 'nc' }
    const { search, asked, all } = await setUp({}, { mailto: 'lib@example.edu.cn', ...keys })
    for (const { id } of all) await search(id, 'graph')

    const said = asked.map(({ engine, url, agent, key }) => [
      engine,
      agent.includes('mailto:lib@example.edu.cn'),
      url.searchParams.get('api_key') ?? key ?? null,
    ])
    expect(said).toEqual([
      ['openalex', true, 'oa'],
      ['crossref', true, null],
      ['arxiv', true, null],
      ['semantic_scholar', true, 's2'],
      ['pubmed', true, 'nc'],
    ])
  })

  test('arXiv is asked every three seconds, PubMed three times a second or ten with a key', async () => {
    const { search, slept } = await setUp()
    for (const id of ['arxiv', 'arxiv', 'pubmed', 'pubmed'] as const) await search(id, 'graph')
    expect(slept).toEqual([3_000, 334])

    const keyed = await setUp({}, { ncbi_key: 'nc' })
    for (const id of ['pubmed', 'pubmed'] as const) await keyed.search(id, 'graph')
    expect(keyed.slept).toEqual([100])
  })

  test('Crossref is asked as often as its headers say', async () => {
    const headers = {
      'x-rate-limit-limit': '10',
      'x-rate-limit-interval': '1s',
      'x-concurrency-limit': '3',
    }
    const empty = { message: { 'total-results': 0, items: [] } }
    const { search, slept } = await setUp({ crossref: json(empty, headers) })
    for (let turn = 0; turn < 3; turn += 1) await search('crossref', 'graph')

    expect(slept).toEqual([200, 100])
  })

  test('an engine that wants to be left alone is not asked again before its time', async () => {
    const { search, asked, pass } = await setUp({
      openalex: status(429, { 'retry-after': '120' }),
    })
    const fault = { kind: 'rate_limited', status: 429, retry_after: 120 }

    expect(await faultOf(search('openalex', 'graph'))).toMatchObject(fault)
    expect(await faultOf(search('openalex', 'graph'))).toMatchObject({ ...fault, status: null })
    expect(asked).toHaveLength(1)
    pass(120_000)
    await faultOf(search('openalex', 'graph'))
    expect(asked).toHaveLength(2)
  })

  test('a pause of a moment is waited for, once', async () => {
    let turn = 0
    const { search, slept } = await setUp({
      crossref: (url, response) => {
        turn += 1
        const answer = turn === 1 ? status(429, { 'retry-after': '2' }) : knows().crossref
        answer(url, response)
      },
    })

    expect(await search('crossref', 'graph')).toEqual({ records: [], total: 0 })
    expect(slept).toContain(2_000)
  })
})

describe('an engine in trouble', () => {
  test.each<[string, Parameters<typeof setUp>[0], object]>([
    ['fails', { openalex: status(500) }, { kind: 'failed', status: 500 }],
    ['is closed without a date', { openalex: status(503) }, { kind: 'failed', status: 503 }],
    ['does not know the key', { openalex: status(403) }, { kind: 'refused', status: 403 }],
    ['speaks another shape', { openalex: json({ error: 'x' }) }, { kind: 'unreadable' }],
    ['answers no JSON', { openalex: (_, response) => response.end('<html>') }, { kind: 'unreadable' }],
    ['hangs up', { openalex: (_, response) => response.destroy() }, { kind: 'unreachable' }],
  ])('says so when it %s', async (_, answers, fault) => {
    const { search } = await setUp(answers)
    expect(await faultOf(search('openalex', 'graph'))).toMatchObject(fault)
  })

  test('whoever gives up waiting stops the request and takes nobody else’s turn', async () => {
    const { all, asked } = await setUp({ arxiv: silence })
    const arxiv = all.find(({ id }) => id === 'arxiv')
    const request = { parsed: parseQuery('graph'), page: 1, size: 20 }
    const first = new AbortController()
    const second = new AbortController()
    const waiting = [first, second].map(({ signal }) => arxiv?.search(request, signal))
    second.abort(new Error('second gave up'))
    await expect(waiting[1]).rejects.toThrow('second gave up')
    first.abort(new Error('first gave up'))

    await expect(waiting[0]).rejects.toThrow('first gave up')
    expect(asked.length).toBeLessThanOrEqual(1)
  })
})
