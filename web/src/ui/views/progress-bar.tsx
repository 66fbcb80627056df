import styles from './progress-bar.module.css'

interface Props {
  /** What is on its way, for those who hear the screen. */
  label: string
  /** 0–1. */
  progress: number
  /** Of what has arrived, or rests. */
  tone?: 'done' | 'resting' | undefined
}

/** How far something is. As wide as its place. */
export function ProgressBar({ label, progress, tone }: Props) {
  const percent = Math.round(progress * 100)
  return (
    <span
      className={styles.bar}
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${percent}%` }} />
    </span>
  )
}
