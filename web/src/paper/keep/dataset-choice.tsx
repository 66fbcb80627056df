import { api, type FolderTree, type OutputOf } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './keep-panel.module.css'
import { type KeepTarget, sameTarget } from './keep-targets.ts'

type Dataset = OutputOf<typeof api.datasets.all>['readingDataset'][number]

interface Props {
  dataset: Dataset
  /** The list already contains the paper. */
  hasPaper: boolean
  targets: KeepTarget[]
  onChange: (targets: KeepTarget[]) => void
}

/** Renders one list to add papers to, and its folders once expanded. */
export function DatasetChoice({ dataset, hasPaper, targets, onChange }: Props) {
  const [open, setOpen] = useState(targets.some((one) => one.dataset_id === dataset.id && one.folder_id))
  return (
    <li>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-label={`${dataset.name} 的文件夹`}
          onClick={() => setOpen((now) => !now)}
        >
          <Icon name={open ? 'down' : 'right'} size={16} />
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
      {open && <Folders dataset_id={dataset.id} targets={targets} onChange={onChange} />}
    </li>
  )
}

interface FoldersProps extends Pick<Props, 'targets' | 'onChange'> {
  dataset_id: string
}

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
  note: string
  target: KeepTarget
  /** The paper is already there, and this dialog removes nothing. */
  hasPaper?: boolean
}

function TargetChoice({ name, note, target, targets, onChange, hasPaper = false }: TargetChoiceProps) {
  const chosen = targets.some((one) => sameTarget(one, target))
  const others = targets.filter((one) => !sameTarget(one, target))
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={chosen || hasPaper}
        disabled={hasPaper}
        onChange={() => onChange(chosen ? others : [...targets, target])}
      />
      <span>{name}</span>
      <span className={styles.count}>{note}</span>
    </label>
  )
}
