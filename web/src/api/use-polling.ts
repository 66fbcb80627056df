import { useEffect, useRef } from 'react'
import { useTabActive } from './use-tab-active.ts'

const DEFAULT_INTERVAL_MS = 2_000

/** Calls `poll` at an interval, in milliseconds, while `enabled` is true and the tab is active. */
export function usePolling(enabled: boolean, poll: () => unknown, interval = DEFAULT_INTERVAL_MS): void {
  const isActive = useTabActive()
  const latest = useRef(poll)
  useEffect(() => {
    latest.current = poll
  })
  useEffect(() => {
    if (!enabled || !isActive) return
    const timer = setInterval(() => latest.current(), interval)
    return () => clearInterval(timer)
  }, [enabled, isActive, interval])
}
