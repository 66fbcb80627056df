import type { FolderTree as Folder } from '@scinav/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { DragController, OpenListDialog } from './dialogs.ts'
import { FolderRow } from './folder-row.tsx'
import { visibleFolders } from './folders.ts'
import { type TreeAction, treeAction } from './tree-keys.ts'

interface Props {
  /** Accessible name of the tree. */
  label: string
  tree: Folder[]
  /** The shown folder; `''` for the whole dataset. */
  shown: string
  /** Whether folders can be dragged, renamed, moved and deleted. */
  editable: boolean
  drag: DragController
  onOpen: (id: string) => void
  onDrop: (target: string) => void
  ask: OpenListDialog
}

/**
 * Renders the folders of a dataset. Arrows move and collapse, Enter opens, F2 renames, M moves, Delete deletes. Source:
 * WAI-ARIA practices, tree view.
 */
export function FolderTree({ label, tree, shown, editable, drag, onOpen, onDrop, ask }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(shown)
  const rows = visibleFolders(tree, closed)
  const at = Math.max(
    0,
    rows.findIndex(({ folder }) => folder.id === (active || shown)),
  )

  const fold = (id: string, close: boolean) =>
    setClosed((now) => new Set(close ? [...now, id] : [...now].filter((one) => one !== id)))
  const focus = (id: string) => {
    setActive(id)
    list.current?.querySelector<HTMLElement>(`[data-folder="${CSS.escape(id)}"]`)?.focus()
  }
  const take = (step: TreeAction, folder: Folder) => {
    if (step.does === 'go') focus(step.id)
    if (step.does === 'fold') fold(folder.id, step.close)
    if (step.does === 'open') onOpen(folder.id)
    if (step.does === 'ask' && editable) ask({ kind: step.kind, folder })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const folder = rows[at]?.folder
    const modified = event.ctrlKey || event.metaKey || event.altKey
    const step = modified ? undefined : treeAction(event.key, rows, at, closed)
    if (!step || !folder) return
    event.preventDefault()
    take(step, folder)
  }
  if (rows.length === 0) return null
  return (
    <div ref={list} tabIndex={-1} role="tree" aria-label={label} onKeyDown={onKeyDown}>
      {rows.map((row, place) => (
        <FolderRow
          key={row.folder.id}
          row={row}
          closed={closed.has(row.folder.id)}
          shown={row.folder.id === shown}
          reachable={place === at}
          editable={editable}
          drag={drag}
          onFold={(close) => fold(row.folder.id, close)}
          onOpen={() => {
            setActive(row.folder.id)
            onOpen(row.folder.id)
          }}
          onDrop={() => onDrop(row.folder.id)}
        />
      ))}
    </div>
  )
}
