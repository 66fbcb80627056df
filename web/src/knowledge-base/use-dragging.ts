import type { FolderTree } from '@scinav/contract'
import { useState } from 'react'
import type { DragController, DragItem } from './dialogs.ts'
import { findFolder } from './folders.ts'
import type { Dataset } from './list/lists.ts'
import { useDocumentActions } from './use-document-actions.ts'
import { useFolderActions } from './use-folder-actions.ts'

/** Manages what is being dragged over the folders: documents of the list, or a folder. */
export function useDragging(): DragController {
  const [dragged, setDragged] = useState<DragItem>()
  return { dragged, start: setDragged, end: () => setDragged(undefined) }
}

/**
 * Returns the handler that moves the dragged item into a folder, or with null to the top of the list. The drag itself
 * ends where it is dropped (`useDropTarget`); what the handler calls besides is `done` of the documents, which ends
 * their selection, and which a folder does not have.
 */
export function useDropOnFolder(dataset: Dataset, tree: readonly FolderTree[], { dragged }: DragController) {
  const folders = useFolderActions(dataset.id, [...tree])
  const documents = useDocumentActions(dataset.id)
  return (target: string | null) => {
    if (dragged?.kind === 'folder') void folders.moveTo(dragged.id, target)
    if (dragged?.kind !== 'documents') return
    const name = target === null ? '最上层' : (findFolder(tree, target)?.folder.name ?? '')
    void documents.moveTo(dragged.documents, target, name)
    dragged.done()
  }
}
