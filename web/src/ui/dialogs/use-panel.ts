import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Returns the panel that is open over the screen and its tab, as the address names them (`?panel=`, `?tab=`; null where
 * absent), and the functions that open one and close it.
 */
export function usePanel() {
  const [params, setParams] = useSearchParams()

  const open = useCallback(
    (panel: string, tab?: string) =>
      setParams((before) => {
        const next = new URLSearchParams(before)
        next.set('panel', panel)
        if (tab) next.set('tab', tab)
        else next.delete('tab')
        return next
      }),
    [setParams],
  )

  const close = useCallback(
    () =>
      setParams((before) => {
        const next = new URLSearchParams(before)
        next.delete('panel')
        next.delete('tab')
        return next
      }),
    [setParams],
  )

  return { panel: params.get('panel'), tab: params.get('tab'), open, close }
}
