import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { parseTags, useListAddress } from '../list/list-address.ts'
import type { Dataset } from '../list/lists.ts'
import { mayEdit } from '../list/rights.ts'
import styles from './tags.module.css'

/**
 * Renders the tags of the shown documents by group, each as a filter with its count in the open folder; nothing before
 * they are loaded, or when there are none and the user may not edit the dataset.
 */
export function TagFilter({ dataset, onManage }: { dataset: Dataset; onManage: () => void }) {
  const { address, go } = useListAddress()
  const { folder_id } = address
  const groups = useRead(
    api.datasets.tagGroups,
    { dataset_id: dataset.id, folder_ids: folder_id ? [folder_id] : [] },
    { keepPrevious: true },
  )
  const chosen = parseTags(address.tags)
  const toggle = (id: string) => {
    const toggled = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
    go({ tags: toggled.join(',') })
  }
  if (!groups.data || (groups.data.length === 0 && !mayEdit(dataset))) return null
  return (
    <section aria-label="标签">
      <div className={styles.row}>
        <h2 className={styles.name}>标签</h2>
        <QuietButton icon="tag" label="管理标签" onPress={onManage}>
          管理
        </QuietButton>
      </div>
      {groups.data.map(({ group_name, tags }) => (
        <div key={group_name ?? ''} className={styles.group}>
          {groups.data.length > 1 && <h3>{group_name ?? '未分组'}</h3>}
          <div className={styles.chips}>
            {tags.map(({ id, name, colour, document_count }) => (
              <button
                key={id}
                type="button"
                className={styles.chip}
                data-colour={colour ?? 'grey'}
                aria-pressed={chosen.includes(id)}
                onClick={() => toggle(id)}
              >
                {name}
                <span className={styles.count}>{formatCount(document_count)}</span>
              </button>
            ))}
          </div>
        </div>
      ))}
      {groups.data.length === 0 && <p className={styles.quiet}>选中文献后点「标签」（快捷键 t）</p>}
    </section>
  )
}
