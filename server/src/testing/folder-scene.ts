import { api } from '@scinav/contract'
import { addPapers } from './papers.ts'
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
