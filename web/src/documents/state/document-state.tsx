import { useEffect, useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { ProgressBar } from '../../ui/views/progress-bar.tsx'
import styles from './document-state.module.css'
import {
  type DocumentProgress,
  isRetryable,
  isStalled,
  isWorking,
  progressShare,
  progressText,
} from './progress.ts'

interface Props {
  of: DocumentProgress
  name: string
  /** Absent when the user may only read. */
  onRetry?: (() => void) | undefined
}

/** Renders the state of a document: text, a progress bar while it is being processed, 重试 where that helps. */
export function DocumentState({ of, name, onRetry }: Props) {
  const working = isWorking(of)
  const now = useNow(working)
  const still = isStalled(of, now)
  const words = progressText(of, now)
  const progress = progressShare(of)
  return (
    <span className={styles.state} data-state={of.state} data-still={still}>
      <span className={styles.words}>
        {of.state === 'ready' && !working && <Icon name="check" size={16} />}
        {(of.state === 'failed' || still) && <Icon name="warning" size={16} />}
        {words}
        {onRetry && (still || isRetryable(of)) && (
          <QuietButton icon="retry" label={`重试：${name}`} onPress={onRetry}>
            重试
          </QuietButton>
        )}
      </span>
      {working && Math.round(progress * 100) > 0 && (
        <ProgressBar label={`${name}：${words}`} progress={progress} />
      )}
    </span>
  )
}

const CLOCK_INTERVAL_MS = 5_000

/** Returns the present time, refreshed while something is running, because no event reports a lack of progress. */
function useNow(moving: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!moving) return
    const look = () => setNow(Date.now())
    look()
    const timer = setInterval(look, CLOCK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [moving])
  return now
}
