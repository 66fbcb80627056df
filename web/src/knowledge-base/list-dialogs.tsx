import type { FolderTree } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Statistics } from '../documents/statistics/statistics.tsx'
import { FileRecordDialog } from '../paper/file-record/file-record-dialog.tsx'
import { PaperOfFileDialog } from '../paper/file-record/paper-of-file-dialog.tsx'
import { plainText } from '../paper/highlight/markup.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { BaseImportPanel } from './archive/base-import-panel.tsx'
import { ExportPanel } from './archive/export-panel.tsx'
import { BinDialog } from './bin-dialog.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { CopyBaseDialog } from './copying/copy-base-dialog.tsx'
import type { ListDialog } from './dialogs.ts'
import { useFileActions } from './files/use-file-actions.ts'
import { findFolder, moveRefusal } from './folders.ts'
import { useListAddress } from './list/list-address.ts'
import type { Dataset, ListDocument, ListGroup } from './list/lists.ts'
import { MAX_FILE_NAME_CHARS, NameDialog } from './list/name-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { OutsideModelsPanel } from './outside-models-panel.tsx'
import { HitTest } from './overview/hit-test.tsx'
import { SavedSearchPanel } from './overview/saved-search-panel.tsx'
import { RemoveFolderDialog } from './remove-folder-dialog.tsx'
import { TagPicker } from './tags/tag-picker.tsx'
import { TagsPanel } from './tags/tags-panel.tsx'
import { useDocumentActions } from './use-document-actions.ts'
import { useFolderActions } from './use-folder-actions.ts'
import { useListActions } from './use-list-actions.ts'

interface Props {
  dialog: ListDialog
  dataset: Dataset
  tree: FolderTree[]
  onClose: () => void
}

/** Renders the open dialog of the knowledge-base screen. */
export function ListDialogs({ dialog, dataset, tree, onClose }: Props) {
  switch (dialog.kind) {
    case 'new-list':
    case 'edit-list':
      return <ListNameDialog dialog={dialog} onClose={onClose} />
    case 'new-folder':
    case 'rename-folder':
      return <FolderNameDialog dialog={dialog} dataset={dataset} tree={tree} onClose={onClose} />
    case 'move-folder':
    case 'remove-folder':
      return <FolderDialog dialog={dialog} dataset={dataset} tree={tree} onClose={onClose} />
    case 'move-documents':
      return <DocumentsDialog dialog={dialog} dataset={dataset} tree={tree} onClose={onClose} />
    case 'copy-documents':
      return <CopyDialog documents={dialog.documents} onCopied={dialog.done} onClose={onClose} />
    case 'tag-documents':
      return <TagPicker dataset={dataset} documents={dialog.documents} onClose={onClose} />
    case 'rename-document':
      return <FileNameDialog document={dialog.document} onClose={onClose} />
    case 'edit-record':
      return <FileRecordDialog document={dialog.document} onClose={onClose} />
    case 'bind-paper':
      return <PaperOfFileDialog document={dialog.document} onClose={onClose} />
    case 'tags':
      return <TagsPanel dataset={dataset} onClose={onClose} />
    case 'statistics':
      return <StatisticsPanel dataset={dataset} onClose={onClose} />
    case 'find-passages':
      return (
        <Panel title="在全文中查找" width={480} side onClose={onClose}>
          <HitTest dataset={dataset} isNamed />
        </Panel>
      )
    case 'saved-search':
      return <SavedSearchPanel dataset={dataset} onClose={onClose} />
    case 'outside-models':
      return <OutsideModelsPanel dataset={dataset} onClose={onClose} />
    case 'bin':
      return <BinDialog dataset={dataset} onClose={onClose} />
    case 'copy-base':
      return <CopyBaseDialog dataset={dataset} onClose={onClose} />
    case 'export-base':
      return <ExportPanel dataset={dataset} onClose={onClose} />
    case 'import-base':
      return <BaseImportPanel group={dialog.group} onClose={onClose} />
  }
}

/** The props of the component for one or several kinds of dialog. */
type DialogProps<Kind extends ListDialog['kind']> = Omit<Props, 'dialog'> & {
  dialog: Extract<ListDialog, { kind: Kind }>
}

/** Returns the title of the dialog that creates a list in a group. */
function newListTitle({ name, creates }: ListGroup): string {
  if (creates?.kind === 'ai') return '新建 AI 知识库'
  return creates?.kind === 'project' ? `在${inCorners(name)}新建知识库` : '新建文献清单'
}

