import { useState } from 'react'
import { readStored, writeStored } from '../../ui/stored-choice.ts'
import type { Zoom } from './page-layout.ts'

const STORAGE_KEY = 'scinav.reading.zoom'

function readStoredZoom(): Zoom {
  const kept = readStored(STORAGE_KEY)
  if (kept === 'page') return kept
  const share = Number(kept)
  return share >= 0.25 && share <= 4 ? share : 'width'
}

/** Returns the zoom of the pages, stored in this browser. */
export function useZoom(): [Zoom, (zoom: Zoom) => void] {
  const [zoom, setZoom] = useState(readStoredZoom)
  return [
    zoom,
    (next) => {
      setZoom(next)
      writeStored(STORAGE_KEY, String(next))
    },
  ]
}
