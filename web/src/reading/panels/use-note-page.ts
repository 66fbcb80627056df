import { useEffect, useState } from 'react'
import { useReading } from '../state/reading.state.ts'
import type { Annotation } from '../state/target.ts'

/** More on one page is slow to draw, and nobody's to look through. */
export const NOTES_PER_PAGE = 100

/** Which page of the notes is shown: the one with the annotation in hand, when that changes. */
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
