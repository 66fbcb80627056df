import { api, type FolderTree, type OutputOf } from '@scinav/contract'
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
import styles from './attachments.module.css'

type PickableDocument = OutputOf<typeof api.datasets.documentsForPickers>['list'][number]

/** A chosen document; its name is its title without markup. */
interface PickedDocument {
  id: string
  name: string
}

/** Values of `base` for more than one knowledge base: all readable ones, or those of projects. */
const ALL_BASES = ''
const PROJECT_BASES = 'projects'

/** Where the picker looks for documents. */
interface PickerLocation {
  /** The id of a knowledge base, or one of the constants above. */
  base: string
  /** Id of a folder; `''` for the whole base. */
  folder: string
}

interface Props {
  /** Limits the choice to this dataset. */
  dataset_id: string | undefined
  /** Whether only one document can be chosen. */
  single?: boolean
  /** Label of the button that confirms the choice. */
  action?: string
  /** Called with the chosen documents, at least one; the dialog then closes. */
  onChoose: (documents: PickedDocument[]) => void
  onClose: () => void
}

/** Renders a dialog to choose documents from the knowledge bases the user may read. */
export function DocumentPicker({ dataset_id, single = false, action = '附上', onChoose, onClose }: Props) {
  const [location, setLocation] = useState<PickerLocation>({ base: dataset_id ?? ALL_BASES, folder: '' })
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const { picked, toggle } = usePicked(single)
  const keyword = useDebounced(text.trim())
  const documents = usePickableDocuments(location, keyword, page)
  const changeLocation = (next: PickerLocation) => {
    setLocation(next)
    setPage(1)
  }
  return (
    <Panel title="从知识库选文档" width={640} onClose={onClose}>
      <div className={styles.picker}>
        <div className={styles.ways}>
          <LiveSearchField
            label="查找文档"
            placeholder="输入题名或文件名"
            value={text}
            onChange={(entered) => {
              setText(entered)
              setPage(1)
            }}
          />
          {dataset_id === undefined && <BaseSelect location={location} onChange={changeLocation} />}
          <FolderSelect location={location} onChange={changeLocation} />
        </div>
        <ReadView
          of={documents}
          what="文档"
          isEmpty={({ total }) => total === 0}
          empty={keyword ? NOTHING_FOUND : NOTHING_HERE}
        >
          {({ list, total, page_size }) => (
            <>
              <ul className={styles.found} aria-label="可选的文档">
                {list.map((document) => (
                  <DocumentChoice
                    key={document.id}
                    document={document}
                    single={single}
                    isPicked={picked.some(({ id }) => id === document.id)}
                    onToggle={toggle}
                  />
                ))}
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

/** Shown when no document matches the typed text, or when there is none. */
const NOTHING_FOUND = { title: '没有找到文档', note: '换个词，或换一个知识库试试' }
const NOTHING_HERE = { title: '这里还没有文档', note: '可以先在知识库里上传，或直接上传文件' }

/** Returns the picked documents in the order of picking, and a function that picks or unpicks one. */
function usePicked(single: boolean) {
  const [picked, setPicked] = useState<PickedDocument[]>([])
  const toggle = (document: PickedDocument) =>
    setPicked((before) => {
      if (single) return [document]
      const others = before.filter(({ id }) => id !== document.id)
      return others.length < before.length ? others : [...before, document]
    })
  return { picked, toggle }
}

interface DocumentChoiceProps {
  document: PickableDocument
  single: boolean
  isPicked: boolean
  onToggle: (document: PickedDocument) => void
}

/** Renders one document of the list with its knowledge base and, when it cannot be asked about yet, its state. */
function DocumentChoice({ document, single, isPicked, onToggle }: DocumentChoiceProps) {
  const { id, name, dataset_name, state } = document
  const title = plainText(document.title)
  return (
    <li>
      <label>
        <input
          type={single ? 'radio' : 'checkbox'}
          name={single ? 'picked-document' : undefined}
          checked={isPicked}
          onChange={() => onToggle({ id, name: title })}
        />
        <Icon name={fileIcon(name)} size={16} />
        <span title={name}>
          {title}
          <small>{[dataset_name, unavailableStates[state]].filter(Boolean).join(' · ')}</small>
        </span>
      </label>
    </li>
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
  location: PickerLocation
  onChange: (location: PickerLocation) => void
}

/** Renders the choice of one base or of all. */
function BaseSelect({ location, onChange }: LocationProps) {
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
      value={location.base}
      onChange={({ target }) => onChange({ base: target.value, folder: '' })}
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

/** Renders the choice of a folder of the base; nothing for several bases and for a base without folders. */
function FolderSelect({ location, onChange }: LocationProps) {
  const hasOneBase = isOneBase(location)
  const tree = useRead(api.datasets.folders, { dataset_id: location.base }, { enabled: hasOneBase })
  const folders = hasOneBase ? flattenFolders(tree.data ?? []) : []
  if (folders.length === 0) return null
  return (
    <select
      className={fields.choice}
      aria-label="文件夹"
      value={location.folder}
      onChange={({ target }) => onChange({ ...location, folder: target.value })}
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

/** Returns the folders of a tree in the order they are shown, each with its depth below the base. */
const flattenFolders = (tree: FolderTree[], depth = 0): { id: string; name: string; depth: number }[] =>
  tree.flatMap(({ id, name, children }) => [{ id, name, depth }, ...flattenFolders(children, depth + 1)])

/** Returns whether a location is a single knowledge base. */
const isOneBase = ({ base }: Pick<PickerLocation, 'base'>): boolean =>
  base !== ALL_BASES && base !== PROJECT_BASES

/** Number of documents on a page. */
const PAGE_SIZE = 20

/** Reads one page of the attachable documents at a location. */
function usePickableDocuments({ base, folder }: PickerLocation, keyword: string, page_num: number) {
  // Hooks cannot be called conditionally: of the four calls only the one for the location is made.
  const paged = { keyword, page_num, page_size: PAGE_SIZE }
  const keepPrevious = true
  const hasOneBase = isOneBase({ base })
  const all = useRead(api.datasets.documentsForPickers, paged, { enabled: base === ALL_BASES, keepPrevious })
  const projects = useRead(api.datasets.projectDocuments, paged, {
    enabled: base === PROJECT_BASES,
    keepPrevious,
  })
  const inFolder = useRead(
    api.datasets.folderDocuments,
    { ...paged, folder_ids: [folder] },
    { enabled: hasOneBase && folder !== '', keepPrevious },
  )
  const inBase = useRead(
    api.datasets.documents,
    { dataset_id: base, keyword, current_page: page_num, page_size: PAGE_SIZE, sort: 'added' },
    { enabled: hasOneBase && folder === '', keepPrevious },
  )
  if (base === ALL_BASES) return all
  if (base === PROJECT_BASES) return projects
  if (folder !== '') return inFolder
  const { data, error, refetch } = inBase
  // The name of the only base need not be repeated at every document.
  const withoutBaseName = data && {
    ...data,
    list: data.list.map((document) => ({ ...document, dataset_name: '' })),
  }
  return { data: withoutBaseName, error, refetch }
}
