import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { tagScene } from '../../testing/dataset-scenes.ts'

const { datasets } = api

test('documents are copied where they are not yet, and said where they are', async () => {
  const { viewer, dataset_id, one, two } = await tagScene()
  const { id: own } = await viewer.call(datasets.create, { name: '我的' })
  const folder = await viewer.call(datasets.saveFolder, { dataset_id: own, parent_id: null, name: '一' })
  const copy = (document_ids: string[], folder_id: string | null) =>
    viewer.call(datasets.copyDocuments, { document_ids, targets: [{ dataset_id: own, folder_id }] })

  expect(await copy([one], null)).toEqual({ added: 1, skipped: [] })
  expect(await copy([one, two], null)).toEqual({ added: 1, skipped: [one] })
  expect(await copy([one], folder.id)).toEqual({ added: 1, skipped: [] })
  expect(await copy([one], folder.id)).toEqual({ added: 0, skipped: [one] })
  const page = { current_page: 1, page_size: 10 }
  expect((await viewer.call(datasets.documents, { dataset_id: own, ...page })).total).toBe(2)
  expect((await viewer.call(datasets.documents, { dataset_id, ...page })).total).toBe(2)
})

test('a file is copied as another placement of the same bytes', async () => {
  const { app, viewer, one } = await tagScene()
  const created_at = app.base.now().toISOString()
  const bytes = { id: 'b1', sha256: 'x', size_bytes: 5, mime: 'application/pdf', created_at }
  await app.base.db.insertInto('file_bytes').values(bytes).execute()
  const own_file = { paper_id: null, file_id: 'f1', bytes_id: 'b1', name: '数据.pdf', size_bytes: 5 }
  const file = { type: 'file' as const, ...own_file }
  await app.base.db.updateTable('documents').set(file).where('id', '=', one).execute()
  const { id: own } = await viewer.call(datasets.create, { name: '我的' })
  const input = { document_ids: [one], targets: [{ dataset_id: own, folder_id: null }] }
  expect(await viewer.call(datasets.copyDocuments, input)).toEqual({ added: 1, skipped: [] })
  expect(await viewer.call(datasets.copyDocuments, input)).toEqual({ added: 0, skipped: [one] })
  const { list } = await viewer.call(datasets.documents, { dataset_id: own, current_page: 1, page_size: 10 })
  expect(list).toMatchObject([{ type: 'file', file_id: 'f1', name: '数据.pdf', creator_id: viewer.id }])
  expect(list[0]?.id).not.toBe(one)
})

test('pickers offer what may be read: of projects, of folders with those below, of everything', async () => {
  const { viewer, stranger, dataset_id, folder, one, two } = await tagScene()
  const ids = (page: { list: { id: string }[] }) => page.list.map(({ id }) => id).sort()
  expect(ids(await viewer.call(datasets.projectDocuments, {}))).toEqual([one, two].sort())
  expect(ids(await viewer.call(datasets.projectDocuments, { keyword: 'tw' }))).toEqual([two])
  const below = await viewer.call(datasets.folderDocuments, { folder_ids: [folder.id] })
  expect(below.list).toMatchObject([{ id: one, dataset_id, dataset_name: '综述', paper: { title: 'One' } }])
  expect(ids(await viewer.call(datasets.documentsForPickers, { file_ids: ['f1'] }))).toEqual([])
  for (const endpoint of [datasets.projectDocuments, datasets.documentsForPickers])
    expect((await stranger.call(endpoint, {})).total).toBe(0)
})

test('a folder that was deleted holds nothing to pick from, though its documents stayed', async () => {
  const { owner, dataset_id, folder, one } = await tagScene()
  const places = (await owner.call(datasets.folderDocuments, { folder_ids: [folder.id] })).list
  expect(places.map(({ id }) => id)).toEqual([one])
  const { folders } = await owner.call(datasets.level, { dataset_id, folder_id: folder.id })
  const folder_ids = [folder.id, ...folders.map(({ id }) => id)]
  await owner.call(datasets.removeFolders, { dataset_id, folder_ids: [folder.id], keep_documents: true })
  for (const endpoint of [datasets.projectDocuments, datasets.documentsForPickers])
    expect(await owner.call(endpoint, { folder_ids })).toMatchObject({ list: [], total: 0 })
  await owner.call(datasets.restoreFolders, { dataset_id, folder_ids: [folder.id] })
  expect((await owner.call(datasets.documentsForPickers, { folder_ids })).total).toBe(1)
})

test('the files of a project are those of all its knowledge bases', async () => {
  const { app, viewer, dataset_id, project_id, one } = await tagScene()
  await app.base.db
    .updateTable('documents')
    .set({ type: 'file', file_id: 'f1', name: '实验记录 100%.pdf', mime: 'application/pdf', size_bytes: 12 })
    .where('id', '=', one)
    .execute()
  const found = await viewer.call(api.projects.files, { project_id, keyword: '100%' })
  expect(found).toMatchObject({ total: 1, list: [{ file_id: 'f1', dataset_id, dataset_name: '综述' }] })
  expect((await viewer.call(api.projects.files, { project_id, keyword: '1000' })).total).toBe(0)
})
