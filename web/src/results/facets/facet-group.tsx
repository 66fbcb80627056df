import { useId, useState } from 'react'
import fields from '../../ui/fields/field.module.css'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './facets.module.css'

/** Number of values shown before 更多. */
const MAX_FOLDED_VALUES = 5
/** A search field is offered for more values than this. */
const MAX_VALUES_WITHOUT_SEARCH = 12

/** A value of a filter, with the number of papers it would find. */
export interface FacetValue {
  value: string
  label: string
  /** Absent where nothing is counted. */
  count?: number
}

interface Props {
  name: string
  values: FacetValue[]
  selected: string[]
  /** Called with all selected values when one is selected or deselected. */
  onChange: (selected: string[]) => void
  /** Whether there are more values than the server sent. */
  more?: boolean
}

/** Renders one facet: its values with the number of papers each would find; selected values are always shown. */
export function FacetGroup({ name, values, selected, onChange, more = false }: Props) {
  const [isUnfolded, setUnfolded] = useState(false)
  const [searchText, setSearchText] = useState('')
  const titleId = useId()
  const matches = ({ value, label }: FacetValue) =>
    selected.includes(value) || label.toLowerCase().includes(searchText.trim().toLowerCase())
  const shown = isUnfolded
    ? values.filter(matches)
    : values.filter(({ value }, index) => index < MAX_FOLDED_VALUES || selected.includes(value))
  let unfoldLabel = more ? '更多' : `其余 ${values.length - MAX_FOLDED_VALUES} 项`
  if (isUnfolded) unfoldLabel = '收起'
  const toggle = (value: string) =>
    onChange(selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value])

  return (
    <details className={styles.facet} open>
      <summary>
        <h3 id={titleId}>{name}</h3>
        <Icon name="down" size={16} />
      </summary>
      {isUnfolded && values.length > MAX_VALUES_WITHOUT_SEARCH && (
        <input
          className={fields.field}
          aria-label={`查找${name}`}
          placeholder={`查找${name}`}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: the summary above is the group's name already */}
      <div role="group" aria-labelledby={titleId} className={styles.values}>
        {shown.map(({ value, label, count }) => (
          <label key={value} className={styles.value}>
            <input type="checkbox" checked={selected.includes(value)} onChange={() => toggle(value)} />
            <span className={styles.label} title={label}>
              {label}
            </span>
            {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
          </label>
        ))}
      </div>
      {values.length > MAX_FOLDED_VALUES && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {unfoldLabel}
        </button>
      )}
      {isUnfolded && more && <p className={styles.hint}>只列出篇数最多的 {values.length} 项</p>}
    </details>
  )
}
