import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnection } from '../../api/connection.state.ts'
import { ReadError } from '../../api/use-read.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { recheckLogin } from '../entry/login-check.ts'
import styles from './top-bar.module.css'

/**
 * Reports that the server does not respond, retries until it does, and then repeats the reads that failed meanwhile.
 */
export function ConnectionBanner() {
  const cache = useQueryClient()
  const lost = useConnection((state) => state.lost)
  useConnectionLossDetection(cache)
  useRecovery(cache, lost)
  if (!lost) return null
  return (
    <div className={styles.banner}>
      <Notice
        tone="warning"
        action={<QuietButton onPress={() => void recheckLogin(cache)}>立即重试</QuietButton>}
      >
        连不上服务器，正在自动重试。已经打开的内容可以继续看。
      </Notice>
    </div>
  )
}

/** Checks the connection at once when the browser goes offline or online, or when a read gets no response. */
function useConnectionLossDetection(cache: QueryClient): void {
  useEffect(() => {
    const recheck = () => void recheckLogin(cache)
    const stop = cache.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || useConnection.getState().lost) return
      const { error } = event.action
      if (error instanceof ReadError && error.failure.problem === 'network') recheck()
    })
    addEventListener('offline', recheck)
    addEventListener('online', recheck)
    return () => {
      stop()
      removeEventListener('offline', recheck)
      removeEventListener('online', recheck)
    }
  }, [cache])
}

/** Delay before the first retry and the longest delay, in milliseconds; each retry waits twice as long. */
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 15_000

/** Retries while the connection is lost; when it is back, repeats the reads on the screen that have failed. */
function useRecovery(cache: QueryClient, lost: boolean): void {
  useEffect(() => {
    if (!lost) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const scheduleRetry = (delay: number) => {
      timer = setTimeout(async () => {
        await recheckLogin(cache)
        if (useConnection.getState().lost) scheduleRetry(Math.min(delay * 2, MAX_RETRY_MS))
      }, delay)
    }
    scheduleRetry(FIRST_RETRY_MS)
    return () => {
      clearTimeout(timer)
      void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
  }, [cache, lost])
}
