import { useDelayed } from '../timing.ts'
import styles from './rows-skeleton.module.css'

const SKELETON_DELAY_MS = 150

/** Grey rows in the shape of a list to come, shown once the wait is worth a word. */
export function RowsSkeleton({ rows = 3 }: { rows?: number }) {
  const late = useDelayed(SKELETON_DELAY_MS)
  return (
    <div className={styles.rows} role="status" aria-busy="true">
      <span className="sr-only">正在载入</span>
      {late &&
        Array.from({ length: rows }, (_, row) => row).map((row) => <div key={row} className={styles.row} />)}
    </div>
  )
}
