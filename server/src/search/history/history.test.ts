import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { findPapersByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { findOwnQueries } from './search-log.service.ts'

const {
  addSearch: add,
  searches,
  removeSearches: forget,
  logView: look,
  views,
  removeViews: drop,
} = api.papers

async function scene() {
  const app = await testApp()
  return { app, ada: await app.signUp('Ada'), bob: await app.signUp('Bob') }
}

test('the same search within ten minutes is one entry; other filters make another one', async () => {
  const { app, ada } = await scene()
  const { id } = await ada.call(add, {
    query: ' 大模型 ',
    filters: { year_from: 2020, is_oa: true },
    total: 3,
  })
  app.pass(9 * 60_000)
  const again = await ada.call(add, { query: '大模型', filters: { is_oa: true, year_from: 2020 }, total: 5 })
  const other = await ada.call(add, { query: '大模型', filters: { year_from: 2021 }, total: 1 })
  app.pass(10 * 60_000)
  const later = await ada.call(add, { query: '大模型', filters: { is_oa: true, year_from: 2020 }, total: 6 })

  expect(again.id).toBe(id)
  const { list, total } = await ada.call(searches, {})
  expect(list.map((entry) => entry.id)).toEqual([later.id, other.id, id])
  expect(list[2]).toMatchObject({ query: '大模型', kind: 'paper', total: 5 })
  expect(total).toBe(3)
})

test('filters that are there but empty make the same entry as none', async () => {
  const { ada } = await scene()
  const { id } = await ada.call(add, { query: '大模型', total: 3 })
  const empty = { resource_type: [], within: '', fund: null }
  const again = await ada.call(add, { query: '大模型', filters: empty, total: 3 })

  expect(again.id).toBe(id)
  expect(await ada.call(searches, {})).toMatchObject({ total: 1, list: [{ filters: {} }] })
})

test('searches are found by keyword, page by page, and forgotten one by one or all', async () => {
  const { app, ada, bob } = await scene()
  for (const query of ['GRAPH neural network', 'diffusion', 'graph theory']) {
    await ada.call(add, { query })
    app.pass(1_000)
  }
  const { list } = await ada.call(searches, { keyword: 'graph', page_size: 1 })
  expect(list.map((entry) => entry.query)).toEqual(['graph theory'])
  expect(await ada.call(searches, { keyword: 'graph', page_size: 1, page_num: 2 })).toMatchObject({
    total: 2,
  })

  const ids = list.map((entry) => entry.id)
  await bob.call(forget, { ids })
  expect(await ada.call(searches, {})).toMatchObject({ total: 3 })
  await ada.call(forget, { ids })
  expect(await ada.call(searches, {})).toMatchObject({ total: 2 })
  await ada.call(forget, {})
  expect(await ada.call(searches, {})).toMatchObject({ total: 2 })
  await bob.call(forget, { all: true })
  await ada.call(forget, { all: true })
  expect(await ada.call(searches, {})).toMatchObject({ total: 0 })
})

test('suggestions from the own history come newest first, each once, and never from others', async () => {
  const { app, ada, bob } = await scene()
  for (const query of ['graph', 'Graphene', 'graph', '100%']) {
    await ada.call(add, { query, filters: { at: app.base.newId() } })
    app.pass(1_000)
  }
  await bob.call(add, { query: 'graph secret' })
  const as = (id: string) => ({ ...app.base, actor: { id } }) as unknown as Context

  expect(await findOwnQueries(as(ada.id), 'GRA', 10)).toEqual(['graph', 'Graphene'])
  expect(await findOwnQueries(as(ada.id), '%', 10)).toEqual([])
})

test('a paper that was looked at stands first, once, with how often and how long', async () => {
  const { app, ada, bob } = await scene()
  const [first = '', second = ''] = await addPapers(app.base, ['Attention', 'Diffusion'])
  for (const [paper_id, seconds] of [
    [first, 0],
    [second, 0],
    [first, 30],
    [first, 0],
  ] as const) {
    await ada.call(look, { paper_id, seconds })
    app.pass(1_000)
  }
  const { list, total } = await ada.call(views, {})

  expect(total).toBe(2)
  expect(list.map((row) => [row.paper?.id, row.views, row.seconds])).toEqual([
    [first, 2, 30],
    [second, 1, 0],
  ])
  expect(list[0]?.paper?.viewed).toBe(true)
  expect((await ada.call(views, { keyword: 'diff' })).list).toHaveLength(1)
  expect(await bob.call(views, {})).toMatchObject({ list: [], total: 0 })
  const [unseen] = await findPapersByIds({ ...app.base, actor: { id: bob.id } }, [first])
  expect(unseen?.viewed).toBe(false)
})

test('a look at a paper that does not exist is refused', async () => {
  const { ada } = await scene()

  expect(await ada.refusal(look, { paper_id: 'nobody' })).toMatchObject({
    status: 404,
    problem: 'paper.not_found',
  })
  expect(await ada.refusal(look, { paper_id: 'x', seconds: -1 })).toMatchObject({ status: 400 })
})

test('views are forgotten for some papers or for all', async () => {
  const { app, ada, bob } = await scene()
  const ids = await addPapers(app.base, ['A', 'B', 'C'])
  for (const paper_id of ids) await ada.call(look, { paper_id })
  await bob.call(drop, { all: true })
  await ada.call(drop, { ids: ids.slice(0, 1) })
  expect(await ada.call(views, {})).toMatchObject({ total: 2 })
  await ada.call(drop, { all: true })
  expect(await ada.call(views, {})).toMatchObject({ total: 0 })
})

test('a search without words is not remembered', async () => {
  const { ada } = await scene()
  for (const query of ['', '   '])
    expect((await ada.refusal(add, { query })).data).toMatchObject({ issues: [{ path: 'query' }] })
  expect((await ada.call(searches, {})).total).toBe(0)
})
