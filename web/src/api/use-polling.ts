import { useEffect, useRef } from 'react'
import { useTabActive } from './use-tab-active.ts'

const POLL_INTERVAL_MS = 2_000

/** Asks again every two seconds, or as often as given, while something is going on and the tab is in use. */
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
