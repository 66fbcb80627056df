import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { DatasetChoice } from './dataset-choice.tsx'
import styles from './keep-panel.module.css'
import { editableGroups, type KeepTarget, readKeepTargets, sameTarget } from './keep-targets.ts'
import { NewList, type NewListState, useNewList } from './new-list.tsx'
import { useListsChange } from './use-lists-change.ts'

interface Props {
  ids: string[]
  /** The list the paper was just added to, which can be exchanged for others. */
  from?: string
  onClose: () => void
}

/** Renders the dialog that adds papers to reading lists and their folders, several at once. */
export function KeepPanel({ ids, from, onClose }: Props) {
  const all = useRead(api.datasets.all, {})
  const [targets, setTargets] = useState<KeepTarget[]>(() => (from ? [wholeList(from)] : readKeepTargets()))
  const papers = useRead(api.papers.byIds, { paper_id_list: ids }, { enabled: ids.length === 1 })
  const already = (papers.data?.list[0]?.dataset_ids ?? []).filter((id) => id !== from)
  const newList = useNewList((id) => setTargets((now) => [...now, wholeList(id)]))
  return (
    <Panel title={`收藏 ${ids.length} 篇`} width={560} onClose={onClose}>
      <ReadView of={all} what="清单">
        {(everything) => {
          const groups = editableGroups(everything)
          const known = new Set(groups.flatMap(({ list }) => list.map(({ id }) => id)))
          const isThere = ({ dataset_id, folder_id }: KeepTarget) =>
            !folder_id && already.includes(dataset_id)
          const chosen = targets.filter((target) => known.has(target.dataset_id) && !isThere(target))
          return (
            <div className={styles.panel}>
              <NewList list={newList} />
              {groups.map(({ name, list }) => (
                <section key={name} aria-label={name}>
                  <h3 className={styles.group}>{name}</h3>
                  <ul>
                    {list.map((dataset) => (
                      <DatasetChoice
                        key={dataset.id}
                        dataset={dataset}
                        already={already.includes(dataset.id)}
                        targets={chosen}
                        onChange={setTargets}
                      />
                    ))}
                  </ul>
                </section>
              ))}
              <KeepButton ids={ids} from={from} targets={chosen} newList={newList} onDone={onClose} />
            </div>
          )
        }}
      </ReadView>
    </Panel>
  )
}

interface ButtonProps extends Pick<Props, 'ids'> {
  from: string | undefined
  targets: KeepTarget[]
  newList: NewListState
  onDone: () => void
}

const wholeList = (dataset_id: string): KeepTarget => ({ dataset_id, folder_id: null })

/**
 * Renders the save button. A named list that has not been created yet is created first, because a user who types a name
 * and presses save means both.
 */
function KeepButton({ ids, from, targets: chosen, newList, onDone }: ButtonProps) {
  const change = useListsChange(ids, from)
  const [isRunning, setRunning] = useState(false)
  const save = async (targets: KeepTarget[]) => {
    if (targets.length === 0) toast('请先选择一个清单', { tone: 'bad' })
    else if (await change(targets)) onDone()
  }
  const run = async () => {
    setRunning(true)
    const made = (await newList.make())?.map(wholeList)
    const isChosen = (target: KeepTarget) => chosen.some((one) => sameTarget(one, target))
    if (made) await save([...chosen, ...made.filter((target) => !isChosen(target))])
    setRunning(false)
  }
  return (
    <div className={styles.foot}>
      <span className={styles.count}>{chosen.length > 0 && `选了 ${chosen.length} 处`}</span>
      <ActionButton name="收藏" onPress={() => void run()} busy={isRunning} primary />
    </div>
  )
}
