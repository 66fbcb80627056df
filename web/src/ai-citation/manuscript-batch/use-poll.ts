import { useEffect } from 'react'

const POLL_INTERVAL_MS = 3_000

/** Calls a function every three seconds while `isOn`. */
export function usePoll(poll: () => unknown, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => void poll(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [poll, isOn])
}
