import { api, type EngineId } from '@scinav/contract'
import type { ReactNode } from 'react'
import { useRead } from '../api/use-read.ts'
import { Icon } from '../ui/icons/icon.tsx'
import styles from './search-sources.module.css'
import { isEngine } from './use-search.ts'

interface Props {
  chosen: readonly EngineId[]
  /** Called with all chosen sources when one is selected or deselected. */
  onChange: (chosen: EngineId[]) => void
  /** Shown when there is no source besides the library. */
  alone?: ReactNode
  /** The source that cannot be deselected. */
  always?: EngineId
}

/** Renders the choice of sources of a box: the library and the available outside engines. */
export function SearchSources({ chosen, onChange, alone = null, always }: Props) {
  const engines = useRead(api.papers.engines, {})
  const availableEngines = (engines.data ?? []).filter(({ available }) => available)
  const sources = availableEngines.flatMap(({ id, name }) =>
    isEngine(id) ? [{ id, name: id === 'local' ? '本馆文献' : name }] : [],
  )
  if (sources.length < 2) return alone
  return (
    <fieldset className={styles.sources}>
      <legend>检索来源</legend>
      {sources.map(({ id, name }) => {
        const isOn = chosen.includes(id)
        const next = isOn ? chosen.filter((other) => other !== id) : [...chosen, id]
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isOn}
            // The last one cannot be deselected, because a search without sources finds nothing.
            disabled={next.length === 0 || id === always}
            onClick={() => onChange(next)}
          >
            {isOn && <Icon name="check" size={14} />}
            {name}
          </button>
        )
      })}
    </fieldset>
  )
}
