import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import fields from '../../ui/fields/field.module.css'
import { useManuscript } from './manuscript.state.ts'

/** Where references are looked for: the whole library, or one of the lists and knowledge bases the person may read. */
export function ScopeChoice() {
  const { datasets } = useManuscript()
  const all = useRead(api.datasets.all, {})
  const { readingDataset = [], projectDataset = [], aiDataset = [] } = all.data ?? {}
  const lists = [...readingDataset, ...projectDataset.flatMap(({ datasets }) => datasets), ...aiDataset]
  return (
    <select
      className={fields.choice}
      aria-label="检索范围"
      value={datasets[0]?.id ?? ''}
      onChange={({ target }) => {
        const chosen = lists.find(({ id }) => id === target.value)
        useManuscript.setState({ datasets: chosen ? [{ id: chosen.id, name: chosen.name }] : [] })
      }}
    >
      <option value="">全部馆藏</option>
      {lists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
