import { api, type FolderTree } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Answer, call } from '../../api/call.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { Paper } from '../paper.ts'
import { changeLists, openKeepDialog } from '../paper-action.state.ts'
import {
  type Dataset,
  editableGroups,
  type KeepTarget,
  readKeepTargets,
  storeKeepTargets,
  updateCachedLists,
} from './keep-targets.ts'

/** A paper, with the ids of the user's lists that contain it. */
type Keepable = Pick<Paper, 'id' | 'dataset_ids'>

/**
 * Returns a function that adds a paper to the list (a dataset of the API) used last, initially the private one. For a
 * paper already in a list it opens the dialog instead. The paper is shown as saved at once; the toast undoes that or
 * leads to other lists. When it fails, a toast tells why and the paper is shown as before. A paper that is still being
 * saved is left alone.
 */
export function useQuickKeep(): (paper: Keepable) => void {
  const cache = useQueryClient()
  return useCallback(
    (paper) => {
      if (paper.dataset_ids.includes(PENDING_LIST_ID)) return
      if (paper.dataset_ids.length > 0) openKeepDialog([paper.id])
      else void keepPaper(cache, paper.id)
    },
    [cache],
  )
}

/** Stands for the list that a paper is being added to, until the id of that list is known. */
const PENDING_LIST_ID = 'pending'

/** Adds a paper to the list used last. It is shown as saved at once, and as before when that fails. */
async function keepPaper(cache: QueryClient, id: string): Promise<void> {
  updateCachedLists(cache, id, () => [PENDING_LIST_ID])
  const kept = await keepInLastLocation(id)
  const keptIds = kept.success ? [kept.data.list.id] : []
  updateCachedLists(cache, id, (listIds) =>
    listIds.flatMap((listId) => (listId === PENDING_LIST_ID ? keptIds : listId)),
  )
  if (!kept.success) return toast(`没有收藏：${kept.message}`, { tone: 'bad' })
  const { list, folders } = kept.data
  refreshLists(cache)
  storeKeepTargets([toTarget(kept.data)])
  toast(`已收藏到${inCorners([list, ...folders].map(({ name }) => name).join(' / '))}`, {
    undo: () => void removeFromList(cache, id, list.id),
    more: { name: '改到…', run: () => changeLists(id, list.id) },
  })
}

/** Where a paper is added. */
interface KeepLocation {
  list: Dataset
  /** The path to the folder, the outermost first; empty for the list itself. */
  folders: FolderTree[]
}

/** Returns the ids of a location, as the API takes them. */
const toTarget = ({ list, folders }: KeepLocation): KeepTarget => ({
  dataset_id: list.id,
  folder_id: folders.at(-1)?.id ?? null,
})

/** Adds a paper where papers were added last. Returns that location; a failure when the paper no longer exists. */
async function keepInLastLocation(id: string): Promise<Answer<KeepLocation>> {
  const found = await findLastLocation()
  if (!found.success) return found
  const targets = [toTarget(found.data)]
  const kept = await call(api.datasets.keepPapers, { paper_id_list: [id], targets })
  if (!kept.success) return kept
  if (kept.data.missing.length === 0) return found
  return { success: false, code: 404, problem: 'paper.not_found', message: '它已不在本馆文献中' }
}

/** Removes a paper from a list; shown at once, and taken back with a toast when it fails. */
async function removeFromList(cache: QueryClient, id: string, listId: string): Promise<void> {
  const withoutList = (listIds: string[]) => listIds.filter((otherId) => otherId !== listId)
  updateCachedLists(cache, id, withoutList)
  const answer = await call(api.datasets.dropPapers, { dataset_id: listId, paper_id_list: [id] })
  if (answer.success) return refreshLists(cache)
  updateCachedLists(cache, id, (listIds) => [...withoutList(listIds), listId])
  toast(`没有撤销：${answer.message}`, { tone: 'bad' })
}

/** Finds where papers were added last; the list itself when its folder no longer exists or cannot be read. */
async function findLastLocation(): Promise<Answer<KeepLocation>> {
  const found = await findLastList()
  if (!found.success) return found
  const list = found.data
  const last = readKeepTargets().at(-1)
  const lastFolderId = last?.dataset_id === list.id ? last.folder_id : null
  if (lastFolderId === null) return { ...found, data: { list, folders: [] } }
  const tree = await call(api.datasets.folders, { dataset_id: list.id })
  const folders = tree.success ? folderPath(lastFolderId, tree.data) : []
  return { ...found, data: { list, folders } }
}

/** Returns the folders from the outermost to this one; empty when it does not exist. */
function folderPath(id: string, tree: FolderTree[]): FolderTree[] {
  for (const folder of tree) {
    if (folder.id === id) return [folder]
    const pathInside = folderPath(id, folder.children)
    if (pathInside.length > 0) return [folder, ...pathInside]
  }
  return []
}

/**
 * Finds the list papers were added to last if the user may still edit it, otherwise the private one, which is created
 * when first needed.
 */
async function findLastList(): Promise<Answer<Dataset>> {
  const lists = await fetchEditableLists()
  if (!lists.success) return lists
  const lastId = readKeepTargets().at(-1)?.dataset_id
  const list = lists.data.find(({ id }) => id === lastId) ?? lists.data.find(({ is_private }) => is_private)
  return list ? { ...lists, data: list } : createPrivateList()
}

/** Creates the private list of the user: reading its id does so. */
async function createPrivateList(): Promise<Answer<Dataset>> {
  const created = await call(api.datasets.privateId, {})
  if (!created.success) return created
  const lists = await fetchEditableLists()
  if (!lists.success) return lists
  const list = lists.data.find(({ id }) => id === created.data)
  if (list) return { ...lists, data: list }
  return { success: false, code: 404, problem: 'dataset.not_found', message: '没有找到清单' }
}

/** Fetches the lists the user may add to: reading lists first, then those of each project. */
async function fetchEditableLists(): Promise<Answer<Dataset[]>> {
  const all = await call(api.datasets.all, {})
  return all.success ? { ...all, data: editableGroups(all.data).flatMap(({ lists }) => lists) } : all
}

/** Reads the lists, their documents and their folders anew wherever they are shown. */
function refreshLists(cache: QueryClient): void {
  for (const { path } of [api.datasets.all, api.datasets.documents, api.datasets.folders])
    void cache.invalidateQueries({ queryKey: [path] })
}
