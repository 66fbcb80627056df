import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { purge } from '../../account/user/purge.job.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { folderScene } from '../../testing/dataset-scenes.ts'

const { datasets } = api
const DAY_MS = 24 * 60 * 60_000
const GONE = { status: 404, problem: 'folder.not_found' }

test('a deleted folder comes back where it was, with its folders, their order and their documents', async () => {
  const { ada, dataset_id, folder, keep, level, remove, restore } = await folderScene()
  const first = await folder('一')
  const second = await folder('二')
  await folder('三')
  const below = await folder('二之一', second)
  await folder('二之二', second)
  const shared = await keep(['A'], below)
  await keep(['B'], below)
  await ada.call(datasets.keepPapers, {
    paper_id_list: shared,
    targets: [{ dataset_id, folder_id: first }],
  })
  const before = await ada.call(datasets.folders, { dataset_id })

  for (const keep_documents of [true, false]) {
    await remove([second], keep_documents)
    expect(await level()).toEqual({ documents: keep_documents ? ['B'] : [], folders: ['一', '三'] })
    expect((await ada.call(datasets.all, {})).readingDataset).toMatchObject([
      {},
      { document_count: keep_documents ? 2 : 1 },
    ])
    expect(await ada.refusal(datasets.level, { dataset_id, folder_id: below })).toMatchObject(GONE)
    expect(await restore(second)).toEqual(['二'])
    expect(await ada.call(datasets.folders, { dataset_id })).toEqual(before)
    expect(await level(below)).toEqual({ documents: ['A', 'B'], folders: [] })
  }
  expect(await ada.refusal(datasets.restoreFolders, { dataset_id, folder_ids: [second] })).toMatchObject(GONE)
})

test('what was deleted before a folder does not come back with it, and comes to the top when the folder is gone', async () => {
  const { folder, keep, level, remove, restore } = await folderScene()
  const top = await folder('上')
  const middle = await folder('中', top)
  const inside = await folder('下', middle)
  await keep(['A'], inside)
  await remove([inside])
  await remove([top])
  expect(await restore(inside)).toEqual(['下'])
  expect(await level(inside)).toEqual({ documents: ['A'], folders: [] })
  expect(await restore(top)).toEqual(['上'])
  expect(await level()).toEqual({ documents: [], folders: ['上', '下'] })
  expect(await level(middle)).toEqual({ documents: [], folders: [] })
})

test('one of the folders that went together comes back alone, the rest after it', async () => {
  const { folder, keep, level, remove, restore } = await folderScene()
  const top = await folder('上')
  const below = await folder('下', top)
  const beside = await folder('旁')
  await keep(['A'], below)
  await keep(['B'], beside)
  await remove([top, beside, below])
  expect(await restore(below)).toEqual(['下'])
  expect(await level()).toEqual({ documents: [], folders: ['下'] })
  expect(await restore(beside, top)).toEqual(['旁', '上'])
  expect(await level()).toEqual({ documents: [], folders: ['上', '下', '旁'] })
  expect(await level(below)).toEqual({ documents: ['A'], folders: [] })
  expect(await level(beside)).toEqual({ documents: ['B'], folders: [] })
})

test('a folder comes back beside one that took its name and its place meanwhile', async () => {
  const { folder, keep, level, remove, restore } = await folderScene()
  await folder('方法')
  const last = await folder('综述')
  await keep(['A'], last)
  await remove([last])
  const again = await folder('综述')
  expect(await restore(last)).toEqual(['综述'])
  expect((await level()).folders).toEqual(['方法', '综述', '综述'])
  expect((await level(last)).documents).toEqual(['A'])
  expect((await level(again)).documents).toEqual([])
})

test('a paper that is kept again while its folder is deleted is there once, and stays when the folder comes back', async () => {
  const { app, ada, dataset_id, folder, keep, level, remove, restore } = await folderScene()
  const old = await folder('旧')
  const paper_id_list = await keep(['A'], old)
  await remove([old])
  const put = { paper_id_list, targets: [{ dataset_id, folder_id: null }] }
  app.pass(1_000)
  expect(await ada.call(datasets.keepPapers, put)).toEqual({ added: 1, skipped: [], missing: [] })
  expect(await ada.call(datasets.keepPapers, put)).toEqual({ added: 0, skipped: paper_id_list, missing: [] })
  const { list } = await ada.call(datasets.documents, { dataset_id, current_page: 1, page_size: 10 })
  expect(list).toMatchObject([{ name: 'A', folder_id: null, created_at: app.base.now().toISOString() }])
  await restore(old)
  expect(await level(old)).toEqual({ documents: ['A'], folders: [] })
  expect((await level()).documents).toEqual([])
})

