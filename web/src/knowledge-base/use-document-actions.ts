import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import type { Failure } from '../api/call.ts'
import { useWrite } from '../api/use-write.ts'
import { toast, undoBy } from '../ui/toasts/toast.state.ts'
import { useFileActions } from './files/use-file-actions.ts'
import type { ListDocument } from './list/lists.ts'

/** The reads that moving or removing documents makes stale. */
const refreshes = [
  api.datasets.documents,
  api.datasets.folders,
  api.datasets.all,
  api.datasets.figures,
  api.ingestion.bin,
]

/** Groups documents by the folder they are shown in; null is the top. */
const groupByFolder = (documents: ListDocument[]) => [...Map.groupBy(documents, ({ folder_id }) => folder_id)]
/** Returns the ids of documents. */
const documentIds = (documents: ListDocument[]) => documents.map(({ id }) => id)
/** Returns the ids of the papers of documents, without those that have none. */
const paperIds = (documents: ListDocument[]) => documents.flatMap(({ paper_id }) => paper_id ?? [])

/**
 * Returns the actions that move documents between the folders of a dataset and remove them. A toast reports each result
 * and can undo it, except that files taken out of a folder are not put back.
 */
export function useDocumentActions(dataset_id: string) {
  const move = useWrite(api.datasets.move, { refreshes })
  const takeOut = useWrite(api.datasets.removeFromFolder, { refreshes })
  const remove = useWrite(api.datasets.removeDocuments, { refreshes: [...refreshes, api.papers.byIds] })
  const files = useFileActions()
  const keep = useWrite(api.datasets.keepPapers, { refreshes: [...refreshes, api.papers.byIds] })

  /** Moves documents in groups by the folder they are shown in (null is the top), until one move fails. */
  const moveGroups = async (
    documents: ListDocument[],
    foldersOf: (folder: string | null) => { from: string | null; to: string | null },
  ): Promise<{ success: true } | Failure> => {
    for (const [folder, group] of groupByFolder(documents)) {
      const { from, to } = foldersOf(folder)
      const answer = await move.mutateAsync({
        dataset_id,
        document_ids: documentIds(group),
        target_folder_id: to,
        from_folder_id: from ?? '',
      })
      if (!answer.success) return answer
    }
    return { success: true }
  }

  const moveTo = async (documents: ListDocument[], target: string | null, targetName: string) => {
    const moved = documents.filter(({ folder_id }) => folder_id !== target)
    if (moved.length === 0) return
    const answer = await moveGroups(moved, (from) => ({ from, to: target }))
    if (!answer.success) return toast(`没有移动：${answer.message}`, { tone: 'bad' })
    toast(`已将 ${moved.length} 篇移到${inCorners(targetName)}`, {
      undo: undoBy(() => moveGroups(moved, (from) => ({ from: target, to: from }))),
    })
  }

  /** Adds papers back to the folder they were taken out of. */
  const restoreToFolder = async (papers: ListDocument[], folder_id: string) => {
    const input = { paper_id_list: paperIds(papers), targets: [{ dataset_id, folder_id }] }
    const answer = await keep.mutateAsync(input)
    if (!answer.success) toast(`没有撤销：${answer.message}`, { tone: 'bad' })
  }

  const removeFromFolder = async (documents: ListDocument[], folder_id: string, folderName: string) => {
    const answer = await takeOut.mutateAsync({ dataset_id, folder_id, document_ids: documentIds(documents) })
    if (!answer.success) return toast(`没有移出：${answer.message}`, { tone: 'bad' })
    const papers = documents.filter(({ paper_id }) => paper_id !== null)
    toast(`已从${inCorners(folderName)}移出 ${documents.length} 篇，仍在清单里`, {
      ...(papers.length > 0 && { undo: () => void restoreToFolder(papers, folder_id) }),
    })
  }

  const removeFromList = async (documents: ListDocument[]) => {
    const answer = await remove.mutateAsync({ dataset_id, document_ids: documentIds(documents) })
    if (!answer.success) return toast(`没有移除：${answer.message}`, { tone: 'bad' })
    toast(`已将 ${documents.length} 篇移到回收站`, { undo: () => void files.restore(documentIds(documents)) })
  }
  return { moveTo, removeFromFolder, removeFromList }
}
