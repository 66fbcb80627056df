import type { EngineId } from '@scinav/contract'
import { useSearchScope } from '../../search/use-search.ts'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import styles from './federated.module.css'
import type { EngineRow } from './federated.ts'

const icons: Readonly<Record<EngineRow['state'], IconName>> = {
  ok: 'check',
  asking: 'history',
  slow: 'history',
  failed: 'warning',
  closed: 'close',
  resting: 'close',
}

/** Renders the engines of a federated search, each with its state and a checkbox. */
export function EngineColumn({ rows }: { rows: readonly EngineRow[] }) {
  const { setEngines } = useSearchScope()
  const chosen = rows.filter((row) => row.chosen).map(({ id }) => id)
  const available = rows.filter(({ state }) => state !== 'closed')
  const choose = (id: EngineId, on: boolean) => {
    const next = on ? [...chosen, id] : chosen.filter((other) => other !== id)
    // The choice of all available engines is stored as no choice, so that one added later is searched too.
    setEngines(next.length === available.length ? [] : next)
  }
  return (
    <section className={styles.engines} aria-label="检索来源">
      <h2>检索来源</h2>
      <ul>
        {rows.map(({ id, name, chosen: on, state, text }) => (
          <li key={id} data-state={state}>
            <label>
              <input
                type="checkbox"
                checked={on}
                // The last one cannot be deselected, because a search without engines finds nothing.
                disabled={state === 'closed' || (on && chosen.length === 1)}
                onChange={({ target }) => choose(id, target.checked)}
              />
              {name}
            </label>
            <p>
              <Icon name={icons[state]} size={14} />
              <span>{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
