import { type ReactNode, useRef, useState } from 'react'
import { activeFilters, type Facets } from '../../search/filter-names.ts'
import { useSearch } from '../../search/use-search.ts'
import { PlainPanel } from '../../ui/dialogs/plain-panel.tsx'
import { useFocusAfter } from '../../ui/focus.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from '../hits/results.module.css'

/** The buttons for recent papers. */
const recentYears = [
  { years: 1, name: '近一年' },
  { years: 3, name: '近三年' },
  { years: 5, name: '近五年' },
]

/** Renders the active filters, each of which a press removes, and buttons for the last one, three and five years. */
export function FilterChips({ facets }: { facets: Facets | null }) {
  const { search, change, filter } = useSearch()
  const active = activeFilters(search.filters, facets)
  const thisYear = new Date().getFullYear()
  const group = useRef<HTMLDivElement>(null)
  // The button of a removed filter disappears; the focus goes to the first one that is left.
  const removeFilter = useFocusAfter(() => group.current?.querySelector('button'), active.length)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no form
    <div ref={group} className={styles.chips} role="group" aria-label="已用的筛选">
      {active.map(({ id, label, off }) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          data-on="true"
          aria-label={`去掉 ${label}`}
          onClick={() => removeFilter(() => filter(off))}
        >
          {label}
          <Icon name="close" size={14} />
        </button>
      ))}
      {recentYears.map(({ years, name }) => {
        const from = thisYear - years
        const isOn = search.filters.year_from === from && search.filters.year_to === undefined
        return (
          <button
            key={name}
            type="button"
            className={styles.chip}
            aria-pressed={isOn}
            onClick={() => filter({ year_from: isOn ? undefined : from, year_to: undefined })}
          >
            {name}
          </button>
        )
      })}
      {active.length > 1 && (
        <button
          type="button"
          className={styles.link}
          onClick={() => removeFilter(() => change({ filters: {} }))}
        >
          清除全部
        </button>
      )}
    </div>
  )
}

/**
 * Renders the button that opens the facets (`children`) where the window has no room for their column, with the number
 * of active filters.
 */
export function FiltersButton({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const active = activeFilters(useSearch().search.filters).length
  return (
    <>
      <button type="button" className={styles.filters} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="filter" size={16} />
        筛选{active > 0 && ` ${active}`}
      </button>
      {open && (
        <PlainPanel title="筛选" width={360} side onClose={() => setOpen(false)}>
          {children}
        </PlainPanel>
      )}
    </>
  )
}
