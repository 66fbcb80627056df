import { BaseChoice } from '../../search/base-choice.tsx'
import styles from './form.module.css'
import { useManuscript } from './manuscript.state.ts'

/** Where references are looked for: the whole library, or the lists and knowledge bases that were chosen. */
export function ScopeChoice() {
  const { datasets } = useManuscript()
  return (
    <div className={styles.scope}>
      <span className={styles.quiet}>{datasets.length === 0 ? '全部本馆文献' : '只在'}</span>
      <BaseChoice
        chosen={datasets.map(({ id }) => id)}
        onChange={(bases) =>
          useManuscript.setState({ datasets: bases.map(({ id, name }) => ({ id, name })) })
        }
      />
    </div>
  )
}
