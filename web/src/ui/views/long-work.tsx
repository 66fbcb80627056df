import { Button } from 'antd'
import styles from './long-work.module.css'
import { ProgressBar } from './progress-bar.tsx'

interface Props {
  /** What is being done. */
  title: string
  /** 0–1. */
  progress: number
  note?: string | null
  /** Milliseconds since it began: what the time left is reckoned from. */
  elapsed?: number
  onCancel?: () => void
}

/** Work that takes a while: what is being done, how far it is, how long it may still take, 取消. */
export function LongWork({ title, progress, note, elapsed, onCancel }: Props) {
  return (
    <div className={styles.work}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {onCancel && <Button onClick={onCancel}>取消</Button>}
      </div>
      <ProgressBar label={title} progress={progress} />
      <div className={styles.foot}>
        <span>{note ?? `${Math.round(progress * 100)}%`}</span>
        <span>{timeLeft(progress, elapsed)}</span>
      </div>
    </div>
  )
}

/** The time left in words, once enough is done to reckon it. */
export function timeLeft(progress: number, elapsed: number | undefined): string {
  if (elapsed === undefined || elapsed < 1_000 || progress < 0.05 || progress >= 1) return ''
  const seconds = Math.ceil((elapsed * (1 - progress)) / progress / 1_000)
  return seconds < 60 ? `约 ${seconds} 秒` : `约 ${Math.ceil(seconds / 60)} 分钟`
}
