import { useDelayed } from '../../ui/views/use-delayed.ts'
import styles from './results.module.css'

const AFTER = 150

/** Grey rows in the shape of hits. */
export function HitsSkeleton() {
  const late = useDelayed(AFTER)
  return (
    <div role="status" aria-busy="true" className={styles.waiting}>
      <span className="sr-only">正在检索</span>
      {late && [0, 1, 2, 3, 4, 5].map((row) => <div key={row} className={styles.ghost} />)}
    </div>
  )
}
