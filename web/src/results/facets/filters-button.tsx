import { type ReactNode, Suspense, useState } from 'react'
import { activeFilters } from '../../search/filter-names.ts'
import { useSearch } from '../../search/use-search.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import styles from '../hits/results.module.css'

const Panel = lazyPart(() => import('../../ui/dialogs/panel.tsx').then((module) => module.Panel))

/** Opens the facets where the window has no room for their column. */
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
        <Suspense>
          <Panel title="筛选" width={360} side onClose={() => setOpen(false)}>
            {children}
          </Panel>
        </Suspense>
      )}
    </>
  )
}
