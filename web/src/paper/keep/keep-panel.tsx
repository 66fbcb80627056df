import { api, type OutputOf } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import fields from '../../ui/fields/field.module.css'
import { toast } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { DatasetChoice } from './dataset-choice.tsx'
import styles from './keep-panel.module.css'
import {
  editableGroups,
  type KeepTarget,
  readKeepTargets,
  sameTarget,
  storeKeepTargets,
  updateCachedLists,
} from './keep-targets.ts'

interface Props {
  /** Ids of the papers. */
  ids: string[]
  /** Id of the list the paper was just added to, which can be exchanged for others. Only with one paper. */
  from?: string
  onClose: () => void
}

/**
 * Renders the dialog that adds papers to reading lists (datasets of the API) and their folders, several at once. With
 * `from` that list is chosen at first, otherwise those that papers were added to last.
 */
export function KeepPanel({ ids, from, onClose }: Props) {
  const all = useRead(api.datasets.all, {})
  const [targets, setTargets] = useState<KeepTarget[]>(() => (from ? [wholeList(from)] : readKeepTargets()))
  const papers = useRead(api.papers.byIds, { paper_id_list: ids }, { enabled: ids.length === 1 })
  /** Ids of the lists that already contain the paper; of several papers, none. */
  const holdingIds = (papers.data?.list[0]?.dataset_ids ?? []).filter((id) => id !== from)
  const newList = useNewList((id) => setTargets((before) => [...before, wholeList(id)]))
  return (
    <Panel title={`收藏 ${ids.length} 篇`} width={560} onClose={onClose}>
      <ReadView of={all} what="清单">
        {(allDatasets) => {
          const groups = editableGroups(allDatasets)
          const editableIds = new Set(groups.flatMap(({ lists }) => lists.map(({ id }) => id)))
          const hasPaper = ({ dataset_id, folder_id }: KeepTarget) =>
            !folder_id && holdingIds.includes(dataset_id)
          // The targets of the last time may be lists that the user can no longer edit.
          const chosen = targets.filter((target) => editableIds.has(target.dataset_id) && !hasPaper(target))
          return (
            <div className={styles.panel}>
              <NewList list={newList} />
              {groups.map(({ name, lists }) => (
                <section key={name} aria-label={name}>
                  <h3 className={styles.group}>{name}</h3>
                  <ul>
                    {lists.map((dataset) => (
                      <DatasetChoice
                        key={dataset.id}
                        dataset={dataset}
                        hasPaper={holdingIds.includes(dataset.id)}
                        targets={chosen}
                        onChange={setTargets}
                      />
                    ))}
                  </ul>
                </section>
              ))}
              <KeepButton ids={ids} from={from} targets={chosen} newList={newList} onKept={onClose} />
            </div>
          )
        }}
      </ReadView>
    </Panel>
  )
}

interface KeepButtonProps extends Pick<Props, 'ids'> {
  from: string | undefined
  /** The chosen lists and folders. */
  targets: KeepTarget[]
  newList: NewListState
  /** Called once the papers have been added. */
  onKept: () => void
}

/** Returns the target that is a list itself rather than one of its folders. */
const wholeList = (dataset_id: string): KeepTarget => ({ dataset_id, folder_id: null })

/**
 * Renders the save button. A named list that has not been created yet is created first, because a user who types a name
 * and presses save means both.
 */
function KeepButton({ ids, from, targets: chosen, newList, onKept }: KeepButtonProps) {
  const change = useListsChange(ids, from)
  const [isRunning, setRunning] = useState(false)
  const save = async (targets: KeepTarget[]) => {
    if (targets.length === 0) toast('请先选择一个清单', { tone: 'bad' })
    else if (await change(targets)) onKept()
  }
  const run = async () => {
    setRunning(true)
    const created = (await newList.create())?.map(wholeList)
    const isChosen = (target: KeepTarget) => chosen.some((other) => sameTarget(other, target))
    if (created) await save([...chosen, ...created.filter((target) => !isChosen(target))])
    setRunning(false)
  }
  return (
    <div className={styles.foot}>
      <span className={styles.count}>{chosen.length > 0 && `选了 ${chosen.length} 处`}</span>
      <ActionButton name="收藏" onPress={() => void run()} busy={isRunning} primary />
    </div>
  )
}

