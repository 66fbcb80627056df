import { api, type OutputOf } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../action-button.tsx'
import { Panel } from '../panel.tsx'
import { ReadView } from '../read-view.tsx'
import { toast } from '../toast.state.ts'
import { DatasetChoice } from './dataset-choice.tsx'
import styles from './keep-panel.module.css'
import { keepTargets, keptTargets, sameTarget, type Target } from './keep-targets.ts'
import { NewList, type NewListState, useNewList } from './new-list.tsx'

type Everything = OutputOf<typeof api.datasets.all>
type Dataset = Everything['readingDataset'][number]

/** Roles above this one may only read. Source: the projects' matrix of roles. */
const MAY_ADD = 3

/** Puts papers into reading lists and their folders; several places at once. */
export function KeepPanel({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const all = useRead(api.datasets.all, {})
  const [targets, setTargets] = useState<Target[]>(keptTargets)
  const papers = useRead(api.papers.byIds, { paper_id_list: ids }, { enabled: ids.length === 1 })
  const already = papers.data?.list[0]?.dataset_ids ?? []
  const newList = useNewList((id) => setTargets((now) => [...now, wholeList(id)]))
  return (
    <Panel title={`收藏 ${ids.length} 篇`} width={560} onClose={onClose}>
      <ReadView of={all} what="清单">
        {(everything) => {
          const groups = groupsOf(everything)
          const known = new Set(groups.flatMap(({ list }) => list.map(({ id }) => id)))
          const isThere = ({ dataset_id, folder_id }: Target) => !folder_id && already.includes(dataset_id)
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
              <KeepButton ids={ids} targets={chosen} newList={newList} onDone={onClose} />
            </div>
          )
        }}
      </ReadView>
    </Panel>
  )
}

/** Lists first, then each project's; only what the person may add to. */
function groupsOf({ readingDataset, projectDataset }: Everything): { name: string; list: Dataset[] }[] {
  const groups = [
    { name: '我的清单', list: readingDataset },
    ...projectDataset.map(({ project_name, datasets }) => ({
      name: `项目：${project_name}`,
      list: datasets,
    })),
  ]
  return groups
    .map(({ name, list }) => ({ name, list: list.filter(({ my_role }) => my_role <= MAY_ADD) }))
    .filter(({ list }) => list.length > 0)
}

interface ButtonProps {
  ids: string[]
  targets: Target[]
  newList: NewListState
  onDone: () => void
}

const wholeList = (dataset_id: string): Target => ({ dataset_id, folder_id: null })

/** A list that is named but not made yet is made first: whoever writes a name and presses this means both. */
function KeepButton({ ids, targets: chosen, newList, onDone }: ButtonProps) {
  const keep = useWrite(api.datasets.keepPapers, {
    refreshes: [api.datasets.all, api.papers.byIds, api.papers.search],
  })
  const [isRunning, setRunning] = useState(false)
  const save = async (targets: Target[]) => {
    if (targets.length === 0) return toast('请先选择一个清单', { tone: 'bad' })
    const answer = await keep.mutateAsync({ paper_id_list: ids, targets })
    if (!answer.success) return toast(`没有收藏：${answer.message}`, { tone: 'bad' })
    keepTargets(targets)
    toast(outcome(answer.data))
    onDone()
  }
  const run = async () => {
    setRunning(true)
    const made = (await newList.make())?.map(wholeList)
    const isChosen = (target: Target) => chosen.some((one) => sameTarget(one, target))
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

/** What became of the papers, in one sentence. */
function outcome({ added, skipped, missing }: OutputOf<typeof api.datasets.keepPapers>): string {
  const parts = [
    added > 0 && `已收藏 ${added} 篇`,
    skipped.length > 0 && `${skipped.length} 篇本来就在`,
    missing.length > 0 && `${missing.length} 篇已不在文献库`,
  ]
  return parts.filter(Boolean).join('，') || '没有要收藏的文献'
}
