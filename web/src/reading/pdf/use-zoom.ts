import { useState } from 'react'
import { readStored, store } from '../../ui/stored-choice.ts'
import type { Zoom } from './page-layout.ts'

const KEY = 'scinav.reading.zoom'

function stored(): Zoom {
  const kept = readStored(KEY)
  if (kept === 'page') return kept
  const share = Number(kept)
  return share >= 0.25 && share <= 4 ? share : 'width'
}

/** How large this reader likes pages; kept in this browser. */
export function useZoom(): [Zoom, (zoom: Zoom) => void] {
  const [zoom, setZoom] = useState(stored)
  return [
    zoom,
    (next) => {
      setZoom(next)
      store(KEY, String(next))
    },
  ]
}
