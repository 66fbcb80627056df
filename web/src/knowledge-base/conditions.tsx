import { api } from '@scinav/contract'
import { useRead } from '../api/use-read.ts'
import chips from '../ui/buttons/chip.module.css'
import { Icon } from '../ui/icons/icon.tsx'
import { parseTags, statisticsFilters, useListAddress } from './list/list-address.ts'
import type { Dataset } from './list/lists.ts'
import styles from './view.module.css'

/** Renders the filters set elsewhere than in the fields above the list; each can be removed. */
export function Conditions({ dataset }: { dataset: Dataset }) {
  const { address, go } = useListAddress()
  const chosen = parseTags(address.tags)
  const tags = useRead(api.datasets.tags, { dataset_id: dataset.id }, { enabled: chosen.length > 0 })
  const types = useRead(api.datasets.literatureTypes, {}, { enabled: address.resource_type !== '' })
  const nameOf = (name: (typeof statisticsFilters)[number]) =>
    name === 'resource_type'
      ? (types.data?.find(({ code }) => String(code) === address.resource_type)?.name ?? address[name])
      : address[name]
  const conditions = [
    ...chosen.map((id) => ({
      key: id,
      name: tags.data?.find((tag) => tag.id === id)?.name ?? '标签',
      drop: () => go({ tags: chosen.filter((each) => each !== id).join(',') }),
    })),
    ...statisticsFilters
      .filter((name) => address[name] !== '')
      .map((name) => ({ key: name, name: nameOf(name), drop: () => go({ [name]: '' }) })),
  ]
  if (conditions.length === 0) return null
  return (
    <div className={styles.conditions}>
      {conditions.map(({ key, name, drop }) => (
        <button
          key={key}
          type="button"
          className={chips.chip}
          aria-label={`去掉条件：${name}`}
          onClick={drop}
        >
          {name}
          <Icon name="close" size={14} />
        </button>
      ))}
    </div>
  )
}
