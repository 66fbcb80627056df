import { useEffect } from 'react'
import { useAwake } from './use-awake.ts'

const EVERY = 2_000

/** Asks again every two seconds while something is going on and the tab is in use. */
export function usePolling(going: boolean, ask: () => unknown): void {
  const awake = useAwake()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` may be new at every render and always asks the same
  useEffect(() => {
    if (!going || !awake) return
    const timer = setInterval(ask, EVERY)
    return () => clearInterval(timer)
  }, [going, awake])
}
