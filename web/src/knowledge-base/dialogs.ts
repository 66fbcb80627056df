import type { FolderTree } from '@scinav/contract'
import type { Dataset, ListDocument, ListGroup } from './list/lists.ts'

/** Documents on their way to another folder. */
export interface MovedDocuments {
  documents: ListDocument[]
  /** Called once they have been sent off. */
  done: () => void
}

/** What the screen asks the person about in a dialog. */
export type ListDialog =
  | { kind: 'new-list'; group: ListGroup }
  | { kind: 'edit-list'; dataset: Dataset }
  | { kind: 'new-folder'; parent: FolderTree | null }
  | { kind: 'rename-folder'; folder: FolderTree }
  | { kind: 'move-folder'; folder: FolderTree }
  | { kind: 'remove-folder'; folder: FolderTree }
  | ({ kind: 'move-documents' } & MovedDocuments)
  | { kind: 'copy-documents'; documents: ListDocument[]; done: () => void }
  | { kind: 'tag-documents'; documents: ListDocument[]; done: () => void }
  | { kind: 'rename-document'; document: ListDocument }
  | { kind: 'edit-record'; document: ListDocument }
  | { kind: 'bind-paper'; document: ListDocument }
  | { kind: 'tags' }
  | { kind: 'statistics' }
  | { kind: 'hit-test' }
  | { kind: 'saved-search' }
  | { kind: 'outside-models' }
  | { kind: 'bin' }
  | { kind: 'copy-base' }
  | { kind: 'export-base' }
  | { kind: 'import-base'; group: ListGroup }

export type OpenListDialog = (dialog: ListDialog) => void

/** What is being dragged over the tree. */
export type DragItem = { kind: 'folder'; id: string } | ({ kind: 'documents' } & MovedDocuments)

/** Dragging, as the rows that begin it and the places that end it share it. */
export interface DragController {
  dragged: DragItem | undefined
  start: (what: DragItem) => void
  end: () => void
}
