import { api, type EngineId, type FolderTree } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { SearchSources } from '../../search/search-sources.tsx'
import chips from '../../ui/buttons/chip.module.css'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import styles from './start.module.css'

interface Props {
  engines: readonly EngineId[]
  onEngines: (engines: EngineId[]) => void
  dataset_ids: readonly string[]
  onDatasets: (ids: string[]) => void
  /** Of the dataset, where one alone is chosen. */
  folder_ids: readonly string[]
  onFolders: (ids: string[]) => void
  /** How many papers the research is narrowed to. */
  papers: number
  onWithoutPapers: () => void
}

/** Where the research looks: the library, engines outside, knowledge bases, or only certain papers. */
export function ScopeChoice(props: Props) {
  const { engines, onEngines, dataset_ids, onDatasets, papers, onWithoutPapers } = props
  const [only] = dataset_ids
  const bases = useBases()
  const chosen = bases.filter(({ id }) => dataset_ids.includes(id))
  const others = bases.filter(({ id }) => !dataset_ids.includes(id))
  return (
    <div className={styles.scope}>
      <SearchSources
        chosen={engines}
        onChange={onEngines}
        alone={<span className={styles.fixed}>本馆文献</span>}
      />
      <div className={styles.choices}>
        {papers > 0 && <Chip name={`只限 ${papers} 篇`} onRemove={onWithoutPapers} />}
        {chosen.map(({ id, name }) => (
          <Chip
            key={id}
            name={name}
            onRemove={() => onDatasets(dataset_ids.filter((other) => other !== id))}
          />
        ))}
        {only !== undefined && dataset_ids.length === 1 && (
          <FolderChoice dataset_id={only} chosen={props.folder_ids} onChange={props.onFolders} />
        )}
        <Adder
          label="只在知识库里找"
          name="知识库"
          head="只在选中的知识库里找"
          icon="library"
          others={others}
          onAdd={(id) => onDatasets([...dataset_ids, id])}
        />
      </div>
    </div>
  )
}

interface FolderProps {
  dataset_id: string
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** Folders of a knowledge base that the research stays in; nothing where it has none. */
function FolderChoice({ dataset_id, chosen, onChange }: FolderProps) {
  const tree = useRead(api.datasets.folders, { dataset_id })
  const all = flat(tree.data ?? [])
  const others = all.filter(({ id }) => !chosen.includes(id))
  return (
    <>
      {all
        .filter(({ id }) => chosen.includes(id))
        .map(({ id, name }) => (
          <Chip key={id} name={name} onRemove={() => onChange(chosen.filter((other) => other !== id))} />
        ))}
      <Adder
        label="只在文件夹里找"
        name="文件夹"
        head="只在选中的文件夹及其下级里找"
        icon="folder"
        others={others}
        onAdd={(id) => onChange([...chosen, id])}
      />
    </>
  )
}

interface AdderProps {
  label: string
  name: string
  /** What stands above the list. */
  head: string
  icon: IconName
  others: readonly { id: string; name: string }[]
  onAdd: (id: string) => void
}

/** A menu of what can still be chosen; nothing where all is. */
function Adder({ label, name, head, icon, others, onAdd }: AdderProps) {
  if (others.length === 0) return null
  return (
    <MenuButton
      label={label}
      button={
        <span className={styles.opener}>
          <Icon name="plus" size={16} />
          {name}
        </span>
      }
      head={head}
      actions={others.map((other) => ({ name: other.name, icon, run: () => onAdd(other.id) }))}
    />
  )
}

/** Folders in the order of their tree, named with those above them. */
const flat = (tree: readonly FolderTree[], above = ''): { id: string; name: string }[] =>
  tree.flatMap(({ id, name, children }) => [
    { id, name: `${above}${name}` },
    ...flat(children, `${above}${name} / `),
  ])

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" className={chips.chip} aria-label={`移除：${name}`} onClick={onRemove}>
      {name}
      <Icon name="close" size={14} />
    </button>
  )
}

/** Every knowledge base and list that the person may read, once each. */
function useBases(): { id: string; name: string }[] {
  const all = useRead(api.datasets.all, {})
  const { readingDataset = [], projectDataset = [], aiDataset = [] } = all.data ?? {}
  const list = [...readingDataset, ...projectDataset.flatMap(({ datasets }) => datasets), ...aiDataset]
  return [...new Map(list.map((base) => [base.id, base])).values()]
}
