import { api, type EngineId } from '@scinav/contract'
import { useRead } from '../api/use-read.ts'
import { isEngine } from '../search/use-search.ts'
import { Icon } from '../ui/icons/icon.tsx'
import styles from './home-screen.module.css'

interface Props {
  chosen: readonly EngineId[]
  onChange: (chosen: EngineId[]) => void
}

/** Where the box looks: the library and the outside engines that are open. Nothing where there is only the library. */
export function HomeSources({ chosen, onChange }: Props) {
  const engines = useRead(api.papers.engines, {})
  const open = (engines.data ?? []).filter(({ available }) => available)
  const sources = open.flatMap(({ id, name }) =>
    isEngine(id) ? [{ id, name: id === 'local' ? '本馆文献' : name }] : [],
  )
  if (sources.length < 2) return null
  return (
    <fieldset className={styles.sources}>
      <legend>来源</legend>
      {sources.map(({ id, name }) => {
        const on = chosen.includes(id)
        const next = on ? chosen.filter((one) => one !== id) : [...chosen, id]
        return (
          <button
            key={id}
            type="button"
            aria-pressed={on}
            // The last one stays: what looks nowhere finds nothing.
            disabled={next.length === 0}
            onClick={() => onChange(next)}
          >
            {on && <Icon name="check" size={14} />}
            {name}
          </button>
        )
      })}
    </fieldset>
  )
}
