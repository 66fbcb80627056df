import { api, type FolderTree } from '@scinav/contract'
import { type Answer, call } from '../../api/call.ts'
import type { Upload } from './uploads.state.ts'

/** Maximum length of a folder's name, in characters. */
const MAX_NAME_CHARS = 60

/** The id of a folder, null for the top level, or the failure to find or create it. */
type FolderResult = Promise<Answer<string | null>>

/**
 * The folders found or created for uploads, by knowledge base, parent and name (see `ensureSubfolder`). Each is created
 * once, however many files wait for it.
 */
const foldersByPath = new Map<string, FolderResult>()

/** Clears the cache, because somebody may have deleted a folder. */
export const clearFolderCache = (): void => foldersByPath.clear()

/** Returns the id of a file's folder, creating missing folders on its path; null for the top level. */
export async function ensureFolder({
  dataset_id,
  folder_id,
  way,
}: Pick<Upload, 'dataset_id' | 'folder_id' | 'way'>): FolderResult {
  let folder: Answer<string | null> = { success: true, code: 200, data: folder_id }
  for (const name of way) {
    if (!folder.success) return folder
    folder = await ensureSubfolder(dataset_id, folder.data, name)
  }
  return folder
}

/** Returns the id of a subfolder, found or created once per name. */
function ensureSubfolder(dataset_id: string, parent_id: string | null, name: string): FolderResult {
  const key = JSON.stringify([dataset_id, parent_id, name])
  const cached = foldersByPath.get(key)
  if (cached) return cached
  const folder = findOrCreateFolder(dataset_id, parent_id, name)
  foldersByPath.set(key, folder)
  // A failure is not remembered, so that a retry can succeed.
  void folder.then(({ success }) => success || foldersByPath.delete(key))
  return folder
}

/**
 * Returns the id of the subfolder with a name, trimmed and cut to the maximum length, creating it when it is missing.
 */
async function findOrCreateFolder(dataset_id: string, parent_id: string | null, name: string): FolderResult {
  const storedName = name.trim().slice(0, MAX_NAME_CHARS)
  const folders = await call(api.datasets.folders, { dataset_id })
  if (!folders.success) return folders
  const existing = childrenOf(folders.data, parent_id)?.find((folder) => folder.name === storedName)
  if (existing) return { ...folders, data: existing.id }
  const answer = await call(api.datasets.saveFolder, { dataset_id, parent_id, name: storedName })
  return answer.success ? { ...answer, data: answer.data.id } : answer
}

/** Returns the subfolders of a folder, those at the top for null; undefined when the folder does not exist. */
function childrenOf(tree: FolderTree[], id: string | null): FolderTree[] | undefined {
  if (id === null) return tree
  for (const folder of tree) {
    const found = folder.id === id ? folder.children : childrenOf(folder.children, id)
    if (found) return found
  }
  return undefined
}
