import { api, type FolderTree } from '@scinav/contract'
import { type Answer, call } from '../../api/call.ts'
import type { Upload } from './uploads.state.ts'

type Made = Promise<Answer<string | null>>

/** Folders on the way of uploads, by where they stand; each is made once, however many files wait for it. */
const made = new Map<string, Made>()

/** Asks anew which folders there are: somebody may have removed one. */
export const forgetFolders = (): void => made.clear()

/** The folder that a file goes into, made with those above it where they are missing; null at the top. */
export async function folderFor({
  dataset_id,
  folder_id,
  way,
}: Pick<Upload, 'dataset_id' | 'folder_id' | 'way'>): Made {
  let place: Answer<string | null> = { success: true, code: 200, data: folder_id }
  for (const name of way) {
    if (!place.success) return place
    place = await below(dataset_id, place.data, name)
  }
  return place
}

function below(dataset_id: string, parent_id: string | null, name: string): Made {
  const key = JSON.stringify([dataset_id, parent_id, name])
  const known = made.get(key)
  if (known) return known
  const making = findOrMake(dataset_id, parent_id, name)
  made.set(key, making)
  void making.then(({ success }) => success || made.delete(key))
  return making
}

async function findOrMake(dataset_id: string, parent_id: string | null, name: string): Made {
  const folders = await call(api.datasets.folders, { dataset_id })
  if (!folders.success) return folders
  const there = childrenOf(folders.data, parent_id)?.find((folder) => folder.name === name.trim())
  if (there) return { ...folders, data: there.id }
  const answer = await call(api.datasets.saveFolder, {
    dataset_id,
    parent_id,
    name: name.trim().slice(0, LONGEST),
  })
  return answer.success ? { ...answer, data: answer.data.id } : answer
}

const LONGEST = 60

function childrenOf(tree: FolderTree[], id: string | null): FolderTree[] | undefined {
  if (id === null) return tree
  for (const folder of tree) {
    const found = folder.id === id ? folder.children : childrenOf(folder.children, id)
    if (found) return found
  }
  return undefined
}
