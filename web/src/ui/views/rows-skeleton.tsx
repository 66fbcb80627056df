import { useDelayed } from '../timing.ts'
import styles from './views.module.css'

/** Delay before the rows are shown, in milliseconds, so that what loads quickly does not flash. */
const SKELETON_DELAY_MS = 150

/**
 * Renders grey rows in the shape of the expected list, once loading takes longer than a short delay; screen readers
 * are told at once.
 */
export function RowsSkeleton({ rows = 3 }: { rows?: number }) {
  const late = useDelayed(SKELETON_DELAY_MS)
  return (
    <div className={styles.rows} role="status" aria-busy="true">
      <span className="sr-only">正在载入</span>
      {late &&
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        Array.from({ length: rows }, (_, row) => <div key={row} className={styles.row} />)}
    </div>
  )
}
