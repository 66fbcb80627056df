import { useEffect, useState } from 'react'

/** How long a tab may be hidden before its streams are closed, in milliseconds. */
const MAX_HIDDEN_MS = 30_000

/** Whether the tab is active: visible, or hidden for less than 30 s. */
export function useTabActive(): boolean {
  const [awake, setAwake] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') setAwake(true)
      else timer = setTimeout(() => setAwake(false), MAX_HIDDEN_MS)
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return awake
}
