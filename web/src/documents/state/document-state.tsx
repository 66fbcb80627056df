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
  progress: DocumentProgress
  /** The document's name, for the accessible names. */
  name: string
  /** Absent when the user may only read. */
  onRetry?: (() => void) | undefined
}

/** Renders the state of a document: text, a progress bar while it is being processed, 重试 where that helps. */
export function DocumentState({ progress, name, onRetry }: Props) {
  const isBeingProcessed = isWorking(progress)
  const now = useNow(isBeingProcessed)
  const stalled = isStalled(progress, now)
  const stateText = progressText(progress, now)
  const share = progressShare(progress)
  return (
    <span className={styles.state} data-state={progress.state} data-stalled={stalled}>
      <span className={styles.words}>
        {progress.state === 'ready' && !isBeingProcessed && <Icon name="check" size={16} />}
        {(progress.state === 'failed' || stalled) && <Icon name="warning" size={16} />}
        {stateText}
        {onRetry && (stalled || isRetryable(progress)) && (
          <QuietButton icon="retry" label={`重试：${name}`} onPress={onRetry}>
            重试
          </QuietButton>
        )}
      </span>
      {isBeingProcessed && Math.round(share * 100) > 0 && (
        <ProgressBar label={`${name}：${stateText}`} progress={share} />
      )}
    </span>
  )
}

/** Interval at which a document being processed is checked for a lack of progress, in milliseconds. */
const CLOCK_INTERVAL_MS = 5_000

/**
 * Returns the present time in milliseconds since 1970. It is refreshed while something is running, because no event
 * reports a lack of progress.
 */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const update = () => setNow(Date.now())
    update()
    const timer = setInterval(update, CLOCK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
