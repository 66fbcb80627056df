import { api } from '@scinav/contract'
import { describe, expect, test } from 'vitest'
import { knownPaperAnswers, silentAnswer, statusAnswer } from '../../testing/engine-server.ts'
import {
  ALL_ENGINES,
  federatedSearchScene,
  graphPaper,
  treePaper,
} from '../../testing/federated-search-scene.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { searchOutside } from './outside-search.ts'

describe('what is asked and remembered', () => {
  test('the same search within ten minutes asks nobody again, a failed one at once', async () => {
    const { search, asked, pass } = await federatedSearchScene({
      ...knownPaperAnswers(treePaper),
      crossref: statusAnswer(500),
    })
    const engines = ['openalex', 'crossref'] as const
    const count = (id: string) => asked.filter(({ engine }) => engine === id).length
    await search({ engines: [...engines] })
    await search({ engines: [...engines], page_num: 2 })
    expect([count('openalex'), count('crossref')]).toEqual([1, 2])

    pass(10 * 60_000)
    await search({ engines: [...engines] })
    expect(count('openalex')).toBe(2)
  })

  test('a Chinese query is put in English where only English papers are, and says so', async () => {
    const { search, asked } = await federatedSearchScene(knownPaperAnswers(graphPaper))
    const { engines } = await search({ query: '图神经网络', engines: ['openalex', 'arxiv'] })

    const terms = asked.map(
      ({ url }) => url.searchParams.get('search') ?? url.searchParams.get('search_query'),
    )
    expect(terms.toSorted()).toEqual(['all:"graph neural network"', '图神经网络'])
    expect(engines.map(({ message }) => message)).toEqual([null, '已用英文检索：graph neural network'])
  })

  test('years narrow outside too; what only the library can judge is not asked outside', async () => {
    const { search, asked } = await federatedSearchScene(knownPaperAnswers(graphPaper, treePaper))
    const recent = await search({ engines: ['openalex'], filters: { year_from: 2021 } })
    expect(recent.list.map(({ title }) => title)).toEqual(['Graph networks'])
    expect(asked[0]?.url.searchParams.get('filter')).toBe('publication_year:2021-')

    const ranked = await search({ engines: ['crossref'], filters: { rank: ['CSSCI:2025'] } })
    expect(ranked.engines).toMatchObject([
      { state: 'ok', count: 0, message: expect.stringContaining('本馆文献') },
    ])
    expect(asked).toHaveLength(1)
  })

  test('closed engines are listed as closed and never asked', async () => {
    const { search, ada, asked } = await federatedSearchScene(knownPaperAnswers(graphPaper), { off: true })
    const list = await ada.call(api.papers.engines, {})
    expect(list.map(({ id, kind, available }) => [id, kind, available])).toEqual([
      ['local', 'local', true],
      ...ALL_ENGINES.map((id) => [id, 'federated', false]),
    ])
    expect(list[1]?.reason).toBe('管理员关闭了站外检索来源')

    const { engines } = await search({ engines: ['openalex'] })
    expect(engines).toMatchObject([{ state: 'failed', message: '管理员关闭了站外检索来源' }])
    expect(asked).toEqual([])
  })

  test('the settings close them', async () => {
    const { base } = await testApp({ env: { ENGINES: 'off' } })
    expect(base.providers.engines.off).toBe(true)
  })
})

describe('keeping what was found', () => {
  test('a kept paper is in the library, searchable, once', async () => {
    const { ada, search } = await federatedSearchScene(knownPaperAnswers(graphPaper, treePaper))
    const found = await search({ engines: ['openalex', 'pubmed'] })
    const keys = found.list.map(({ key }) => key)
    const kept = await ada.call(api.combine.keep, { keys })
    const again = await ada.call(api.combine.keep, { keys })

    expect([kept.added, again.added]).toEqual([2, 0])
    expect(again.papers).toEqual(kept.papers)
    const { list } = await ada.call(api.papers.search, { query: 'networks' })
    expect(list).toMatchObject([
      { id: kept.papers[0]?.paper_id, doi: '10.1000/graph', external_ids: { pmid: '77' } },
    ])
    const after = await search({ engines: ['openalex'] })
    expect(after.list.map(({ paper_id }) => paper_id)).toEqual(kept.papers.map(({ paper_id }) => paper_id))
  })

  test('a paper of the library is kept already', async () => {
    const { ada, base, search } = await federatedSearchScene()
    const [own] = await addPapers(base, ['Graph'])
    const keys = (await search({ engines: ['local'] })).list.map(({ key }) => key)

    expect(await ada.call(api.combine.keep, { keys })).toEqual({
      papers: [{ key: own, paper_id: own }],
      added: 0,
    })
  })

  test('nobody brings in a record that this server has not fetched', async () => {
    const { ada } = await federatedSearchScene()
    const made = { keys: ['made-up'], works: [{ title: 'Made up' }] }

    expect(await ada.refusal(api.combine.keep, made)).toMatchObject({
      status: 409,
      problem: 'combine.expired',
    })
    expect((await ada.call(api.papers.search, { query: 'made' })).total).toBe(0)
  })
})

describe('a search for chats', () => {
  test('answers works once, with who knows them and how each engine did', async () => {
    const { base } = await federatedSearchScene({
      ...knownPaperAnswers(graphPaper),
      crossref: statusAnswer(500),
    })
    const { works, engines } = await searchOutside(base, 'graph', ['local', 'openalex', 'arxiv', 'crossref'])

    expect(works.map(({ work, engines }) => [work.title, engines])).toEqual([
      ['Graph networks', ['openalex']],
      ['Graph networks', ['arxiv']],
    ])
    expect(engines.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'openalex ok',
      'crossref failed',
      'arxiv ok',
    ])
  })

  test('ends at once when the chat is stopped', async () => {
    const { base } = await federatedSearchScene({ openalex: silentAnswer })
    const chat = new AbortController()
    const answer = searchOutside(base, 'graph', ['openalex'], chat.signal)
    chat.abort(new Error('stopped'))

    await expect(answer).rejects.toThrow('stopped')
  })
})
