import { api } from '@scinav/contract'
import { addPapers } from './papers.ts'
import { projectScene } from './project-scene.ts'
import { testApp } from './test-app.ts'

const { datasets } = api

/** Creates a user with a reading list, and helpers for folders. */
export async function folderScene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(datasets.create, { name: '清单' })
  const folder = async (name: string, parent_id: string | null = null) =>
    (await ada.call(datasets.saveFolder, { dataset_id, parent_id, name })).id
  const keep = async (titles: string[], folder_id: string | null = null) => {
    const paper_id_list = await addPapers(app.base, titles)
    await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id }] })
    return paper_id_list
  }
  /** Returns the names of the documents and folders of one level. */
  const level = async (folder_id?: string) => {
    const { list, folders } = await ada.call(datasets.level, { dataset_id, folder_id })
    return { documents: list.map((each) => each.name).sort(), folders: folders.map((each) => each.name) }
  }
  /** Restores folders and returns their names. */
  const restore = async (...folder_ids: string[]) =>
    (await ada.call(datasets.restoreFolders, { dataset_id, folder_ids })).map((each) => each.name)
  /** Deletes folders, with their documents unless `keep_documents` is set. */
  const remove = (folder_ids: string[], keep_documents = false) =>
    ada.call(datasets.removeFolders, { dataset_id, folder_ids, keep_documents })
  const documentsOf = async (folder_id?: string) =>
    (await ada.call(datasets.level, { dataset_id, folder_id })).list.map((each) => each.id)
  return { app, ada, dataset_id, folder, keep, level, documentsOf, remove, restore }
}

/** Creates a project whose dataset has two papers, one of them in a nested folder. */
export async function tagScene() {
  const scene = await projectScene()
  const { owner, project_id } = scene
  const { id: dataset_id } = await owner.call(datasets.create, { name: '综述', project_id })
  const paper_id_list = await addPapers(scene.app.base, ['One', 'Two'])
  const folder = await owner.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '上' })
  const below = await owner.call(datasets.saveFolder, { dataset_id, parent_id: folder.id, name: '下' })
  const [one = '', two = ''] = paper_id_list
  await owner.call(datasets.keepPapers, {
    paper_id_list: [one],
    targets: [{ dataset_id, folder_id: below.id }],
  })
  await owner.call(datasets.keepPapers, { paper_id_list: [two], targets: [{ dataset_id, folder_id: null }] })
  const { list } = await owner.call(datasets.documents, { dataset_id, current_page: 1, page_size: 10 })
  const documentOf = (paper_id: string) => list.find((each) => each.paper_id === paper_id)?.id ?? ''
  return { ...scene, dataset_id, folder, one: documentOf(one), two: documentOf(two) }
}
