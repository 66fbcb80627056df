import { useEffect, useRef, useState } from 'react'
import type { FindState } from '../bar/find-bar.tsx'
import { firstHitFrom, hitAt, type Pdf, totalHits, usePageSearch } from './use-page-search.ts'

/** Words looked for in the document, and which of their places is in hand. */
export function usePdfFind(
  pdf: Pdf,
  page: number,
): FindState & { hit: { page: number; hit: number } | undefined } {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const found = usePageSearch(pdf, words)
  const total = totalHits(found)
  const from = useRef(page)
  // The first place is the one nearest to where the reader is.
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
