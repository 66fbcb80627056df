import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { folderScene } from '../../testing/dataset-scenes.ts'

const { datasets } = api

test('folders form a tree in the order they were made, each with its documents', async () => {
  const { ada, dataset_id, folder, keep, level } = await folderScene()
  const methods = await folder('方法')
  const deep = await folder('深度学习', methods)
  await folder('综述')
  await keep(['A', 'B'], deep)
  await keep(['C'])
  await ada.call(datasets.saveFolder, { dataset_id, id: methods, parent_id: null, name: '研究方法' })

  expect(await ada.call(datasets.folders, { dataset_id })).toMatchObject([
    {
      name: '研究方法',
      document_count: 0,
      children: [{ name: '深度学习', document_count: 2, children: [] }],
    },
    { name: '综述', position: 2 },
  ])
  expect(await level()).toEqual({ documents: ['C'], folders: ['研究方法', '综述'] })
  expect(await level(methods)).toEqual({ documents: [], folders: ['深度学习'] })
  expect(await level(deep)).toEqual({ documents: ['A', 'B'], folders: [] })
})

test('the ninth level is refused, however a folder gets there', async () => {
  const { ada, dataset_id, folder } = await folderScene()
  let parent: string | null = null
  for (let depth = 1; depth <= 8; depth += 1) parent = await folder(`第 ${depth} 层`, parent)
  const tooDeep = { status: 400, problem: 'folder.too_deep' }
  const ninth = { dataset_id, parent_id: parent, name: '第 9 层' }
  expect(await ada.refusal(datasets.saveFolder, ninth)).toMatchObject(tooDeep)

  const one = await folder('单独')
  await folder('其下', one)
  const move = (folder_ids: string[], target_folder_id: string | null) => ({
    dataset_id,
    folder_ids,
    target_folder_id,
  })
  expect(await ada.refusal(datasets.move, move([one], parent))).toMatchObject(tooDeep)
  const [top] = await ada.call(datasets.folders, { dataset_id })
  const seventh = top?.children[0]?.children[0]?.children[0]?.children[0]?.children[0]?.children[0]?.id ?? ''
  expect(await ada.refusal(datasets.move, move([one], seventh))).toMatchObject(tooDeep)
})

test('a folder does not go into itself or below itself, and nothing moves then', async () => {
  const { ada, dataset_id, folder, keep, level, documentsOf } = await folderScene()
  const outer = await folder('外')
  const inner = await folder('内', outer)
  await keep(['A'])
  const document_ids = await documentsOf()
  for (const target_folder_id of [outer, inner]) {
    const input = { dataset_id, folder_ids: [outer], document_ids, target_folder_id }
    expect(await ada.refusal(datasets.move, input)).toMatchObject({
      status: 409,
      problem: 'folder.into_itself',
    })
  }
  expect(await level()).toEqual({ documents: ['A'], folders: ['外'] })
})

test('folders and documents move together, to a folder and back to the top', async () => {
  const { ada, dataset_id, folder, keep, level, documentsOf } = await folderScene()
  const from = await folder('来处')
  const other = await folder('另一处')
  const target = await folder('去处')
  const paper_id_list = await keep(['A', 'B'], from)
  await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: other }] })
  const [first = '', second = ''] = await documentsOf(from)

  const move = { dataset_id, folder_ids: [], target_folder_id: target }
  await ada.call(datasets.move, { ...move, document_ids: [first], from_folder_id: from })
  expect((await documentsOf(from)).length).toBe(1)
  expect((await documentsOf(other)).length).toBe(2)
  await ada.call(datasets.move, { ...move, document_ids: [second], folder_ids: [other] })
  expect(await level(target)).toEqual({ documents: ['A', 'B'], folders: ['另一处'] })
  expect((await documentsOf(other)).length).toBe(1)
  await ada.call(datasets.move, {
    ...move,
    target_folder_id: null,
    folder_ids: [other],
    document_ids: [first, second],
  })
  expect(await level()).toEqual({ documents: ['A', 'B'], folders: ['来处', '去处', '另一处'] })
})

test('deleting a folder takes what is below it; its documents stay unless they are to go with it', async () => {
  const { ada, dataset_id, folder, keep, level } = await folderScene()
  const top = await folder('上')
  const below = await folder('下', top)
  await keep(['A'], below)
  await ada.call(datasets.removeFolders, { dataset_id, folder_ids: [top, below] })
  expect(await level()).toEqual({ documents: ['A'], folders: [] })

  const again = await folder('再')
  const other = await folder('别处')
  await keep(['B'], again)
  const both = await keep(['C'], again)
  await ada.call(datasets.keepPapers, { paper_id_list: both, targets: [{ dataset_id, folder_id: other }] })
  await ada.call(datasets.removeFolders, { dataset_id, folder_ids: [again], keep_documents: false })
  expect(await level()).toEqual({ documents: ['A'], folders: ['别处'] })
  expect(await level(other)).toEqual({ documents: ['C'], folders: [] })
})

test('attack 12: folders and documents of another dataset look like none, even between own datasets', async () => {
  const { app, ada, dataset_id, folder, keep, documentsOf } = await folderScene()
  const mine = await folder('我的')
  await keep(['A'])
  const [document_id = ''] = await documentsOf()
  const bob = await app.signUp('Bob')
  const { id: theirs } = await bob.call(datasets.create, { name: '他的' })
  const folder_id = (await bob.call(datasets.saveFolder, { dataset_id: theirs, parent_id: null, name: 'x' }))
    .id
  const { id: second } = await ada.call(datasets.create, { name: '第二' })

  for (const foreign of [folder_id, 'nobody']) {
    const refused = { status: 404, problem: 'folder.not_found', message: '没有找到这个文件夹' }
    const tries = [
      ada.refusal(datasets.saveFolder, { dataset_id, parent_id: foreign, name: 'x' }),
      ada.refusal(datasets.saveFolder, { dataset_id, id: foreign, parent_id: null, name: 'x' }),
      ada.refusal(datasets.removeFolders, { dataset_id, folder_ids: [mine, foreign] }),
      ada.refusal(datasets.restoreFolders, { dataset_id, folder_ids: [foreign] }),
      ada.refusal(datasets.move, { dataset_id, folder_ids: [foreign], target_folder_id: mine }),
      ada.refusal(datasets.move, { dataset_id, folder_ids: [mine], target_folder_id: foreign }),
      ada.refusal(datasets.level, { dataset_id, folder_id: foreign }),
      ada.refusal(datasets.documents, { dataset_id, folder_id: foreign, current_page: 1, page_size: 10 }),
      ada.refusal(datasets.removeFromFolder, {
        dataset_id,
        folder_id: foreign,
        document_ids: [document_id],
      }),
      ada.refusal(datasets.level, { dataset_id: second, folder_id: mine }),
    ]
    for (const refusal of await Promise.all(tries)) expect(refusal).toMatchObject(refused)
  }
  const elsewhere = { dataset_id: second, document_ids: [document_id] }
  const missing = { status: 404, problem: 'document.not_found' }
  expect(await ada.refusal(datasets.removeDocuments, elsewhere)).toMatchObject(missing)
  expect(await ada.refusal(datasets.move, { ...elsewhere, target_folder_id: null })).toMatchObject(missing)
  expect(await ada.call(datasets.folders, { dataset_id })).toHaveLength(1)
})
