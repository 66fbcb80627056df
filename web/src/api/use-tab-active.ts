import { useEffect, useState } from 'react'

/** How long a tab may be hidden before its streams are closed, in milliseconds. */
const MAX_HIDDEN_MS = 30_000

/** Whether the tab is active: visible, or hidden for less than 30 s. */
export function useTabActive(): boolean {
  const [isActive, setActive] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onVisibilityChange = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') setActive(true)
      else timer = setTimeout(() => setActive(false), MAX_HIDDEN_MS)
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [])
  return isActive
}
