import { chipKey, type UnderstoodChip, type UnderstoodQuestion } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Link } from 'react-router'
import { searchAddress } from '../../paper/addresses.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './answer.module.css'

interface Props {
  understood: UnderstoodQuestion
  /** Repeats the question without a chip; absent while the answer is being written. */
  onWithout?: ((chip: UnderstoodChip) => void) | undefined
}

/** Renders the interpretation of a question: the constraints on its answer, as removable chips, and the query used. */
export function UnderstoodChips({ understood, onWithout }: Props) {
  const { chips, corrected, searched_as } = understood
  if (chips.length + corrected.length === 0 && searched_as === null) return null
  return (
    <section className={styles.understood} aria-label="这样理解了您的问题">
      {chips.map((chip) => (
        <span key={chipKey(chip)} className={styles.chip}>
          {chip.label}
          {onWithout && (
            <button
              type="button"
              aria-label={`去掉${inCorners(chip.label)}再答`}
              onClick={() => onWithout(chip)}
            >
              <Icon name="close" size={12} />
            </button>
          )}
        </span>
      ))}
      {corrected.map(({ from, to }) => (
        <span key={from} className={styles.words}>
          {inCorners(from)}按{inCorners(to)}检索
        </span>
      ))}
      {searched_as !== null && <span className={styles.words}>检索词：{searched_as}</span>}
    </section>
  )
}

/** Renders a link to all matching papers with the same filters; nothing when the answer lists them all. */
export function AllResults({ results }: { results: NonNullable<UnderstoodQuestion['results']> }) {
  const { total, shown, query, filters } = results
  if (total <= shown) return null
  return (
    <Link className={styles.more} to={searchAddress(query, filters)}>
      在检索结果里查看全部 {total.toLocaleString('zh-CN')} 篇
    </Link>
  )
}
