import { useEffect, useState } from 'react'
import { useReading } from '../state/reading.state.ts'
import type { Annotation } from '../state/target.ts'

/** Maximum number of notes on a page; more are slow to render and hard to scan. */
export const NOTES_PER_PAGE = 100

/** Returns the page of notes to show; it follows the current annotation when that changes. */
export function useNotePage(list: readonly Annotation[]) {
  const [page, setPage] = useState(1)
  const inHand = useReading((state) => state.annotation)
  const at = inHand === undefined ? -1 : list.findIndex(({ id }) => id === inHand)
  useEffect(() => {
    if (at >= 0) setPage(Math.floor(at / NOTES_PER_PAGE) + 1)
  }, [at])
  const last = Math.max(1, Math.ceil(list.length / NOTES_PER_PAGE))
  const shown = Math.min(page, last)
  return { page: shown, setPage, onPage: list.slice((shown - 1) * NOTES_PER_PAGE, shown * NOTES_PER_PAGE) }
}
