import { useState } from 'react'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import type { DragController } from './dialogs.ts'
import type { FolderNode } from './folders.ts'
import styles from './screen.module.css'

interface Props {
  row: FolderNode
  /** Whether the folder is collapsed, so that its subfolders are hidden. */
  isCollapsed: boolean
  /** Whether its documents are shown. */
  isShown: boolean
  /** Whether Tab reaches this row; one row of the tree is reachable, arrows lead to the others. */
  isReachable: boolean
  /** Whether the folder can be dragged. */
  isEditable: boolean
  drag: DragController
  /** Collapses (true) or expands (false) the folder. */
  onFold: (close: boolean) => void
  onOpen: () => void
  /** Called when the dragged item is dropped on the row. */
  onDrop: () => void
}

/** Renders one folder of the tree, which can be opened, collapsed, dragged and dropped on. */
export function FolderRow({
  row,
  isCollapsed,
  isShown,
  isReachable,
  isEditable,
  drag,
  onFold,
  onOpen,
  onDrop,
}: Props) {
  const { folder, depth } = row
  const { isOver, dropProps } = useDropTarget(drag, onDrop)
  const hasChildren = folder.children.length > 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to the keys of all its rows
    <div
      role="treeitem"
      className={styles.row}
      style={{ '--depth': depth }}
      tabIndex={isReachable ? 0 : -1}
      aria-level={depth}
      aria-selected={isShown}
      aria-expanded={hasChildren ? !isCollapsed : undefined}
      data-folder={folder.id}
      data-over={isOver}
      draggable={isEditable}
      onClick={onOpen}
      onDragStart={() => drag.start({ kind: 'folder', id: folder.id })}
      onDragEnd={drag.end}
      {...dropProps}
    >
      {hasChildren ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows fold
        // biome-ignore lint/a11y/noStaticElementInteractions: the row itself says whether it is folded
        <span
          className={styles.fold}
          onClick={(event) => {
            event.stopPropagation()
            onFold(!isCollapsed)
          }}
        >
          <Icon name={isCollapsed ? 'right' : 'down'} size={16} />
        </span>
      ) : (
        <Icon name="folder" />
      )}
      <span className={styles.name}>{folder.name}</span>
      <span className={styles.count}>{formatCount(folder.document_count)}</span>
    </div>
  )
}

/**
 * Makes an element a drop target for the dragged item: `dropProps` are spread on it, and `isOver` is true while the item
 * is above it.
 */
export function useDropTarget(drag: DragController, onDrop: () => void) {
  const [over, setOver] = useState(false)
  const dropProps = {
    onDragOver: (event: { preventDefault: () => void }) => {
      if (!drag.dragged) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      setOver(false)
      if (drag.dragged) onDrop()
      drag.end()
    },
  }
  return { isOver: over && drag.dragged !== undefined, dropProps }
}
