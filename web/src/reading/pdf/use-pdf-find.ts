import { useEffect, useRef, useState } from 'react'
import type { FindState } from '../bar/find-bar.tsx'
import { firstHitFrom, hitAt, type Pdf, totalHits, usePageSearch } from './use-page-search.ts'

/** Manages the search in a PDF: the words, the matches and the current one. */
export function usePdfFind(
  pdf: Pdf,
  page: number,
): FindState & { hit: { page: number; hit: number } | undefined } {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const found = usePageSearch(pdf, words)
  const total = totalHits(found)
  const from = useRef(page)
  // The first match is the one at or after the page in view.
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current || found.words !== words || total === 0) return
    const first = firstHitFrom(found, from.current)
    if (first < total) {
      isFirst.current = false
      setAt(first)
    }
  }, [found, words, total])
  return {
    words,
    hit: hitAt(found, at),
    at,
    total,
    read: found.read,
    look: (next: string) => {
      from.current = page
      isFirst.current = true
      setAt(0)
      setWords(next.trim())
    },
    step: (by: 1 | -1) => total > 0 && setAt((now) => (now + by + total) % total),
  }
}
