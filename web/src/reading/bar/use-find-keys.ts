import { useEffect, useRef, useState } from 'react'
import { isCovered, isPlainKey } from './keys.ts'

interface FindKeyHandlers {
  onZoom: (by: 1 | -1 | 0) => void
}

const zooms: Readonly<Record<string, 1 | -1 | 0>> = { '+': 1, '=': 1, '-': -1, '0': 0 }

const isFind = ({ ctrlKey, metaKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'f' && !isCovered()

/**
 * Handles shortcuts: Ctrl+F searches the whole open text rather than the part the browser has rendered; + and − zoom.
 * `wish` increases with every Ctrl+F.
 */
export function useFindKeys(keys: FindKeyHandlers) {
  const [open, setOpen] = useState(false)
  const [wish, setWish] = useState(0)
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isFind(event)) {
        event.preventDefault()
        setOpen(true)
        setWish((now) => now + 1)
      }
      const zoom = isPlainKey(event) ? zooms[event.key] : undefined
      if (zoom !== undefined) latest.current.onZoom(zoom)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { open, wish, toggle: () => setOpen((now) => !now), close: () => setOpen(false) }
}
