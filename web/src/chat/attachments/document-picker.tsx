import { api, type FolderTree } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { fileIcon } from '../../documents/file-icon.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import fields from '../../ui/fields/field.module.css'
import { LiveSearchField } from '../../ui/fields/live-search-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useDebounced } from '../../ui/timing.ts'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './document-picker.module.css'
import {
  ALL_BASES,
  type PickerLocation,
  PROJECT_BASES,
  usePickableDocuments,
} from './use-pickable-documents.ts'

interface PickedDocument {
  id: string
  name: string
}

interface Props {
  /** Limits the choice to this dataset. */
  dataset_id: string | undefined
  /** Only one document can be chosen. */
  single?: boolean
  /** Label of the button that confirms the choice. */
  action?: string
  onChoose: (documents: PickedDocument[]) => void
  onClose: () => void
}

/** Renders a dialog to choose documents from the knowledge bases the user may read. */
export function DocumentPicker({ dataset_id, single = false, action = '附上', onChoose, onClose }: Props) {
  const [place, setPlace] = useState<PickerLocation>({ base: dataset_id ?? ALL_BASES, folder: '' })
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState<PickedDocument[]>([])
  const keyword = useDebounced(text.trim())
  const found = usePickableDocuments(place, keyword, page)
  const go = (next: PickerLocation) => {
    setPlace(next)
    setPage(1)
  }
  const turn = (one: PickedDocument) =>
    setPicked((now) => {
      if (single) return [one]
      return now.some(({ id }) => id === one.id) ? now.filter(({ id }) => id !== one.id) : [...now, one]
    })
  return (
    <Panel title="从知识库选文档" width={640} onClose={onClose}>
      <div className={styles.picker}>
        <div className={styles.ways}>
          <LiveSearchField
            label="查找文档"
            placeholder="输入题名或文件名"
            value={text}
            onChange={(text) => {
              setText(text)
              setPage(1)
            }}
          />
          {dataset_id === undefined && <Bases place={place} onGo={go} />}
          <Folders place={place} onGo={go} />
        </div>
        <ReadView
          of={found}
          what="文档"
          isEmpty={({ total }) => total === 0}
          empty={
            keyword
              ? { title: '没有找到文档', note: '换个词，或换一个知识库试试' }
              : { title: '这里还没有文档', note: '可以先在知识库里上传，或直接上传文件' }
          }
        >
          {({ list, total, page_size }) => (
            <>
              <ul className={styles.found} aria-label="可选的文档">
                {list.map(({ id, name, title: shown, dataset_name, state }) => {
                  const title = plainText(shown)
                  return (
                    <li key={id}>
                      <label>
                        <input
                          type={single ? 'radio' : 'checkbox'}
                          name={single ? 'picked-document' : undefined}
                          checked={picked.some((one) => one.id === id)}
                          onChange={() => turn({ id, name: title })}
                        />
                        <Icon name={fileIcon(name)} size={16} />
                        <span title={name}>
                          {title}
                          <small>
                            {[dataset_name, unavailableStates[state]].filter(Boolean).join(' · ')}
                          </small>
                        </span>
                      </label>
                    </li>
                  )
                })}
              </ul>
              <Pages page={page} size={page_size} total={total} onPage={setPage} />
            </>
          )}
        </ReadView>
        <div className={styles.foot}>
          <span className={styles.quiet}>{picked.length > 0 && `选了 ${picked.length} 份`}</span>
          <ActionButton
            name={action}
            primary
            off={picked.length === 0}
            onPress={() => {
              onChoose(picked)
              onClose()
            }}
          />
        </div>
      </div>
    </Panel>
  )
}

/** Labels of the states in which a document cannot be asked about yet. */
const unavailableStates: Readonly<Record<string, string>> = {
  queued: '还没有解析',
  parsing: '正在解析',
  indexing: '正在建立索引',
  failed: '解析失败，只有题录',
  cancelled: '没有解析，只有题录',
}

interface LocationProps {
  place: PickerLocation
  onGo: (place: PickerLocation) => void
}

function Bases({ place, onGo }: LocationProps) {
  const all = useRead(api.datasets.all, {})
  const { readingDataset = [], projectDataset = [], aiDataset = [] } = all.data ?? {}
  const groups = [
    { name: '文献清单', list: readingDataset },
    ...projectDataset.map(({ project_id, project_name: name, datasets: list }) => ({
      id: project_id,
      name,
      list,
    })),
    { name: '公共知识库', list: aiDataset },
  ]
  return (
    <select
      className={fields.choice}
      aria-label="知识库"
      value={place.base}
      onChange={({ target }) => onGo({ base: target.value, folder: '' })}
    >
      <option value={ALL_BASES}>所有知识库</option>
      <option value={PROJECT_BASES}>所有项目</option>
      {groups
        .filter(({ list }) => list.length > 0)
        .map(({ name, list }) => (
          <optgroup key={list[0]?.id} label={name}>
            {list.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
    </select>
  )
}

function Folders({ place, onGo }: LocationProps) {
  const isOne = place.base !== ALL_BASES && place.base !== PROJECT_BASES
  const tree = useRead(api.datasets.folders, { dataset_id: place.base }, { enabled: isOne })
  const folders = isOne ? flattenFolders(tree.data ?? []) : []
  if (folders.length === 0) return null
  return (
    <select
      className={fields.choice}
      aria-label="文件夹"
      value={place.folder}
      onChange={({ target }) => onGo({ ...place, folder: target.value })}
    >
      <option value="">所有文件夹</option>
      {folders.map(({ id, name, depth }) => (
        <option key={id} value={id}>
          {'\u3000'.repeat(depth)}
          {name}
        </option>
      ))}
    </select>
  )
}

const flattenFolders = (tree: FolderTree[], depth = 0): { id: string; name: string; depth: number }[] =>
  tree.flatMap(({ id, name, children }) => [{ id, name, depth }, ...flattenFolders(children, depth + 1)])
