import { ActionButton } from '../buttons/action-button.tsx'
import { ProgressBar } from './progress-bar.tsx'
import styles from './views.module.css'

interface Props {
  /** Name of the running work. */
  title: string
  /** Fraction done, 0–1. */
  progress: number
  /** What is being done; the percentage when absent. */
  note?: string | null
  /** Milliseconds since the start, from which the remaining time is estimated. */
  elapsed?: number
  /** Called on 取消; when absent, there is no such button. */
  onCancel?: () => void
}

/** Renders a long-running task: its name, its progress, the estimated remaining time, 取消. */
export function LongWork({ title, progress, note, elapsed, onCancel }: Props) {
  return (
    <div className={styles.work}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {onCancel && <ActionButton name="取消" onPress={onCancel} />}
      </div>
      <ProgressBar label={title} progress={progress} />
      <div className={styles.foot}>
        <span>{note ?? `${Math.round(progress * 100)}%`}</span>
        <span>{timeLeft(progress, elapsed)}</span>
      </div>
    </div>
  )
}

/** Least time, in milliseconds, and least fraction done from which the remaining time is estimated. */
const MIN_ELAPSED_MS = 1_000
const MIN_PROGRESS = 0.05

/**
 * Formats the remaining time, extrapolated as elapsed · (1 − progress) / progress; `''` until enough is done for an
 * estimate, and when the work is complete.
 */
export function timeLeft(progress: number, elapsed: number | undefined): string {
  const isEstimable = progress >= MIN_PROGRESS && progress < 1
  if (elapsed === undefined || elapsed < MIN_ELAPSED_MS || !isEstimable) return ''
  const seconds = Math.ceil((elapsed * (1 - progress)) / progress / 1_000)
  return seconds < 60 ? `约 ${seconds} 秒` : `约 ${Math.ceil(seconds / 60)} 分钟`
}
