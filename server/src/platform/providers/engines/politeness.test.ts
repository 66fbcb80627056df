import { parseQuery } from '@scinav/search'
import { describe, expect, test } from 'vitest'
import { enginesScene } from '../../../testing/engine-scene.ts'
import { jsonAnswer, knownPaperAnswers, silentAnswer, statusAnswer } from '../../../testing/engine-server.ts'
import { EngineFault } from './port.ts'

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error) => (error instanceof EngineFault ? { ...error } : error),
  )

describe('politeness', () => {
  test('says who asks, and gives keys only to whom they belong', async () => {
    const keys = { openalex_key: 'oa', semantic_scholar_key: 's2', ncbi_key: 'nc' }
    const { search, asked, all } = await enginesScene({}, { mailto: 'lib@example.edu.cn', ...keys })
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
    const { search, slept } = await enginesScene()
    for (const id of ['arxiv', 'arxiv', 'pubmed', 'pubmed'] as const) await search(id, 'graph')
    expect(slept).toEqual([3_000, 334])

    const keyed = await enginesScene({}, { ncbi_key: 'nc' })
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
    const { search, slept } = await enginesScene({ crossref: jsonAnswer(empty, headers) })
    for (let turn = 0; turn < 3; turn += 1) await search('crossref', 'graph')

    expect(slept).toEqual([200, 100])
  })

  test('an engine that wants to be left alone is not asked again before its time', async () => {
    const { search, asked, pass } = await enginesScene({
      openalex: statusAnswer(429, { 'retry-after': '120' }),
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
    const { search, slept } = await enginesScene({
      crossref: (url, response) => {
        turn += 1
        const answer = turn === 1 ? statusAnswer(429, { 'retry-after': '2' }) : knownPaperAnswers().crossref
        answer(url, response)
      },
    })

    expect(await search('crossref', 'graph')).toEqual({ records: [], total: 0 })
    expect(slept).toContain(2_000)
  })
})

describe('an engine in trouble', () => {
  test.each<[string, Parameters<typeof enginesScene>[0], object]>([
    ['fails', { openalex: statusAnswer(500) }, { kind: 'failed', status: 500 }],
    ['is closed without a date', { openalex: statusAnswer(503) }, { kind: 'failed', status: 503 }],
    ['does not know the key', { openalex: statusAnswer(403) }, { kind: 'refused', status: 403 }],
    ['speaks another shape', { openalex: jsonAnswer({ error: 'x' }) }, { kind: 'unreadable' }],
    ['answers no JSON', { openalex: (_, response) => response.end('<html>') }, { kind: 'unreadable' }],
    ['hangs up', { openalex: (_, response) => response.destroy() }, { kind: 'unreachable' }],
  ])('says so when it %s', async (_, answers, fault) => {
    const { search } = await enginesScene(answers)
    expect(await faultOf(search('openalex', 'graph'))).toMatchObject(fault)
  })

  test('whoever gives up waiting stops the request and takes nobody else’s turn', async () => {
    const { all, asked } = await enginesScene({ arxiv: silentAnswer })
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
