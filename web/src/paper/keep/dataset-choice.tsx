import { api, type FolderTree } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './keep-panel.module.css'
import { type Dataset, type KeepTarget, sameTarget } from './keep-targets.ts'

interface Props {
  /** The list; the API calls it a dataset. */
  dataset: Dataset
  /** Whether the list already contains the paper; it is then checked for good, because this dialog removes nothing. */
  hasPaper: boolean
  /** All chosen lists and folders, also those of other lists. */
  targets: KeepTarget[]
  /** Called with all chosen lists and folders when one has been checked or unchecked. */
  onChange: (targets: KeepTarget[]) => void
}

/** Renders one list to add papers to, and its folders once expanded: at first where one of them is chosen. */
export function DatasetChoice({ dataset, hasPaper, targets, onChange }: Props) {
  const isFolderChosen = targets.some(
    ({ dataset_id, folder_id }) => dataset_id === dataset.id && folder_id !== null,
  )
  const [isExpanded, setExpanded] = useState(isFolderChosen)
  return (
    <li>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isExpanded}
          aria-label={`${dataset.name} 的文件夹`}
          onClick={() => setExpanded((before) => !before)}
        >
          <Icon name={isExpanded ? 'down' : 'right'} size={16} />
        </button>
        <TargetChoice
          name={dataset.name}
          note={hasPaper ? '已在其中' : `${dataset.document_count} 篇`}
          target={{ dataset_id: dataset.id, folder_id: null }}
          targets={targets}
          onChange={onChange}
          hasPaper={hasPaper}
        />
      </div>
      {isExpanded && <Folders dataset_id={dataset.id} targets={targets} onChange={onChange} />}
    </li>
  )
}

interface FoldersProps extends Pick<Props, 'targets' | 'onChange'> {
  dataset_id: string
}

/** Renders the folders of a list. */
function Folders({ dataset_id, ...rest }: FoldersProps) {
  const folders = useRead(api.datasets.folders, { dataset_id })
  return (
    <ReadView of={folders} what="文件夹">
      {(tree) =>
        tree.length > 0 ? <FolderLevel tree={tree} {...rest} /> : <p className={styles.none}>没有文件夹</p>
      }
    </ReadView>
  )
}

/** Renders folders of one level, and those below them. */
function FolderLevel({ tree, ...rest }: { tree: FolderTree[] } & Pick<Props, 'targets' | 'onChange'>) {
  return (
    <ul className={styles.level}>
      {tree.map((folder) => (
        <li key={folder.id}>
          <TargetChoice
            name={folder.name}
            note={`${folder.document_count} 篇`}
            target={{ dataset_id: folder.dataset_id, folder_id: folder.id }}
            {...rest}
          />
          {folder.children.length > 0 && <FolderLevel tree={folder.children} {...rest} />}
        </li>
      ))}
    </ul>
  )
}

interface TargetChoiceProps extends Pick<Props, 'targets' | 'onChange'> {
  name: string
  /** Shown after the name. */
  note: string
  target: KeepTarget
  hasPaper?: boolean
}

/** Renders the checkbox of a list or folder. */
function TargetChoice({ name, note, target, targets, onChange, hasPaper = false }: TargetChoiceProps) {
  const isChosen = targets.some((other) => sameTarget(other, target))
  const others = targets.filter((other) => !sameTarget(other, target))
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={isChosen || hasPaper}
        disabled={hasPaper}
        onChange={() => onChange(isChosen ? others : [...targets, target])}
      />
      <span>{name}</span>
      <span className={styles.count}>{note}</span>
    </label>
  )
}
