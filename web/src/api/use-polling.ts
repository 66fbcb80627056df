import { useEffect, useRef } from 'react'
import { useAwake } from './use-awake.ts'

const EVERY = 2_000

/** Asks again every two seconds while something is going on and the tab is in use. */
export function usePolling(going: boolean, ask: () => unknown): void {
  const awake = useAwake()
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!going || !awake) return
    const timer = setInterval(() => latest.current(), EVERY)
    return () => clearInterval(timer)
  }, [going, awake])
}
