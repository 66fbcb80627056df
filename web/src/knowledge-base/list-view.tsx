import { api, type FolderTree } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useUser } from '../api/session.state.ts'
import { usePolling } from '../api/use-polling.ts'
import { useRead } from '../api/use-read.ts'
import { isWorking } from '../documents/state/progress.ts'
import { DropZone } from '../documents/upload/drop-zone.tsx'
import { DropHint } from '../documents/upload/upload-button.tsx'
import { UploadCard } from '../documents/upload/upload-tray.tsx'
import { isPending, useUploadList } from '../documents/upload/uploads.state.ts'
import { usePaperAddress } from '../paper/addresses.ts'
import { citePapers, openKeepDialog } from '../paper/paper-action.state.ts'
import { useNavigablePapers } from '../paper/paper-navigation.state.ts'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { CopyProgress } from './copying/copy-progress.tsx'
import type { DragController, OpenListDialog } from './dialogs.ts'
import { DocumentRow } from './document-row.tsx'
import { isFiltered, noFilters, toDocumentFilters, useListAddress } from './list/list-address.ts'
import { type Dataset, documentAddress, type ListDocument, uploadTarget } from './list/lists.ts'
import { mayChange, mayEdit } from './list/rights.ts'
import { Conditions, ListToolbar } from './list-toolbar.tsx'
import { DocumentSelectionBar } from './selection-bar.tsx'
import { useRowActions } from './use-row-actions.ts'
import { type Selection, useSelection } from './use-selection.ts'

/** Number of documents on a page. */
const PAGE_SIZE = 20

/** Maximum number of project members whose names are read, the most that one call returns. */
const MAX_MEMBERS = 100

interface Props {
  dataset: Dataset
  tree: FolderTree[]
  drag: DragController
  openDialog: OpenListDialog
}

/** Renders the documents of a list or folder, with search, sorting, selection, upload and moving. */
export function ListView({ dataset, tree, drag, openDialog }: Props) {
  const { address, go } = useListAddress()
  const { keyword, sort, page, folder_id } = address
  const input = { dataset_id: dataset.id, folder_id, keyword, sort, ...toDocumentFilters(address) }
  const documents = useRead(
    api.datasets.documents,
    { ...input, current_page: page, page_size: PAGE_SIZE },
    { keepPrevious: true },
  )
  const rows = documents.data?.list ?? []
  useProgressPolling(rows)
  const selection = useSelection<ListDocument>()
  const rowActions = useRowActions({ dataset, tree, folder_id, selection, drag, openDialog })
  const current = useDocumentKeys(rows, selection, (list) => rowActions.onTag(list))
  const empty = useEmptyText(dataset)
  const me = useUser()
  const creatorOf = useCreators(dataset)
  const isEditable = (document: ListDocument) => mayChange(dataset, document, me?.id)
  const withTag = (tag_id: string) => go({ tags: tag_id })
  const view = (
    <>
      <CopyProgress dataset={dataset} />
      <UploadCard dataset_id={dataset.id} />
      <ListToolbar page={documents.data} input={input} selection={selection} />
      <Conditions dataset={dataset} />
      <ReadView of={documents} what="文献" isEmpty={({ total }) => total === 0} empty={empty}>
        {({ list, total }) => (
          <>
            <h2 className="sr-only">文献</h2>
            <ul>
              {list.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  selected={selection.has(document.id)}
                  onSelect={(selected) => selection.set([document], selected)}
                  current={document.id === current}
                  creator={creatorOf(document.creator_id)}
                  menu={rowActions.menuOf(document, isEditable(document))}
                  onTag={withTag}
                  {...(isEditable(document) && { actions: rowActions.actionsOf(document) })}
                />
              ))}
            </ul>
            <Pages page={page} size={PAGE_SIZE} total={total} onPage={(to) => go({ page: to })} />
          </>
        )}
      </ReadView>
      {mayEdit(dataset) && <DropHint target={uploadTarget(dataset, folder_id)} />}
      <DocumentSelectionBar
        selection={selection}
        onCopy={rowActions.onCopy}
        {...(selection.items.every(isEditable) && { actions: rowActions.barActions })}
      />
    </>
  )
  if (!mayEdit(dataset)) return view
  const name = inCorners(rowActions.folderName || dataset.name)
  return (
    <DropZone target={uploadTarget(dataset, folder_id)} name={name}>
      {view}
    </DropZone>
  )
}