test('papers that went with a folder are in no list, no knowledge and no mark until they come back', async () => {
  const { ada, dataset_id, folder, keep, documentsOf, remove, restore } = await folderScene()
  const id = await folder('旧')
  const [paper_id = ''] = await keep(['A'], id)
  const document_ids = await documentsOf(id)
  const marks = async () =>
    (await ada.call(api.papers.byIds, { paper_id_list: [paper_id] })).list[0]?.dataset_ids
  expect(await marks()).toEqual([dataset_id])
  await remove([id])
  expect(await marks()).toEqual([])
  expect(await ada.refusal(datasets.removeDocuments, { dataset_id, document_ids })).toMatchObject({
    status: 404,
    problem: 'document.not_found',
  })
  expect(await ada.call(datasets.dropPapers, { dataset_id, paper_id_list: [paper_id] })).toEqual({
    removed: 0,
  })
  await restore(id)
  expect(await marks()).toEqual([dataset_id])
})

test('a folder does not come back below the eighth level', async () => {
  const { ada, dataset_id, folder, remove } = await folderScene()
  const moving = await folder('要移走的')
  const below = await folder('其下', moving)
  await folder('再下', below)
  await remove([below])
  let parent: string | null = null
  for (let depth = 1; depth <= 6; depth += 1) parent = await folder(`第 ${depth} 层`, parent)
  await ada.call(datasets.move, { dataset_id, folder_ids: [moving], target_folder_id: parent })
  const restored = { dataset_id, folder_ids: [below] }
  expect(await ada.refusal(datasets.restoreFolders, restored)).toMatchObject({ problem: 'folder.too_deep' })
  await ada.call(datasets.move, { dataset_id, folder_ids: [moving], target_folder_id: null })
  expect(await ada.call(datasets.restoreFolders, restored)).toMatchObject([
    { name: '其下', parent_id: moving },
  ])
})

test('deleted folders wait for 30 days, then they are removed with what went with them', async () => {
  const { app, dataset_id, folder, keep, remove } = await folderScene()
  const id = await folder('旧')
  await keep(['A'], id)
  await keep(['B'])
  await remove([id])
  app.pass(30 * DAY_MS - 1_000)
  await enqueue(app.base, purge, {})
  await app.runner.drain()
  const ada = await app.logIn('Ada')
  await ada.call(datasets.restoreFolders, { dataset_id, folder_ids: [id] })

  await ada.call(datasets.removeFolders, { dataset_id, folder_ids: [id], keep_documents: false })
  app.pass(30 * DAY_MS + 1_000)
  const again = await app.logIn('Ada')
  expect(await again.refusal(datasets.restoreFolders, { dataset_id, folder_ids: [id] })).toMatchObject(GONE)
  await enqueue(app.base, purge, {})
  await app.runner.drain()
  expect(await app.base.db.selectFrom('folders').selectAll().execute()).toEqual([])
  expect(await app.base.db.selectFrom('documents').select('name').execute()).toEqual([{ name: 'B' }])
})

test('a folder that was deleted by a clock of years ahead is in the bin as if deleted today', async () => {
  const { app, ada, dataset_id, folder, remove } = await folderScene()
  const id = await folder('旧')
  await remove([id])
  await app.base.db.updateTable('folders').set({ deleted_at: '2099-01-01T00:00:00.000Z' }).execute()
  await enqueue(app.base, purge, {})
  await app.runner.drain()
  const [row] = await app.base.db.selectFrom('folders').select('deleted_at').execute()
  expect(row?.deleted_at?.slice(0, 4)).toBe(String(app.base.now().getFullYear()))
  expect(await ada.call(datasets.restoreFolders, { dataset_id, folder_ids: [id] })).toHaveLength(1)
})
