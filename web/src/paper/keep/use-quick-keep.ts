import { api, type FolderTree } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Answer, call } from '../../api/call.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { Paper } from '../paper.ts'
import { changeLists, keepPapers } from '../paper-action.state.ts'
import {
  type Dataset,
  editableGroups,
  readKeepTargets,
  storeKeepTargets,
  updateCachedLists,
} from './keep-targets.ts'

type Keepable = Pick<Paper, 'id' | 'dataset_ids'>

/**
 * Returns a function that adds a paper to the list used last, initially the private one. For a paper already in a list
 * it opens the dialog instead. The paper is shown as saved at once; the toast undoes that or leads to other lists.
 */
export function useQuickKeep(): (paper: Keepable) => void {
  const cache = useQueryClient()
  return useCallback(
    (paper) => {
      if (paper.dataset_ids.includes(PENDING_LIST)) return
      if (paper.dataset_ids.length > 0) keepPapers([paper.id])
      else void keepOne(cache, paper.id)
    },
    [cache],
  )
}

/** Placeholder id until the list is known. */
const PENDING_LIST = 'soon'

async function keepOne(cache: QueryClient, id: string): Promise<void> {
  updateCachedLists(cache, id, () => [PENDING_LIST])
  const kept = await keepInLastList(id)
  const keptIn = kept.success ? [kept.data.list.id] : []
  updateCachedLists(cache, id, (lists) => lists.flatMap((one) => (one === PENDING_LIST ? keptIn : one)))
  if (!kept.success) return toast(`没有收藏：${kept.message}`, { tone: 'bad' })
  const { list, folder } = kept.data
  refreshLists(cache)
  storeKeepTargets([toTarget(kept.data)])
  toast(`已收藏到${inCorners([list, ...folder].map(({ name }) => name).join(' / '))}`, {
    undo: () => void removeFromList(cache, id, list.id),
    more: { name: '改到…', run: () => changeLists(id, list.id) },
  })
}

/** A list, and the path to one of its folders; an empty path is the list itself. */
interface KeepLocation {
  list: Dataset
  folder: FolderTree[]
}

const toTarget = ({ list, folder }: KeepLocation) => ({
  dataset_id: list.id,
  folder_id: folder.at(-1)?.id ?? null,
})

async function keepInLastList(id: string): Promise<Answer<KeepLocation>> {
  const found = await findLastLocation()
  if (!found.success) return found
  const targets = [toTarget(found.data)]
  const kept = await call(api.datasets.keepPapers, { paper_id_list: [id], targets })
  if (!kept.success) return kept
  if (kept.data.missing.length === 0) return found
  return { success: false, code: 404, problem: 'paper.not_found', message: '它已不在本馆文献中' }
}

async function removeFromList(cache: QueryClient, id: string, dataset_id: string): Promise<void> {
  const without = (lists: string[]) => lists.filter((one) => one !== dataset_id)
  updateCachedLists(cache, id, without)
  const answer = await call(api.datasets.dropPapers, { dataset_id, paper_id_list: [id] })
  if (answer.success) return refreshLists(cache)
  updateCachedLists(cache, id, (lists) => [...without(lists), dataset_id])
  toast(`没有撤销：${answer.message}`, { tone: 'bad' })
}

/** Finds where papers were added last; the list itself when its folder no longer exists. */
async function findLastLocation(): Promise<Answer<KeepLocation>> {
  const found = await findLastList()
  if (!found.success) return found
  const list = found.data
  const last = readKeepTargets().at(-1)
  if (last?.dataset_id !== list.id || last.folder_id === null) return { ...found, data: { list, folder: [] } }
  const folders = await call(api.datasets.folders, { dataset_id: list.id })
  const folder = folders.success ? folderPath(last.folder_id, folders.data) : []
  return { ...found, data: { list, folder } }
}

/** Returns the folders from the root to this one; empty when it does not exist. */
function folderPath(id: string, tree: FolderTree[]): FolderTree[] {
  for (const folder of tree) {
    if (folder.id === id) return [folder]
    const below = folderPath(id, folder.children)
    if (below.length > 0) return [folder, ...below]
  }
  return []
}

/** Finds the list papers were added to last if the user may still edit it, otherwise the private one. */
async function findLastList(): Promise<Answer<Dataset>> {
  const last = readKeepTargets().at(-1)?.dataset_id
  const known = await fetchEditableLists()
  if (!known.success) return known
  const list = known.data.find(({ id }) => id === last) ?? known.data.find(({ is_private }) => is_private)
  if (list) return { ...known, data: list }
  // The private list is created when first needed.
  const created = await call(api.datasets.privateId, {})
  const now = created.success ? await fetchEditableLists() : created
  const own = now.success && now.data.find(({ id }) => created.success && id === created.data)
  if (own) return { ...known, data: own }
  return now.success
    ? { success: false, code: 404, problem: 'dataset.not_found', message: '没有找到清单' }
    : now
}

async function fetchEditableLists(): Promise<Answer<Dataset[]>> {
  const all = await call(api.datasets.all, {})
  return all.success ? { ...all, data: editableGroups(all.data).flatMap(({ list }) => list) } : all
}

function refreshLists(cache: QueryClient): void {
  for (const { path } of [api.datasets.all, api.datasets.documents, api.datasets.folders])
    void cache.invalidateQueries({ queryKey: [path] })
}
