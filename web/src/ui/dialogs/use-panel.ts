import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Opens and closes the panel over a screen, through `?panel=` and, inside the panel, `?tab=`. */
export function usePanel() {
  const [params, setParams] = useSearchParams()

  const open = useCallback(
    (panel: string, tab?: string) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        next.set('panel', panel)
        if (tab) next.set('tab', tab)
        else next.delete('tab')
        return next
      }),
    [setParams],
  )

  const close = useCallback(
    () =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        next.delete('panel')
        next.delete('tab')
        return next
      }),
    [setParams],
  )

  return { panel: params.get('panel'), tab: params.get('tab'), open, close }
}
