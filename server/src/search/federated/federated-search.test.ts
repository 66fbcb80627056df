import { api } from '@scinav/contract'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../platform/foundation/errors.ts'
import { knownPaperAnswers, silentAnswer, statusAnswer } from '../../testing/engine-server.ts'
import {
  ALL_ENGINES,
  engineStates,
  federatedSearchScene,
  graphPaper,
  treePaper,
} from '../../testing/federated-search-scene.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

describe('a combined search', () => {
  test('shows each paper once, with everybody who knows it, those of the library as its own', async () => {
    const { base, search } = await federatedSearchScene(knownPaperAnswers(graphPaper, treePaper))
    const [own] = await addPapers(base, [{ title: 'Graph networks', doi: '10.1000/graph' }])
    const answer = await search()

    expect(answer.list.map(({ title, paper_id, engines }) => [title, paper_id, engines])).toEqual([
      ['Graph networks', own, ['local', ...ALL_ENGINES]],
      ['Graphs and trees', null, ['openalex', 'crossref', 'semantic_scholar']],
    ])
    expect(answer).toMatchObject({ total: 2, merged: { duplicates: 7, of: 9 } })
    expect(engineStates(answer)).toEqual({
      local: 'ok 1',
      openalex: 'ok 2',
      crossref: 'ok 2',
      arxiv: 'ok 1',
      semantic_scholar: 'ok 2',
      pubmed: 'ok 1',
    })
  })

  test('a hit from outside has its abstract as plain text and its authors', async () => {
    const { search } = await federatedSearchScene(knownPaperAnswers(treePaper))

    expect((await search({ engines: ['openalex'] })).list[0]).toMatchObject({
      abstract: 'Found words here',
      authors_short: ['Bo Li'],
      publish_date: '2020',
      engine: 'openalex',
      paper_id: null,
    })
    expect((await search({ engines: ['crossref'] })).list[0]?.abstract).toMatch(/Found .*words/)
  })

  test('records that share nothing are one where a third one names both', async () => {
    const preprint = { title: graphPaper.title, author: graphPaper.author, year: 2021, arxiv: '2101.00001' }
    const article = { title: graphPaper.title, author: graphPaper.author, year: 2023, doi: '10.1000/graph' }
    const { search } = await federatedSearchScene({
      openalex: knownPaperAnswers(article).openalex,
      arxiv: knownPaperAnswers(preprint).arxiv,
      semantic_scholar: knownPaperAnswers(graphPaper).semantic_scholar,
    })

    const { list, merged } = await search({ engines: ['openalex', 'arxiv', 'semantic_scholar'] })
    expect(list.map(({ engines }) => engines.toSorted())).toEqual([['arxiv', 'openalex', 'semantic_scholar']])
    expect(merged).toEqual({ duplicates: 2, of: 3 })
  })

  test('versions with different DOIs, and papers of one title by others, stay apart', async () => {
    const other = { ...treePaper, doi: '10.2000/tree' }
    const stranger = { title: treePaper.title, author: 'Eve Jones', year: 2020 }
    const { search } = await federatedSearchScene({
      openalex: knownPaperAnswers(treePaper).openalex,
      crossref: knownPaperAnswers(other).crossref,
      semantic_scholar: knownPaperAnswers(stranger).semantic_scholar,
    })

    expect(await search()).toMatchObject({ total: 3, merged: { duplicates: 0, of: 3 } })
  })

  test('a paper that the library has is marked so, though its own search did not find it', async () => {
    const { ada, search } = await federatedSearchScene(knownPaperAnswers(graphPaper))
    const { list } = await search({ engines: ['openalex'] })
    const kept = await ada.call(api.combine.keep, { keys: list.map(({ key }) => key) })

    const again = await search({ query: 'chemistry', engines: ['openalex'] })
    expect(again.list.map(({ paper_id }) => paper_id)).toEqual(kept.papers.map(({ paper_id }) => paper_id))
  })
})

describe('an engine in trouble', () => {
  test('a hanging, a failing and a refusing engine are told, and delay and hide nothing else', async () => {
    const { base, search } = await federatedSearchScene({
      ...knownPaperAnswers(graphPaper),
      openalex: silentAnswer,
      crossref: statusAnswer(500),
      semantic_scholar: statusAnswer(429, { 'retry-after': '60' }),
    })
    await addPapers(base, ['Graph networks at home'])
    const answer = await search()

    expect(engineStates(answer)).toEqual({
      local: 'ok 1',
      openalex: 'slow 0',
      crossref: 'failed 0',
      arxiv: 'ok 1',
      semantic_scholar: 'failed 0',
      pubmed: 'ok 1',
    })
    expect(answer.engines.map(({ message }) => message)).toEqual([
      null,
      'OpenAlex 在 60 秒内没有答复',
      'Crossref 出错了（HTTP 500），请稍后再试',
      null,
      'Semantic Scholar 限制了访问频率，请 60 秒后再试',
      null,
    ])
    expect(answer.list).toHaveLength(3)
  })

  test('everybody is waited for eight seconds, unless a test says otherwise', async () => {
    const { base } = await testApp()
    expect(base.providers.engines.limit_ms).toBe(8_000)
  })

  test('the library in trouble does not hide what others found', async () => {
    const { base, search } = await federatedSearchScene(knownPaperAnswers(graphPaper))
    base.library.current = async () => {
      throw new AppError('search.not_ready')
    }
    const answer = await search({ engines: ['local', 'openalex'] })

    expect(answer.engines[0]).toMatchObject({ state: 'failed', message: '检索索引正在准备，请稍候再试' })
    expect(answer.list).toHaveLength(1)
  })

  test('what nobody expected is told without its insides, and logged', async () => {
    const { base, search, log } = await federatedSearchScene()
    const [first] = base.providers.engines.all
    if (first) first.search = () => Promise.reject(new TypeError('secret of the inside'))
    const { engines } = await search({ engines: ['openalex'] })

    expect(engines).toMatchObject([{ state: 'failed', message: '出错了，请稍后再试' }])
    expect(log.join('')).toContain('secret of the inside')
  })
})

