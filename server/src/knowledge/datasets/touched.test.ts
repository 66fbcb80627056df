import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs/index.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { runSavedSearches } from './saved-search.job.ts'

const { datasets } = api

async function scene(kind: 'reading' | 'ai' = 'reading') {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(datasets.create, { name: '清单', kind })
  const changedAt = async () => {
    const { list } = await ada.call(datasets.page, { current_page: 1, page_size: 10, kind })
    return list.find(({ id }) => id === dataset_id)?.updated_at ?? ''
  }
  /** Whether what is done a second later counts as a change. */
  const isChange = async (act: () => Promise<unknown>) => {
    app.pass(1_000)
    const before = await changedAt()
    await act()
    return (await changedAt()) > before
  }
  return { app, ada, dataset_id, isChange }
}

test('a list says when something last came into it, was moved in it or went out of it', async () => {
  const { app, ada, dataset_id, isChange } = await scene()
  const [paper = ''] = await addPapers(app.base, ['Attention'])
  const keep = (folder_id: string | null = null) =>
    ada.call(datasets.keepPapers, { paper_id_list: [paper], targets: [{ dataset_id, folder_id }] })
  const { id: folder } = await ada.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })

  expect(await isChange(() => keep())).toBe(true)
  // It is there already.
  expect(await isChange(() => keep())).toBe(false)
  const { list } = await ada.call(datasets.documents, { dataset_id, current_page: 1, page_size: 10 })
  const move = {
    dataset_id,
    document_ids: list.map(({ id }) => id),
    folder_ids: [],
    target_folder_id: folder,
  }
  expect(await isChange(() => ada.call(datasets.move, move))).toBe(true)
  expect(await isChange(() => keep(folder))).toBe(false)
  const drop = { dataset_id, paper_id_list: [paper] }
  expect(await isChange(() => ada.call(datasets.dropPapers, drop))).toBe(true)
  expect(await isChange(() => ada.call(datasets.dropPapers, drop))).toBe(false)
})

test('a base that its search brings nothing new has not changed', async () => {
  const { app, ada, dataset_id, isChange } = await scene('ai')
  await addPapers(app.base, ['Attention one'])
  await ada.call(datasets.saveSearch, { dataset_id, query: 'TI:attention' })
  await app.runner.drain()
  const look = async () => {
    await enqueue(app.base, runSavedSearches, {})
    await app.runner.drain()
  }

  expect(await isChange(look)).toBe(false)
  await addPapers(app.base, ['Attention two'])
  expect(await isChange(look)).toBe(true)
})
