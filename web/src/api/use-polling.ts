import { useEffect, useRef } from 'react'
import { useTabActive } from './use-tab-active.ts'

const POLL_INTERVAL_MS = 2_000

/** Calls `ask` every two seconds, or every `every_ms`, while `going` is true and the tab is active. */
export function usePolling(going: boolean, ask: () => unknown, every_ms = POLL_INTERVAL_MS): void {
  const awake = useTabActive()
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!going || !awake) return
    const timer = setInterval(() => latest.current(), every_ms)
    return () => clearInterval(timer)
  }, [going, awake, every_ms])
}
