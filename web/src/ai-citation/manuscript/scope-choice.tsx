import { BaseChoice } from '../../search/base-choice.tsx'
import styles from './form.module.css'
import { useManuscript } from './manuscript.state.ts'

/** Renders where references are searched: the whole library, or chosen lists and knowledge bases. */
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
