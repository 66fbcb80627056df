import styles from './views.module.css'

interface Props {
  /** Accessible name: the running work. */
  label: string
  /** Fraction done, 0–1. */
  progress: number
  /** For work that is complete or paused. */
  tone?: 'done' | 'resting' | undefined
}

/** Renders a progress bar as wide as its container. */
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
