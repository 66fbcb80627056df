import { api, type EngineId, type FolderTree } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { ChosenStanding } from '../../paper/rows/chosen-standing.tsx'
import { BaseChoice, ChosenChip, ScopeAdder } from '../../search/base-choice.tsx'
import { SearchSources } from '../../search/search-sources.tsx'
import styles from './start.module.css'

interface Props {
  engines: readonly EngineId[]
  onEngines: (engines: EngineId[]) => void
  /** Ids of the chosen knowledge bases (datasets of the API). */
  dataset_ids: readonly string[]
  onDatasets: (ids: string[]) => void
  /** Folders of the dataset, where exactly one is chosen. */
  folder_ids: readonly string[]
  onFolders: (ids: string[]) => void
  /** The papers the research is limited to; none for no limit. */
  paper_ids: readonly string[]
  /** Called when the user lifts that limit. */
  onWithoutPapers: () => void
}

/** Renders the choice of sources: the library, outside engines, knowledge bases, or only certain papers. */
export function ScopeChoice(props: Props) {
  const { engines, onEngines, dataset_ids, onDatasets, paper_ids, onWithoutPapers } = props
  const onlyDataset = dataset_ids.length === 1 ? dataset_ids[0] : undefined
  return (
    <div className={styles.scope}>
      <SearchSources
        chosen={engines}
        onChange={onEngines}
        alone={<span className={styles.fixed}>本馆文献</span>}
      />
      <div className={styles.choices}>
        {paper_ids.length > 0 && (
          <ChosenChip name={`只限 ${paper_ids.length} 篇`} onRemove={onWithoutPapers} />
        )}
        <BaseChoice chosen={dataset_ids} onChange={(bases) => onDatasets(bases.map(({ id }) => id))}>
          {onlyDataset !== undefined && (
            <FolderChoice dataset_id={onlyDataset} chosen={props.folder_ids} onChange={props.onFolders} />
          )}
        </BaseChoice>
        <ChosenStanding ids={paper_ids} />
      </div>
    </div>
  )
}

interface FolderProps {
  dataset_id: string
  /** Ids of the chosen folders. */
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** Renders the choice of folders of a knowledge base; nothing where it has none. */
function FolderChoice({ dataset_id, chosen, onChange }: FolderProps) {
  const tree = useRead(api.datasets.folders, { dataset_id })
  const folders = flattenFolders(tree.data ?? [])
  const others = folders.filter(({ id }) => !chosen.includes(id))
  return (
    <>
      {folders
        .filter(({ id }) => chosen.includes(id))
        .map(({ id, name }) => (
          <ChosenChip
            key={id}
            name={name}
            onRemove={() => onChange(chosen.filter((other) => other !== id))}
          />
        ))}
      <ScopeAdder
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

/** Lists the folders in tree order, each named by its full path, such as `方法 / 综述`; `prefix` is `方法 / `. */
const flattenFolders = (tree: readonly FolderTree[], prefix = ''): { id: string; name: string }[] =>
  tree.flatMap(({ id, name, children }) => [
    { id, name: `${prefix}${name}` },
    ...flattenFolders(children, `${prefix}${name} / `),
  ])
