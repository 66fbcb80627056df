import type { FolderTree as Folder } from '@scinav/contract'
import { Link } from 'react-router'
import buttons from '../ui/buttons/buttons.module.css'
import { formatCount } from '../ui/figures.ts'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import type { DragController, OpenListDialog } from './dialogs.ts'
import { useDropTarget } from './folder-row.tsx'
import { FolderTree } from './folder-tree.tsx'
import { useListAddress } from './list/list-address.ts'
import type { Dataset, ListGroup } from './list/lists.ts'
import { mayManage } from './list/rights.ts'
import styles from './screen.module.css'

interface Props {
  groups: ListGroup[]
  /** The shown list. */
  current: Dataset
  /** The folders of the shown list. */
  tree: Folder[]
  drag: DragController
  /** Called when something was dropped on a folder of the current dataset, or with null on the dataset itself. */
  onDrop: (target: string | null) => void
  openDialog: OpenListDialog
}

/** Renders all lists by group, and the folders of the shown one. */
export function ListNav({ groups, openDialog, ...rest }: Props) {
  return (
    <nav className={styles.nav} aria-label="清单与文件夹">
      {groups.map((group) => (
        <section key={group.id} aria-label={group.name}>
          <h2>
            {group.name}
            {group.creates && <CreateButtons group={group} openDialog={openDialog} />}
          </h2>
          <ul>
            {group.datasets.map((dataset) => (
              <li key={dataset.id}>
                <ListLink dataset={dataset} icon={group.icon} {...rest} />
                {dataset.id === rest.current.id && <ListFolders openDialog={openDialog} {...rest} />}
              </li>
            ))}
          </ul>
          {group.datasets.length === 0 && <p className={styles.none}>还没有</p>}
        </section>
      ))}
      <button type="button" className={styles.row} onClick={() => openDialog({ kind: 'bin' })}>
        <Icon name="trash" />
        回收站
      </button>
    </nav>
  )
}

/** Renders the buttons that create a list in a group: an empty one or, except for public ones, one from an archive. */
function CreateButtons({ group, openDialog }: Pick<Props, 'openDialog'> & { group: ListGroup }) {
  const renderButton = (name: string, icon: IconName, kind: 'new-list' | 'import-base') => (
    <button
      type="button"
      className={buttons.icon}
      aria-label={`${name}：${group.name}`}
      title={`${name}：${group.name}`}
      onClick={() => openDialog({ kind, group })}
    >
      <Icon name={icon} size={16} />
    </button>
  )
  return (
    <span className={styles.make}>
      {group.creates?.kind !== 'ai' && renderButton('导入知识库', 'upload', 'import-base')}
      {renderButton('新建', 'plus', 'new-list')}
    </span>
  )
}

type LinkProps = Pick<Props, 'current' | 'drag' | 'onDrop'> & { dataset: Dataset; icon: IconName }

/**
 * Renders the link to a list; on that of the shown list, folders and documents can be dropped to move them to its top.
 */
function ListLink({ dataset, icon, current, drag, onDrop }: LinkProps) {
  const { address, searchOf } = useListAddress()
  const isCurrent = dataset.id === current.id
  const { isOver, dropProps } = useDropTarget(drag, () => onDrop(null))
  return (
    <Link
      className={styles.row}
      to={{ search: searchOf({ dataset_id: dataset.id }) }}
      draggable={false}
      aria-current={isCurrent && !address.folder_id ? 'page' : undefined}
      data-over={isCurrent && isOver}
      {...(isCurrent && dropProps)}
    >
      <Icon name={icon} />
      <span className={styles.name}>{dataset.name}</span>
      <span className={styles.count}>{formatCount(dataset.document_count)}</span>
    </Link>
  )
}

/** Renders the folders of the current list, onto which documents can be dropped. */
function ListFolders({ current, tree, drag, onDrop, openDialog }: Omit<Props, 'groups'>) {
  const { address, go } = useListAddress()
  return (
    <FolderTree
      key={current.id}
      label={`${current.name} 的文件夹`}
      tree={tree}
      shownId={address.folder_id}
      isEditable={mayManage(current)}
      drag={drag}
      onOpen={(folder_id) => go({ folder_id })}
      onDrop={onDrop}
      openDialog={openDialog}
    />
  )
}
