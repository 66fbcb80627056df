import { api, type FolderTree } from '@scinav/contract'
import { useNavigate } from 'react-router'
import { acceptedExtensions } from '../documents/file-icon.ts'
import { isRetryable, isWorking } from '../documents/state/progress.ts'
import { citeDocuments, citePapers } from '../paper/paper-action.state.ts'
import type { MenuAction } from '../ui/buttons/menu-button.tsx'
import type { DragController, OpenListDialog } from './dialogs.ts'
import type { DocumentRowActions } from './document-row.tsx'
import { useFileActions } from './files/use-file-actions.ts'
import { findFolder } from './folders.ts'
import { type Dataset, documentAddress, type ListDocument } from './list/lists.ts'
import { useDocumentActions } from './use-document-actions.ts'
import type { Selection } from './use-selection.ts'

/** What the actions on a list's documents depend on. */
interface RowContext {
  dataset: Dataset
  tree: FolderTree[]
  /** The id of the open folder; `''` when none is open. */
  folder_id: string
  selection: Selection<ListDocument>
  drag: DragController
  openDialog: OpenListDialog
}

/**
 * Returns the actions on the documents of a list: `actionsOf` those in the row of a document, `menuOf` those in its menu,
 * `barActions` those on the selected documents.
 */
export function useRowActions({ dataset, tree, folder_id, selection, drag, openDialog }: RowContext) {
  const documents = useDocumentActions(dataset.id)
  const files = useFileActions()
  const navigate = useNavigate()
  /** The name of the open folder; `''` when none is open. */
  const folderName = findFolder(tree, folder_id)?.folder.name ?? ''
  /** Called by the dialogs and drags once they have acted on the documents. */
  const done = selection.clear
  // Each acts on a list of documents.
  const onRemove = (list: ListDocument[]) => void documents.removeFromList(list)
  const onTakeOut = (list: ListDocument[]) => void documents.removeFromFolder(list, folder_id, folderName)
  const onMove = (list: ListDocument[]) => openDialog({ kind: 'move-documents', documents: list, done })
  const onCopy = (list: ListDocument[]) => openDialog({ kind: 'copy-documents', documents: list, done })
  const onTag = (list: ListDocument[]) => openDialog({ kind: 'tag-documents', documents: list })

  const onReplace = (document: ListDocument) => pickFile((file) => void files.replace(document, file))

  const actionsOf = (document: ListDocument): DocumentRowActions => ({
    onMove: () => onMove([document]),
    onRemove: () => (folder_id ? onTakeOut : onRemove)([document]),
    onDragStart: () => {
      const chosen = selection.has(document.id) ? selection.items : [document]
      drag.start({ kind: 'documents', documents: chosen, done })
    },
    onDragEnd: drag.end,
    onRetry: () => void files.retry(document),
    onReplace: () => onReplace(document),
    onDiscard: () => void files.discard(document),
    onAccept: () => void files.accept(document),
    onDecline: () => void files.decline(document),
  })

  const menuOf = (document: ListDocument, isEditable: boolean): MenuAction[] => {
    const readerActions: MenuAction[] = [
      { name: '打开阅读', icon: 'book', run: () => void navigate(documentAddress(document)) },
      { name: '下载', icon: 'download', run: () => downloadFile(document) },
      { name: '复制到…', icon: 'copy', run: () => onCopy([document]) },
      { name: '引用', icon: 'quote', run: () => citeDocument(document) },
    ]
    if (!isEditable) return readerActions
    const folderActions: MenuAction[] = folder_id
      ? [{ name: '移出文件夹', icon: 'close', run: () => onTakeOut([document]) }]
      : []
    return [
      ...readerActions,
      { name: '移动到…', icon: 'folder', run: () => onMove([document]) },
      { name: '标签…', icon: 'tag', run: () => onTag([document]) },
      {
        name: '重命名',
        icon: 'edit',
        run: () => openDialog({ kind: 'rename-document', document }),
        startsGroup: true,
      },
      ...recordMenu(document, openDialog),
      { name: '替换文件…', icon: 'upload', run: () => onReplace(document) },
      ...parsingMenu(document, files),
      ...(document.paper_id
        ? [{ name: '不是这篇本馆文献', icon: 'hide', run: () => void files.decline(document) } as const]
        : []),
      ...folderActions,
      { name: '删除', icon: 'trash', run: () => onRemove([document]), startsGroup: true },
    ]
  }
  const onRetry = async (list: ListDocument[]) => {
    for (const document of list) await files.retry(document)
  }
  const barActions = {
    onMove,
    onTag,
    onRemove,
    onRetry: (list: ListDocument[]) => void onRetry(list),
    ...(folder_id && { onTakeOut }),
  }
  return { actionsOf, menuOf, barActions, onCopy, onTag, folderName }
}

/** Returns the menu items on the parsing of a file: to start it again or to stop it. */
function parsingMenu(document: ListDocument, files: ReturnType<typeof useFileActions>): MenuAction[] {
  if (isRetryable(document))
    return [{ name: '重新读取', icon: 'retry', run: () => void files.retry(document) }]
  return isWorking(document)
    ? [{ name: '停止读取', icon: 'pause', run: () => void files.cancel(document) }]
    : []
}

/** Returns the menu items on the record of a file that is not linked to a library paper. */
function recordMenu(document: ListDocument, openDialog: OpenListDialog): MenuAction[] {
  if (document.paper_id) return []
  return [
    { name: '编辑题录', icon: 'edit', run: () => openDialog({ kind: 'edit-record', document }) },
    { name: '对应本馆文献…', icon: 'library', run: () => openDialog({ kind: 'bind-paper', document }) },
  ]
}

/** Opens the dialog that cites a document: as a library paper where it is linked to one. */
function citeDocument({ id, paper_id }: ListDocument): void {
  if (paper_id) citePapers([paper_id])
  else citeDocuments([id], 'text')
}

/** Has the browser download the file of a document. */
function downloadFile({ id, name }: ListDocument): void {
  const link = document.createElement('a')
  link.href = `${api.reading.file.path}?${new URLSearchParams({ document_id: id })}`
  link.download = name
  link.click()
}

/** Opens the browser's chooser for one file. */
function pickFile(onFile: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = acceptedExtensions
  input.onchange = () => {
    const [file] = input.files ?? []
    if (file) onFile(file)
  }
  input.click()
}
