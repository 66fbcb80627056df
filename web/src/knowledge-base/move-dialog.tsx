import type { FolderTree } from '@scinav/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { Panel } from '../ui/dialogs/panel.tsx'
import { flattenFolders } from './folders.ts'
import styles from './list/dialogs.module.css'

interface Props {
  /** What is moved, for the title of the dialog: 「石榴石」, 3 篇文献. */
  what: string
  tree: FolderTree[]
  /**
   * Returns why a target (null for the top) is not possible: a sentence, or `''` when the item is there already;
   * undefined when it is possible.
   */
  refusal: (target: string | null) => string | undefined
  /** Called with the chosen target, null for the top, and its name. */
  onMove: (target: string | null, name: string) => void
  onClose: () => void
}

/** Renders the choice of the target folder, as an alternative to dragging. */
export function MoveDialog({ what, tree, refusal, onMove, onClose }: Props) {
  /** Id of the chosen folder; null for the top, undefined until one is chosen. */
  const [target, setTarget] = useState<string | null>()
  const targets = [
    { id: null, name: '最上层', depth: 0 },
    ...flattenFolders(tree).map(({ folder, depth }) => ({ id: folder.id, name: folder.name, depth })),
  ]
  const move = () => {
    const chosen = targets.find(({ id }) => id === target)
    if (!chosen) return
    onMove(chosen.id, chosen.name)
    onClose()
  }
  return (
    <Panel title={`移动${what}`} width={480} fit onClose={onClose}>
      <fieldset className={styles.places}>
        <legend className="sr-only">移到</legend>
        {targets.map(({ id, name, depth }) => (
          <MoveTarget
            key={id ?? ''}
            name={name}
            depth={depth}
            reason={refusal(id)}
            chosen={id === target}
            onChoose={() => setTarget(id)}
          />
        ))}
      </fieldset>
      {tree.length === 0 && <p className={styles.quiet}>这个清单还没有文件夹。</p>}
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" disabled={target === undefined} onClick={move}>
          移到这里
        </Button>
      </div>
    </Panel>
  )
}

interface MoveTargetProps {
  name: string
  depth: number
  /** Why the target cannot be chosen; `''` when the item is there already, undefined when it can. */
  reason: string | undefined
  chosen: boolean
  onChoose: () => void
}

/** Renders a target; `reason` says why it cannot be chosen. */
function MoveTarget({ name, depth, reason, chosen, onChoose }: MoveTargetProps) {
  return (
    <label className={styles.place} style={{ '--depth': depth }} data-off={reason !== undefined}>
      <input
        type="radio"
        name="move-target"
        checked={chosen}
        disabled={reason !== undefined}
        onChange={onChoose}
      />
      <span>{name}</span>
      {reason !== undefined && <span className={styles.quiet}>{reason || '现在就在这里'}</span>}
    </label>
  )
}
