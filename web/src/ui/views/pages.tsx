import { formatCount } from '../figures.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './views.module.css'

interface Props {
  /** Counted from 1. */
  page: number
  /** Rows per page. */
  size: number
  /** Rows on all pages. */
  total: number
  onPage: (page: number) => void
}

/** The last row that the server returns of any list. */
const MAX_ROW = 10_000

/**
 * Renders page numbers below a list: the present page, its neighbors and both ends. Renders nothing when there is one
 * page.
 */
export function Pages({ page, size, total, onPage }: Props) {
  const last = Math.max(1, Math.ceil(Math.min(total, MAX_ROW) / size))
  if (last === 1) return null
  const first = (page - 1) * size + 1
  return (
    <nav className={styles.pages} aria-label="分页">
      <span className={styles.where}>
        第 {formatCount(first)}–{formatCount(Math.min(page * size, total))} 条
      </span>
      <PageStep name="上一页" icon="left" disabled={page <= 1} onPress={() => onPage(page - 1)} />
      {pageNumbers(page, last).map((number) =>
        number < 0 ? (
          <span key={number} className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            aria-label={`第 ${number} 页`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ),
      )}
      <PageStep name="下一页" icon="right" disabled={page >= last} onPress={() => onPage(page + 1)} />
    </nav>
  )
}

interface PageStepProps {
  name: string
  icon: 'left' | 'right'
  disabled: boolean
  onPress: () => void
}

function PageStep({ name, icon, disabled, onPress }: PageStepProps) {
  return (
    <button type="button" aria-label={name} disabled={disabled} onClick={onPress}>
      <Icon name={icon} size={16} />
    </button>
  )
}

/**
 * Returns the first, the last and the present page with its neighbors, ascending. A negative number marks a gap before
 * the page it negates: 5 of 9 gives 1, −4, 4, 5, 6, −9, 9.
 */
export function pageNumbers(page: number, last: number): number[] {
  const shown = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last)
  const numbers = [...new Set(shown)].sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1]
    return before !== undefined && number - before > 1 ? [-number, number] : [number]
  })
}
