import { blankWork } from '@scinav/contract'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openSharedPapers, openSharedPassages } from '../opensearch/index.ts'
import { createRequest } from '../planning/term-index.ts'
import { FILLED_TITLE_SEARCHES, FILLED_TITLES, findFirst } from './filled-titles.ts'
import { paper } from './index-queries.ts'
import { openTestIndex } from './opensearch-index.ts'
import { passage } from './passages.ts'
import { threePapers } from './three-papers.ts'

const connectionFor = (prefix: string) => ({ urls: [inject('opensearch')], prefix, shards: 1, replicas: 0 })

test('more hits than OpenSearch gives at once are all there, each once, in one order', async () => {
  const index = await openTestIndex(inject('opensearch'), 'papers')
  onTestFinished(index.close)
  const record = JSON.stringify(blankWork('Paper', 1))
  const changes = Array.from({ length: 12_345 }, (_, at) => {
    return { seq: at + 1, change: at + 1, record, cited_by_count: 0 }
  })
  await index.apply(changes, false)
  const all = { ...createRequest({ op: 'all' }), sort: 'date' as const, limit: 20_000 }
  const { hits, total } = await index.search(all)
  expect(total).toBe(12_345)
  expect(hits.map(({ seq }) => seq)).toEqual(changes.map(({ seq }) => seq).toReversed())
})

test.each([1, 3])(
  'what stands behind all words and names is begun by none of them (shards: %i)',
  async (shards) => {
    const index = await openTestIndex(inject('opensearch'), 'papers', shards)
    onTestFinished(index.close)
    await index.apply(threePapers(), false)
    expect(await index.wordsWith('zz', 5)).toEqual([])
    expect(await index.complete('zz')).toEqual({ keyword: [], author: [], source: [], titles: [] })
    const words = await index.wordsWith('transl', 5)
    expect(words.map(({ word }) => word).sort()).toEqual(['translat', 'translate', 'translation'])
  },
)

test('titles that say little else than what is searched come first, as in the embedded engine', async () => {
  const { engine } = await openSharedPapers(connectionFor(`filled-${process.pid}`))
  onTestFinished(engine.close)
  await engine.apply(FILLED_TITLES, false)
  for (const [query, seq] of FILLED_TITLE_SEARCHES)
    expect([query, await findFirst(engine, query)]).toEqual([query, seq])
})

test('passages are found in the datasets that a search names, and nowhere else', async () => {
  const { engine } = await openSharedPassages(connectionFor(`passages-${process.pid}`))
  onTestFinished(engine.close)
  const changes = [
    passage(1, 'graph attention', { dataset_id: 'a', document_id: 'x', headings: ['Intro', 'Method'] }),
    passage(2, 'graph attention', { dataset_id: 'b', document_id: 'y' }),
  ]
  await engine.apply(changes, false)
  const found = async (dataset_ids: string[], document_ids?: string[]) => {
    const filters = { dataset_ids, ...(document_ids && { document_ids }) }
    return (await engine.search({ query: 'attention', size: 10, filters })).hits.map(({ seq }) => seq).sort()
  }
  expect(await found(['a', 'b'])).toEqual([1, 2])
  expect(await found(['a'])).toEqual([1])
  expect(await found(['a', 'b'], ['y'])).toEqual([2])
  expect([await found([]), await found(['nobody'])]).toEqual([[], []])
  expect((await engine.search({ query: 'attention', size: 10 })).hits).toEqual([])
})

test('two processes share an index: one feeds it, and what it brings is found through the other', async () => {
  const prefix = `two-${process.pid}`
  const [one, other] = [
    await openSharedPapers(connectionFor(prefix)),
    await openSharedPapers(connectionFor(prefix)),
  ]
  onTestFinished(other.engine.close)
  expect([await one.leads(), await other.leads()]).toEqual([true, false])
  await one.engine.apply([paper(1, 'Shared graphs', { subject_codes: ['0812'] })], false)
  const state = await other.refresh()
  expect(state).toMatchObject({ papers: 1, change: one.engine.state().change })
  const filters = { subject_code: ['08'] }
  expect((await other.engine.search({ query: 'graph', size: 1, filters })).total).toBe(1)
  await one.engine.close()
  expect(await other.leads()).toBe(true)
})

test('where two processes feed for a moment, the one that is behind takes nothing back', async () => {
  const prefix = `behind-${process.pid}`
  const [one, other] = [
    await openSharedPapers(connectionFor(prefix)),
    await openSharedPapers(connectionFor(prefix)),
  ]
  onTestFinished(one.engine.close)
  onTestFinished(other.engine.close)
  const [first, late, ahead] = [paper(1, 'First'), paper(2, 'Late'), paper(3, 'Ahead')]
  await one.engine.apply([first], false)
  await other.refresh()
  await other.engine.apply([late, ahead], false)
  await one.engine.apply([late], false)
  for (const { refresh } of [one, other])
    expect(await refresh()).toMatchObject({ papers: 3, change: ahead.change })
})

test('processes that begin together share one index, behind one alias', async () => {
  const prefix = `many-${process.pid}`
  const all = await Promise.all(Array.from({ length: 6 }, () => openSharedPapers(connectionFor(prefix))))
  for (const { engine } of all) onTestFinished(engine.close)
  const answer = await fetch(`${inject('opensearch')}/_alias/${prefix}-papers`)
  expect(Object.keys((await answer.json()) as object)).toEqual([`${prefix}-papers-g1`])
})

test('an index is built again beside the one that is asked, which it replaces when it is whole', async () => {
  const prefix = `beside-${process.pid}`
  const [one, other] = [
    await openSharedPapers(connectionFor(prefix)),
    await openSharedPapers(connectionFor(prefix)),
  ]
  onTestFinished(one.engine.close)
  onTestFinished(other.engine.close)
  await one.engine.apply([paper(1, 'Old')], false)
  const { engine, activate } = await one.createReplacement()
  await engine.apply([paper(1, 'New')], false)
  const found = async (query: string) => (await other.engine.search({ query, size: 1 })).total
  expect([await found('old'), await found('new')]).toEqual([1, 0])
  await activate()
  await other.refresh()
  expect([await found('old'), await found('new')]).toEqual([0, 1])
})

test('a change that comes late, or twice, changes nothing', async () => {
  const index = await openTestIndex(inject('opensearch'), 'papers')
  onTestFinished(index.close)
  const [early, late] = [paper(1, 'Early'), paper(1, 'Late')]
  await index.apply([late], false)
  await index.apply([early, late], false)
  const { total } = await index.search({
    ...createRequest({ op: 'term', term: '=late', mask: 31, weight: 1 }),
  })
  const stem = await index.search(createRequest({ op: 'term', term: 'late', mask: 31, weight: 1 }))
  expect(total + stem.total).toBe(1)
  expect(index.state().papers).toBe(1)
})