/** The form of a new list and its running creation. */
interface NewListState {
  /** The name typed so far. */
  name: string
  setName: (name: string) => void
  /**
   * Creates the named list, or waits for its running creation. Resolves to the ids of the created lists: none when no
   * name was typed, null when the server refused, which has then been reported.
   */
  create: () => Promise<string[] | null>
  isCreating: boolean
}

/** Returns the state of the form that creates a reading list inside the dialog; `onCreated` receives its id. */
function useNewList(onCreated: (id: string) => void): NewListState {
  const [name, setName] = useState('')
  const creation = useWrite(api.datasets.create, { refreshes: [api.datasets.all] })
  const running = useRef<Promise<string[] | null>>(undefined)
  const createNamed = async () => {
    if (!name.trim()) return []
    const answer = await creation.mutateAsync({ kind: 'reading', name: name.trim() })
    if (!answer.success) {
      toast(`没有新建：${answer.message}`, { tone: 'bad' })
      return null
    }
    setName('')
    onCreated(answer.data.id)
    return [answer.data.id]
  }
  const create = () => {
    running.current ??= createNamed().finally(() => {
      running.current = undefined
    })
    return running.current
  }
  return { name, setName, create, isCreating: creation.isPending }
}

/** Longest name of a list that the server accepts, in characters. */
const MAX_LIST_NAME_CHARS = 60

/** Renders the field and button that create a new list. */
function NewList({ list: { name, setName, create, isCreating } }: { list: NewListState }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create()
  }
  return (
    <form className={styles.make} onSubmit={submit}>
      <input
        className={fields.field}
        aria-label="新文献清单的名称"
        placeholder="新建文献清单"
        maxLength={MAX_LIST_NAME_CHARS}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ActionButton name="新建" onPress={() => void create()} busy={isCreating} />
    </form>
  )
}

/**
 * Returns a function that adds papers to the targets, and removes them from their previous list (`from`), where one is
 * given, unless it is one of them. Reports the outcome in a toast; resolves to whether it succeeded.
 */
export function useListsChange(ids: string[], from: string | undefined) {
  const cache = useQueryClient()
  const keep = useWrite(api.datasets.keepPapers, {
    refreshes: [api.datasets.all, api.papers.byIds, api.papers.search],
  })
  const drop = useWrite(api.datasets.dropPapers, { refreshes: [api.datasets.all] })

  const removeFrom = async (dataset_id: string): Promise<boolean> => {
    const answer = await drop.mutateAsync({ paper_id_list: ids, dataset_id })
    if (!answer.success) {
      toast(`没有移出原来的清单：${answer.message}`, { tone: 'bad' })
      return false
    }
    for (const id of ids) updateCachedLists(cache, id, (lists) => lists.filter((id) => id !== dataset_id))
    return true
  }
  return async (targets: KeepTarget[]): Promise<boolean> => {
    const answer = await keep.mutateAsync({ paper_id_list: ids, targets })
    if (!answer.success) {
      toast(`没有收藏：${answer.message}`, { tone: 'bad' })
      return false
    }
    const targetIds = targets.map(({ dataset_id }) => dataset_id)
    for (const id of ids) updateCachedLists(cache, id, (lists) => [...new Set([...lists, ...targetIds])])
    storeKeepTargets(targets)
    if (from && !targetIds.includes(from) && !(await removeFrom(from))) return false
    toast(from ? '已更改收藏的清单' : outcomeText(answer.data))
    return true
  }
}

/** Describes in one sentence how many papers were added, were in the list before, or no longer exist. */
function outcomeText({ added, skipped, missing }: OutputOf<typeof api.datasets.keepPapers>): string {
  const parts = [
    added > 0 && `已收藏 ${added} 篇`,
    skipped.length > 0 && `${skipped.length} 篇本来就在`,
    missing.length > 0 && `${missing.length} 篇已不在本馆文献中`,
  ]
  return parts.filter(Boolean).join('，') || '没有要收藏的文献'
}
