import { useDeepResearchState } from '../../api/specified.state.ts'
import { styles as choices } from '../state/research-labels.ts'
import styles from './start.module.css'

/** Renders the choice of the report's style. */
export function StyleChoice() {
  const chosen = useDeepResearchState((state) => state.reportStyle)
  return (
    <div className={styles.choices} role="radiogroup" aria-label="文体">
      {choices.map(({ style, name, note }) => (
        <label key={style} className={styles.choice} title={note}>
          <input
            type="radio"
            name="report-style"
            className="sr-only"
            checked={style === chosen}
            onChange={() => useDeepResearchState.setState({ reportStyle: style })}
          />
          {name}
        </label>
      ))}
    </div>
  )
}