/** An engine with many papers, which it gives page by page. */
const many = (of: number, name: string) => (url: URL, response: Parameters<typeof silentAnswer>[1]) => {
  const page = Number(url.searchParams.get('page') ?? 1)
  const size = Number(url.searchParams.get('per_page') ?? 50)
  const papers = Array.from({ length: of }, (_, at) => ({
    ...treePaper,
    title: `${name} ${at}`,
    doi: `10.1000/${name}.${at}`,
  }))
  const part = papers.slice((page - 1) * size, page * size)
  const results = part.map(({ title, doi }) => ({ id: doi, title, doi: `https://doi.org/${doi}` }))
  response.end(JSON.stringify({ meta: { count: of }, results }))
}

describe('pages', () => {
  test('turning them neither repeats nor skips a paper, and ends at the last one', async () => {
    const { search, asked } = await federatedSearchScene({ openalex: many(120, 'a') })
    const seen: string[] = []
    for (let page_num = 1; page_num <= 3; page_num += 1) {
      const answer = await search({ engines: ['openalex'], page_num, page_size: 50 })
      expect(answer.total).toBe(120)
      seen.push(...answer.list.map(({ title }) => title))
    }

    expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `a ${at}`))
    expect(asked).toHaveLength(3)
  })

  test('turning them does not wait again for an engine that gave no answer; searching again does', async () => {
    const { search, asked } = await federatedSearchScene({ openalex: many(120, 'a'), arxiv: silentAnswer })
    const engines: ('openalex' | 'arxiv')[] = ['openalex', 'arxiv']
    const silent = () => asked.filter(({ engine }) => engine === 'arxiv').length
    await search({ engines, page_size: 50 })
    expect(silent()).toBe(1)

    const second = await search({ engines, page_num: 2, page_size: 50 })
    expect([silent(), engineStates(second).arxiv, second.list.length]).toEqual([1, 'slow 0', 50])

    await search({ engines, page_size: 50 })
    expect(silent()).toBe(2)
  })

  test('beyond the first five hundred the call asks to narrow the search', async () => {
    const { ada } = await federatedSearchScene()
    const input = { query: 'graph', page_num: 6, page_size: 100 }
    expect(await ada.refusal(api.combine.search, input)).toMatchObject({
      status: 400,
      problem: 'input.invalid',
    })
  })
})

describe('the total', () => {
  test('is, where the first page is full, what its engine has in all, and never more than 500', async () => {
    const totals = async (of: number, page_size: number) => {
      const { search } = await federatedSearchScene({ openalex: many(of, 'a') })
      const { total, engines } = await search({ engines: ['openalex'], page_size })
      return [total, engines[0]?.total]
    }
    expect(await totals(499, 20)).toEqual([499, 499])
    expect(await totals(501, 20)).toEqual([500, 501])
    expect(await totals(50, 50)).toEqual([50, 50])
    expect(await totals(51, 50)).toEqual([51, 51])
  })

  test('is, when every engine is through, the papers shown, each once, however many say they have it', async () => {
    const { base, search } = await federatedSearchScene({
      ...knownPaperAnswers(graphPaper, treePaper),
      openalex: many(7, 'a'),
    })
    await addPapers(base, [{ title: 'Graph networks', doi: '10.1000/graph' }, 'A graph of our own'])
    const answer = await search({ page_size: 3 })

    expect(answer.list).toHaveLength(3)
    expect(answer.total).toBe(10)
    expect(answer.merged).toEqual({ duplicates: 5, of: 15 })
    const second = await search({ page_num: 4, page_size: 3 })
    expect([second.total, second.list.length]).toEqual([10, 1])
  })
})

test('attack 78: a person takes in so many works a day, and no more', async () => {
  const { base, ada, search } = await federatedSearchScene(knownPaperAnswers(graphPaper))
  const { list } = await search({ engines: ['openalex'] })
  const keys = list.map(({ key }) => key)
  base.config.RATE_LIMIT_SCALE = 2 / 2_000
  for (let count = 0; count < 2; count += 1) await ada.call(api.combine.keep, { keys })
  expect(await ada.refusal(api.combine.keep, { keys })).toMatchObject({
    status: 429,
    problem: 'combine.too_many',
  })
})
