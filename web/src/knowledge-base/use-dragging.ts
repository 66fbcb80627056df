import type { FolderTree } from '@scinav/contract'
import { useState } from 'react'
import type { DragController, DragItem } from './dialogs.ts'
import { findFolder } from './folders.ts'
import type { Dataset } from './list/lists.ts'
import { useDocumentActions } from './use-document-actions.ts'
import { useFolderActions } from './use-folder-actions.ts'

/** Holds what is being dragged over the folder tree: documents of the list, or a folder. */
export function useDragging(): DragController {
  const [dragged, setDragged] = useState<DragItem>()
  return { dragged, start: setDragged, end: () => setDragged(undefined) }
}

/**
 * Returns the handler of a drop: it moves the dragged folder or documents into a folder, or with null to the top of the
 * list. After documents it also calls their `done`, which clears the selection. The drag itself is ended by the drop
 * target (`useDropTarget`).
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
