import { api, type FolderTree } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../api/use-write.ts'
import { toast, undoBy } from '../ui/toasts/toast.state.ts'
import { findFolder, moveRefusal } from './folders.ts'

/** The reads that a change of folders makes stale. */
const refreshes = [api.datasets.folders, api.datasets.documents, api.datasets.all]

/**
 * Returns the actions on the folders of a dataset. `rename`, `moveTo` and `removeFolder` report their success in a toast
 * that can undo them. `create`, `rename` and `removeFolder` resolve to the server's answer, whose failure the caller
 * shows; `moveTo` reports its failure in a toast.
 */
export function useFolderActions(dataset_id: string, tree: FolderTree[]) {
  const save = useWrite(api.datasets.saveFolder, { refreshes })
  const move = useWrite(api.datasets.move, { refreshes })
  const remove = useWrite(api.datasets.removeFolders, { refreshes })
  const restore = useWrite(api.datasets.restoreFolders, { refreshes })

  const create = (name: string, parent_id: string | null) => save.mutateAsync({ dataset_id, parent_id, name })

  const rename = async ({ id, parent_id, name: before }: FolderTree, name: string) => {
    const answer = await save.mutateAsync({ dataset_id, id, parent_id, name })
    if (!answer.success) return answer
    const undo = undoBy(() => save.mutateAsync({ dataset_id, id, parent_id, name: before }))
    toast(`${inCorners(before)}已改名为${inCorners(name)}`, { undo })
    return answer
  }

  const moveTo = async (id: string, target: string | null) => {
    const moved = findFolder(tree, id)?.folder
    const refusal = moveRefusal(tree, id, target)
    const isNothingToDo = refusal === ''
    if (!moved || isNothingToDo) return
    if (refusal) return toast(refusal, { tone: 'bad' })
    const answer = await move.mutateAsync({ dataset_id, folder_ids: [id], target_folder_id: target })
    if (!answer.success) return toast(`没有移动：${answer.message}`, { tone: 'bad' })
    const targetName = target === null ? '最上层' : inCorners(findFolder(tree, target)?.folder.name ?? '')
    const undoInput = { dataset_id, folder_ids: [id], target_folder_id: moved.parent_id }
    toast(`${inCorners(moved.name)}已移到${targetName}`, {
      undo: undoBy(() => move.mutateAsync(undoInput)),
    })
  }

  /** Deletes a folder with its subfolders; with `keep_documents` their documents stay in the dataset. */
  const removeFolder = async (folder: FolderTree, keep_documents: boolean) => {
    const input = { dataset_id, folder_ids: [folder.id] }
    const answer = await remove.mutateAsync({ ...input, keep_documents })
    if (!answer.success) return answer
    const undo = async () => {
      const restored = await restore.mutateAsync(input)
      if (!restored.success) toast(`没有恢复：${restored.message}`, { tone: 'bad' })
    }
    toast(`已删除文件夹${inCorners(folder.name)}`, { undo: () => void undo() })
    return answer
  }
  return { create, rename, moveTo, removeFolder }
}
