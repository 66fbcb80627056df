import { api, type FolderTree } from '@scinav/contract'
import { useNavigate } from 'react-router'
import { useUser } from '../api/session.state.ts'
import { useRead } from '../api/use-read.ts'
import { usePaperAddress } from '../paper/addresses.ts'
import { citePapers, keepPapers } from '../paper/paper-action.state.ts'
import { useWalkThrough } from '../paper/paper-walk.state.ts'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import type { Ask, Dragging } from './dialogs.ts'
import { DocumentRow } from './document-row.tsx'
import { findFolder } from './folders.ts'
import { type ListAddress, useListAddress } from './list-address.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { type Dataset, type ListDocument, mayChange } from './lists.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useDocumentActions } from './use-document-actions.ts'
import { type Selection, useSelection } from './use-selection.ts'

const PAGE = 20

interface Props {
  dataset: Dataset
  tree: FolderTree[]
  drag: Dragging
  ask: Ask
}

/** What is in a list or in one of its folders: to look through, sort, choose from, and put elsewhere. */
export function ListView({ dataset, tree, drag, ask }: Props) {
  const { address, go } = useListAddress()
  const { keyword, sort, page, folder_id } = address
  const input = { dataset_id: dataset.id, folder_id, keyword, sort }
  const documents = useRead(
    api.datasets.documents,
    { ...input, current_page: page, page_size: PAGE },
    { keepPrevious: true },
  )
  const selection = useSelection<ListDocument>()
  const removal = useRemoval(dataset, tree, folder_id)
  const current = useDocumentKeys(documents.data?.list ?? [], selection)
  const empty = useEmptyWords(address)

  const actionsOf = (document: ListDocument) => {
    const chosen = selection.has(document.id) ? selection.items : [document]
    const done = selection.clear
    return {
      onMove: () => ask({ kind: 'move-documents', documents: [document], done }),
      onRemove: () => (removal.takeOut ?? removal.remove)([document]),
      onDragStart: () => drag.start({ kind: 'documents', documents: chosen, done }),
      onDragEnd: drag.end,
    }
  }
  const barActions = {
    onMove: (list: ListDocument[]) => ask({ kind: 'move-documents', documents: list, done: selection.clear }),
    onRemove: removal.remove,
    ...(removal.takeOut && { onTakeOut: removal.takeOut }),
  }
  const me = useUser()
  const isEditable = (document: ListDocument) => mayChange(dataset, document, me?.id)
  return (
    <>
      <ListToolbar page={documents.data} input={input} selection={selection} />
      <ReadView of={documents} what="文献" isEmpty={({ total }) => total === 0} empty={empty}>
        {({ list, total }) => (
          <>
            <ul>
              {list.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  selected={selection.has(document.id)}
                  onSelect={(selected) => selection.set([document], selected)}
                  current={document.id === current}
                  {...(isEditable(document) && { actions: actionsOf(document) })}
                />
              ))}
            </ul>
            <Pages page={page} size={PAGE} total={total} onPage={(to) => go({ page: to })} />
          </>
        )}
      </ReadView>
      <SelectionBar
        selection={selection}
        {...(selection.items.every(isEditable) && { actions: barActions })}
      />
    </>
  )
}

/** Taking documents out of the list, and, where a folder is shown, out of that folder alone. */
function useRemoval(dataset: Dataset, tree: FolderTree[], folder_id: string) {
  const actions = useDocumentActions(dataset.id)
  const name = findFolder(tree, folder_id)?.folder.name ?? ''
  const remove = (list: ListDocument[]) => void actions.removeFromList(list)
  const takeOut = (list: ListDocument[]) => void actions.removeFromFolder(list, folder_id, name)
  return { remove, takeOut: folder_id ? takeOut : undefined }
}

function useDocumentKeys(rows: ListDocument[], selection: Selection<ListDocument>): string | undefined {
  const { open } = usePaperAddress()
  useWalkThrough(rows.flatMap(({ paper_id }) => paper_id ?? []))
  const byId = (id: string) => rows.find((row) => row.id === id)
  const withPaper = (run: (paper_id: string) => void) => (id: string) => {
    const paper_id = byId(id)?.paper_id
    if (paper_id) run(paper_id)
  }
  return useRowKeys(
    rows.map(({ id }) => id),
    {
      select: (id) =>
        selection.set(
          rows.filter((row) => row.id === id),
          !selection.has(id),
        ),
      open: withPaper(open),
      cite: withPaper((id) => citePapers([id])),
      keep: withPaper((id) => keepPapers([id])),
    },
  )
}

/** What an empty list says, and what to do about it. */
function useEmptyWords({ keyword, folder_id }: ListAddress) {
  const { go } = useListAddress()
  const navigate = useNavigate()
  if (keyword)
    return {
      title: `这里没有与「${keyword}」相符的文献`,
      action: { name: '清除检索词', run: () => go({ keyword: '' }) },
    }
  const action = { name: '去检索文献', run: () => void navigate('/home') }
  if (folder_id)
    return { title: '这个文件夹还没有文献', note: '把文献拖到左边的文件夹上，或选中后点「移动」', action }
  return { title: '这个清单还没有文献', note: '检索到想留下的文献，点「收藏」放到这里', action }
}