/** Refreshes the list while shown documents are being processed. */
function useProgressPolling(rows: ListDocument[]): void {
  const cache = useQueryClient()
  const refresh = () =>
    Promise.all(
      [api.datasets.documents, api.datasets.figures].map(({ path }) =>
        cache.invalidateQueries({ queryKey: [path] }),
      ),
    )
  usePolling(
    rows.some((row) => row.type === 'file' && isWorking(row)),
    refresh,
  )
}

/**
 * Adds the shortcut keys of the documents, and publishes the ids of their papers, through which an open paper can be
 * stepped. Returns the id of the document that the keys act on.
 */
function useDocumentKeys(
  rows: ListDocument[],
  selection: Selection<ListDocument>,
  onTag: (documents: ListDocument[]) => void,
): string | undefined {
  const { open } = usePaperAddress()
  const navigate = useNavigate()
  useNavigablePapers(rows.flatMap(({ type, paper_id }) => (type === 'paper' && paper_id) || []))
  const byId = (id: string) => rows.find((row) => row.id === id)
  const withPaper = (run: (paper_id: string) => void) => (id: string) => {
    const paper_id = byId(id)?.paper_id
    if (paper_id) run(paper_id)
  }
  const openDocument = (id: string) => {
    const document = byId(id)
    if (document?.type === 'file') void navigate(documentAddress(document))
    else withPaper(open)(id)
  }
  return useRowKeys(
    rows.map(({ id }) => id),
    {
      select: (id) =>
        selection.set(
          rows.filter((row) => row.id === id),
          !selection.has(id),
        ),
      open: openDocument,
      cite: withPaper((id) => citePapers([id])),
      keep: withPaper((id) => openKeepDialog([id])),
      tag: (id) => onTag(selection.has(id) ? selection.items : rows.filter((row) => row.id === id)),
    },
  )
}

/** Returns the text of an empty list, and what to do about it. */
function useEmptyText(dataset: Dataset) {
  const isUploading = useUploadList(({ uploads }) =>
    uploads.some((upload) => upload.dataset_id === dataset.id && isPending(upload)),
  )
  const { address, go } = useListAddress()
  const navigate = useNavigate()
  if (isFiltered(address))
    return {
      title: '没有符合条件的文献',
      action: { name: '去掉条件', run: () => go({ ...noFilters, keyword: '' }) },
    }
  if (address.keyword)
    return {
      title: `这里没有与${inCorners(address.keyword)}相符的文献`,
      action: { name: '清除检索词', run: () => go({ keyword: '' }) },
    }
  if (isUploading)
    return { title: '文件正在上传', note: '传完的会列在这里，读完即可检索和提问；可以先去做别的' }
  // Less prominent, because the primary action is the upload button above.
  const action = { name: '去检索文献', run: () => void navigate('/home'), plain: true }
  if (address.folder_id)
    return { title: '这个文件夹还没有文献', note: '把文献拖到左边的文件夹上，或把文件拖到这里', action }
  if (!mayEdit(dataset)) return { title: '这里还没有文献' }
  const kind = dataset.kind === 'reading' ? '清单' : '知识库'
  return { title: `这个${kind}还没有文献`, note: '把文件拖到这里，或检索到想留下的文献后点「收藏」', action }
}

/** Returns a function from user ids to names: 我, a member's name, or `''` when it is unknown. */
function useCreators({ project_id }: Dataset): (user_id: string) => string {
  const me = useUser()?.id
  const members = useRead(
    api.projects.members,
    { project_id: project_id ?? '', page_num: 1, page_size: MAX_MEMBERS },
    { enabled: project_id !== null },
  )
  const names = new Map(members.data?.list.map(({ user_id, nick_name }) => [user_id, nick_name]))
  return (user_id) => (user_id === me ? '我' : (names.get(user_id) ?? ''))
}
