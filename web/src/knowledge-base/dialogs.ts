import type { FolderTree } from '@scinav/contract'
import type { Dataset, ListDocument, ListGroup } from './list/lists.ts'

/** Documents being moved to another folder. */
export interface MovedDocuments {
  documents: ListDocument[]
  /** Called once the move has been requested. */
  done: () => void
}

/** The open dialog of the knowledge-base screen, with the list, folder or documents it is about. */
export type ListDialog =
  /** Creates a list in a group. */
  | { kind: 'new-list'; group: ListGroup }
  | { kind: 'edit-list'; dataset: Dataset }
  /** Creates a folder in another one, or with null at the top. */
  | { kind: 'new-folder'; parent: FolderTree | null }
  | { kind: 'rename-folder'; folder: FolderTree }
  | { kind: 'move-folder'; folder: FolderTree }
  | { kind: 'remove-folder'; folder: FolderTree }
  | ({ kind: 'move-documents' } & MovedDocuments)
  /** `done` is called once the documents have been copied. */
  | { kind: 'copy-documents'; documents: ListDocument[]; done: () => void }
  | { kind: 'tag-documents'; documents: ListDocument[] }
  | { kind: 'rename-document'; document: ListDocument }
  | { kind: 'edit-record'; document: ListDocument }
  | { kind: 'bind-paper'; document: ListDocument }
  | { kind: 'tags' }
  | { kind: 'statistics' }
  /** Shows which passages of the list a question finds. */
  | { kind: 'find-passages' }
  | { kind: 'saved-search' }
  | { kind: 'outside-models' }
  | { kind: 'bin' }
  | { kind: 'copy-base' }
  | { kind: 'export-base' }
  | { kind: 'import-base'; group: ListGroup }

/** Opens a dialog of the knowledge-base screen. */
export type OpenListDialog = (dialog: ListDialog) => void

/** What is being dragged over the folder tree: a folder, or documents. */
export type DragItem = { kind: 'folder'; id: string } | ({ kind: 'documents' } & MovedDocuments)

/** The drag state shared between the rows that start a drag and the targets that end it. */
export interface DragController {
  dragged: DragItem | undefined
  start: (item: DragItem) => void
  end: () => void
}
