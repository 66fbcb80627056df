import type { FolderTree as Folder } from '@scinav/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { DragController, OpenListDialog } from './dialogs.ts'
import { FolderRow } from './folder-row.tsx'
import { type FolderNode, visibleFolders } from './folders.ts'

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
  openDialog: OpenListDialog
}

/**
 * Renders the folders of a dataset. Arrows move and collapse, Enter opens, F2 renames, M moves, Delete deletes. Source:
 * WAI-ARIA practices, tree view.
 */
export function FolderTree({ label, tree, shown, editable, drag, onOpen, onDrop, openDialog }: Props) {
  const list = useRef<HTMLDivElement>(null)
  /** Ids of the collapsed folders. */
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  /** Id of the row that the keys act on; `''` for the shown one. */
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
  const carryOut = (action: TreeAction, folder: Folder) => {
    if (action.does === 'go') focus(action.id)
    if (action.does === 'fold') fold(folder.id, action.close)
    if (action.does === 'open') onOpen(folder.id)
    if (action.does === 'ask' && editable) openDialog({ kind: action.kind, folder })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const folder = rows[at]?.folder
    const isModified = event.ctrlKey || event.metaKey || event.altKey
    const action = isModified ? undefined : treeAction(event.key, rows, at, closed)
    if (!action || !folder) return
    event.preventDefault()
    carryOut(action, folder)
  }
  if (rows.length === 0) return null
  return (
    <div ref={list} tabIndex={-1} role="tree" aria-label={label} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <FolderRow
          key={row.folder.id}
          row={row}
          closed={closed.has(row.folder.id)}
          shown={row.folder.id === shown}
          reachable={index === at}
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

/** The effect of a key in the tree. */
type TreeAction =
  | { does: 'stay' }
  | { does: 'go'; id: string }
  | { does: 'fold'; close: boolean }
  | { does: 'open' }
  | { does: 'ask'; kind: 'rename-folder' | 'move-folder' | 'remove-folder' }

const goTo = (target: FolderNode | undefined): TreeAction =>
  target ? { does: 'go', id: target.folder.id } : { does: 'stay' }

/** Returns the effect of one key on the row at an index; `open` is whether its subfolders are shown. */
type KeyRule = (rows: readonly FolderNode[], at: number, row: FolderNode, open: boolean) => TreeAction

/** The rules by key, in lower case. */
const keyRules: Readonly<Record<string, KeyRule>> = {
  arrowdown: (rows, at) => goTo(rows[at + 1]),
  arrowup: (rows, at) => goTo(rows[at - 1]),
  home: (rows) => goTo(rows[0]),
  end: (rows) => goTo(rows.at(-1)),
  arrowright: (rows, at, _, open) => (open ? goTo(rows[at + 1]) : { does: 'fold', close: false }),
  arrowleft: (rows, _at, { folder }, open) =>
    open ? { does: 'fold', close: true } : goTo(rows.find((row) => row.folder.id === folder.parent_id)),
  enter: () => ({ does: 'open' }),
  ' ': () => ({ does: 'open' }),
  f2: () => ({ does: 'ask', kind: 'rename-folder' }),
  m: () => ({ does: 'ask', kind: 'move-folder' }),
  delete: () => ({ does: 'ask', kind: 'remove-folder' }),
}

/** Returns the effect of a key on the row `at`; undefined when the tree does not handle the key. */
export function treeAction(
  key: string,
  rows: readonly FolderNode[],
  at: number,
  closed: ReadonlySet<string>,
): TreeAction | undefined {
  const row = rows[at]
  if (!row) return undefined
  const open = row.folder.children.length > 0 && !closed.has(row.folder.id)
  return keyRules[key.toLowerCase()]?.(rows, at, row, open)
}