/** Renders the dialog that creates a list, or renames and describes one. */
function ListNameDialog({
  dialog,
  onClose,
}: Pick<DialogProps<'new-list' | 'edit-list'>, 'dialog' | 'onClose'>) {
  const { create, edit } = useListActions()
  const { go } = useListAddress()
  if (dialog.kind === 'edit-list') {
    const { dataset } = dialog
    return (
      <NameDialog
        title={`编辑${inCorners(dataset.name)}`}
        action="保存"
        described
        initial={{ name: dataset.name, description: dataset.description }}
        onSave={(values) => edit(dataset, values)}
        onClose={onClose}
      />
    )
  }
  const { group } = dialog
  return (
    <NameDialog
      title={newListTitle(group)}
      action="新建"
      described
      onSave={async (values) => {
        const answer = await create(group.creates ?? { kind: 'reading' }, values)
        if (answer.success) go({ dataset_id: answer.data.id })
        return answer
      }}
      onClose={onClose}
    />
  )
}

/** Renders the dialog that creates a folder or renames one. */
function FolderNameDialog({ dialog, dataset, tree, onClose }: DialogProps<'new-folder' | 'rename-folder'>) {
  const { create, rename } = useFolderActions(dataset.id, tree)
  const { go } = useListAddress()
  if (dialog.kind === 'rename-folder') {
    const { folder } = dialog
    return (
      <NameDialog
        title={`重命名${inCorners(folder.name)}`}
        action="保存"
        initial={{ name: folder.name }}
        onSave={({ name }) => rename(folder, name)}
        onClose={onClose}
      />
    )
  }
  const { parent } = dialog
  return (
    <NameDialog
      title={parent ? `在${inCorners(parent.name)}里新建文件夹` : '新建文件夹'}
      action="新建"
      onSave={async ({ name }) => {
        const answer = await create(name, parent?.id ?? null)
        if (answer.success) go({ folder_id: answer.data.id })
        return answer
      }}
      onClose={onClose}
    />
  )
}

/** Renders the dialog that moves a folder, or asks before it is removed. */
function FolderDialog({ dialog, dataset, tree, onClose }: DialogProps<'move-folder' | 'remove-folder'>) {
  const { moveTo, removeFolder } = useFolderActions(dataset.id, tree)
  const { address, go } = useListAddress()
  const { folder } = dialog
  if (dialog.kind === 'move-folder')
    return (
      <MoveDialog
        what={inCorners(folder.name)}
        tree={tree}
        refusal={(target) => moveRefusal(tree, folder.id, target)}
        onMove={(target) => void moveTo(folder.id, target)}
        onClose={onClose}
      />
    )
  return (
    <RemoveFolderDialog
      folder={folder}
      onRemove={async (keep_documents) => {
        const answer = await removeFolder(folder, keep_documents)
        // The open folder may be the deleted one or one of its subfolders.
        const isShownInside = findFolder([folder], address.folder_id) !== undefined
        if (answer.success && isShownInside) go({ folder_id: folder.parent_id ?? '' })
        return answer
      }}
      onClose={onClose}
    />
  )
}

/** Renders the dialog that moves documents to another folder. */
function DocumentsDialog({ dialog, dataset, tree, onClose }: DialogProps<'move-documents'>) {
  const { moveTo } = useDocumentActions(dataset.id)
  const { documents, done } = dialog
  return (
    <MoveDialog
      what={` ${documents.length} 篇文献`}
      tree={tree}
      // `''`: all of them are in that folder already.
      refusal={(target) => (documents.every(({ folder_id }) => folder_id === target) ? '' : undefined)}
      onMove={(target, name) => {
        void moveTo(documents, target, name)
        done()
      }}
      onClose={onClose}
    />
  )
}

/** Renders statistics on the papers of a knowledge base; a pressed value filters the list. */
function StatisticsPanel({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { address, go } = useListAddress()
  return (
    <Panel title={`${inCorners(dataset.name)}的统计`} width={420} side onClose={onClose}>
      <Statistics
        dataset_id={dataset.id}
        chosen={address}
        onChoose={(name, value) => {
          go({ [name]: value })
          onClose()
        }}
      />
    </Panel>
  )
}

/** Matches the extension at the end of a file name: `.pdf`. */
const EXTENSION = /\.[\w-]{1,16}$/

/** Returns a new name with the extension of the old one, unless the user has typed a dot. */
const withExtension = (name: string, oldName: string): string =>
  name.includes('.') ? name : `${name}${EXTENSION.exec(oldName)?.[0] ?? ''}`

/**
 * Renders the dialog to rename a file; an omitted extension is kept. It is prefilled with the title that the list
 * shows, which comes from the file's record or its name.
 */
function FileNameDialog({ document, onClose }: { document: ListDocument; onClose: () => void }) {
  const { rename } = useFileActions()
  const shown = plainText(document.title)
  return (
    <NameDialog
      title={`重命名${inCorners(shown)}`}
      action="保存"
      initial={{ name: shown.slice(0, MAX_FILE_NAME_CHARS) }}
      named="file"
      onSave={({ name }) => rename(document, withExtension(name, document.name))}
      onClose={onClose}
    />
  )
}
