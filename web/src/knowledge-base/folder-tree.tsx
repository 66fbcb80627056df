import type { FolderTree as Folder } from '@scinav/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { DragController, OpenListDialog } from './dialogs.ts'
import { FolderRow } from './folder-row.tsx'
import { type FolderNode, visibleFolders } from './folders.ts'

interface Props {
  /** Accessible name of the tree. */
  label: string
  tree: Folder[]
  /** Id of the shown folder; `''` for the whole dataset. */
  shownId: string
  /** Whether folders can be dragged, renamed, moved and deleted. */
  isEditable: boolean
  drag: DragController
  onOpen: (id: string) => void
  /** Called with the id of the folder on which the dragged item was dropped. */
  onDrop: (target: string) => void
  openDialog: OpenListDialog
}

/**
 * Renders the folders of a dataset. Arrows move and collapse, Enter opens, F2 renames, M moves, Delete deletes. Source:
 * WAI-ARIA practices, tree view.
 */
export function FolderTree({ label, tree, shownId, isEditable, drag, onOpen, onDrop, openDialog }: Props) {
  const list = useRef<HTMLDivElement>(null)
  /** Ids of the collapsed folders. */
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  /** Id of the row that the keys act on; `''` for the shown one. */
  const [active, setActive] = useState(shownId)
  const rows = visibleFolders(tree, collapsed)
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ folder }) => folder.id === (active || shownId)),
  )

  const fold = (id: string, close: boolean) =>
    setCollapsed((before) => {
      const next = new Set(before)
      if (close) next.add(id)
      else next.delete(id)
      return next
    })
  const focus = (id: string) => {
    setActive(id)
    list.current?.querySelector<HTMLElement>(`[data-folder="${CSS.escape(id)}"]`)?.focus()
  }
  const runAction = (action: TreeAction, folder: Folder) => {
    if (action.does === 'go') focus(action.id)
    if (action.does === 'fold') fold(folder.id, action.close)
    if (action.does === 'open') onOpen(folder.id)
    if (action.does === 'ask' && isEditable) openDialog({ kind: action.kind, folder })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const folder = rows[activeIndex]?.folder
    const isModified = event.ctrlKey || event.metaKey || event.altKey
    const action = isModified ? undefined : treeAction(event.key, rows, activeIndex, collapsed)
    if (!action || !folder) return
    event.preventDefault()
    runAction(action, folder)
  }
  if (rows.length === 0) return null
  return (
    <div ref={list} tabIndex={-1} role="tree" aria-label={label} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <FolderRow
          key={row.folder.id}
          row={row}
          isCollapsed={collapsed.has(row.folder.id)}
          isShown={row.folder.id === shownId}
          isReachable={index === activeIndex}
          isEditable={isEditable}
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

/** The effect of a key in the tree; `ask` opens a dialog about the folder, `stay` does nothing. */
type TreeAction =
  | { does: 'stay' }
  | { does: 'go'; id: string }
  | { does: 'fold'; close: boolean }
  | { does: 'open' }
  | { does: 'ask'; kind: 'rename-folder' | 'move-folder' | 'remove-folder' }

/** Returns the action that moves to a folder; without one, the focus stays. */
const goTo = (target: FolderNode | undefined): TreeAction =>
  target ? { does: 'go', id: target.folder.id } : { does: 'stay' }

/** Returns the effect of one key on the row at an index; `isExpanded` is whether its subfolders are shown. */
type KeyRule = (
  rows: readonly FolderNode[],
  index: number,
  row: FolderNode,
  isExpanded: boolean,
) => TreeAction

/** The rules by key, in lower case. */
const keyRules: Readonly<Record<string, KeyRule>> = {
  arrowdown: (rows, index) => goTo(rows[index + 1]),
  arrowup: (rows, index) => goTo(rows[index - 1]),
  home: (rows) => goTo(rows[0]),
  end: (rows) => goTo(rows.at(-1)),
  arrowright: (rows, index, _row, isExpanded) =>
    isExpanded ? goTo(rows[index + 1]) : { does: 'fold', close: false },
  arrowleft: (rows, _index, { folder }, isExpanded) =>
    isExpanded ? { does: 'fold', close: true } : goTo(rows.find((row) => row.folder.id === folder.parent_id)),
  enter: () => ({ does: 'open' }),
  ' ': () => ({ does: 'open' }),
  f2: () => ({ does: 'ask', kind: 'rename-folder' }),
  m: () => ({ does: 'ask', kind: 'move-folder' }),
  delete: () => ({ does: 'ask', kind: 'remove-folder' }),
}

/**
 * Returns the effect of a key on the row at `index`; undefined when the tree does not handle the key. `collapsed` are
 * the ids of the folders whose subfolders are hidden.
 */
export function treeAction(
  key: string,
  rows: readonly FolderNode[],
  index: number,
  collapsed: ReadonlySet<string>,
): TreeAction | undefined {
  const row = rows[index]
  if (!row) return undefined
  const isExpanded = row.folder.children.length > 0 && !collapsed.has(row.folder.id)
  return keyRules[key.toLowerCase()]?.(rows, index, row, isExpanded)
}
