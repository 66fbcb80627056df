import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs/index.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { runSavedSearch, runSavedSearches } from './saved-search.job.ts'
import { listAll } from './saved-search.store.ts'

const { datasets } = api

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const { id: dataset_id } = await ada.call(datasets.create, { name: '注意力', kind: 'ai' })
  const look = async () => {
    await enqueue(app.base, runSavedSearches, {})
    await app.runner.drain()
  }
  const titles = async () => {
    const { list } = await bob.call(datasets.documents, { dataset_id, current_page: 1, page_size: 50 })
    return list.map(({ name }) => name).toSorted()
  }
  return { app, ada, bob, dataset_id, look, titles }
}

test('a saved search fills a public knowledge base, and adds what comes later', async () => {
  const { app, ada, dataset_id, look, titles } = await scene()
  await addPapers(app.base, ['Attention one', 'Attention two', 'Diffusion'])
  expect(await ada.call(datasets.savedSearch, { dataset_id })).toBeNull()
  await ada.call(datasets.saveSearch, { dataset_id, query: 'TI:attention' })
  await app.runner.drain()
  expect(await titles()).toEqual(['Attention one', 'Attention two'])

  await addPapers(app.base, ['Attention three', 'Diffusion again'])
  await look()
  await look()
  expect(await titles()).toEqual(['Attention one', 'Attention three', 'Attention two'])
  expect(await ada.call(datasets.savedSearch, { dataset_id })).toMatchObject({
    query: 'TI:attention',
    added: 3,
    error: null,
  })
})

test('of two looks at once, the hourly one and one that was asked for, neither undoes what the other has counted', async () => {
  const { app, ada, dataset_id, titles } = await scene()
  await addPapers(app.base, ['Attention one'])
  await ada.call(datasets.saveSearch, { dataset_id, query: 'TI:attention' })
  const [begun] = await listAll(app.base.db)
  if (!begun) throw new Error('not saved')
  await app.runner.drain()
  await addPapers(app.base, ['Attention two'])
  await enqueue(app.base, runSavedSearches, {})
  await app.runner.drain()
  const before = await ada.call(datasets.savedSearch, { dataset_id })
  const seen = (await listAll(app.base.db))[0]?.seen_seq

  await runSavedSearch(app.base, begun, new AbortController().signal)
  expect(await titles()).toEqual(['Attention one', 'Attention two'])
  expect(await ada.call(datasets.savedSearch, { dataset_id })).toMatchObject({ added: 2 })
  expect(before).toMatchObject({ added: 2 })
  expect((await listAll(app.base.db))[0]?.seen_seq).toBe(seen)
})

test('what an operator takes out stays out, and an ended search adds nothing more', async () => {
  const { app, ada, dataset_id, look, titles } = await scene()
  const [paper_id = ''] = await addPapers(app.base, ['Attention one', 'Attention two'])
  await ada.call(datasets.saveSearch, { dataset_id, query: 'TI:attention' })
  await app.runner.drain()
  await ada.call(datasets.dropPapers, { dataset_id, paper_id_list: [paper_id] })
  await look()
  expect(await titles()).toEqual(['Attention two'])

  await ada.call(datasets.saveSearch, { dataset_id, query: 'TI:(attention OR diffusion)' })
  await app.runner.drain()
  expect(await titles()).toEqual(['Attention two'])

  await ada.call(datasets.removeSearch, { dataset_id })
  await addPapers(app.base, ['Attention three'])
  await look()
  expect(await titles()).toEqual(['Attention two'])
})

test('it fills up to its limit; other lists and other people have none', async () => {
  const { app, ada, bob, dataset_id, look, titles } = await scene()
  await addPapers(app.base, ['Attention one', 'Attention two', 'Attention three'])
  await ada.call(datasets.saveSearch, { dataset_id, query: 'TI:attention', most: 2 })
  await app.runner.drain()
  await look()
  expect(await titles()).toHaveLength(2)
  await ada.call(datasets.saveSearch, { dataset_id, query: 'TI:attention', most: 10 })
  await app.runner.drain()
  expect(await titles()).toHaveLength(3)

  const { id: own } = await ada.call(datasets.create, { name: '自己的' })
  expect(await ada.refusal(datasets.saveSearch, { dataset_id: own, query: 'x' })).toMatchObject({
    status: 404,
  })
  expect(await bob.refusal(datasets.saveSearch, { dataset_id, query: 'x' })).toMatchObject({ status: 403 })
})
