import { useEffect, useRef, useState } from 'react'
import type { Finding } from '../bar/find-bar.tsx'
import { firstFrom, hitAt, type Pdf, totalOf, useFind } from './use-find.ts'

/** Words looked for in the document, and which of their places is in hand. */
export function useFinding(
  pdf: Pdf,
  page: number,
): Finding & { hit: { page: number; hit: number } | undefined } {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const found = useFind(pdf, words)
  const total = totalOf(found)
  const from = useRef(page)
  // The first place is the one nearest to where the reader is.
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current || found.words !== words || total === 0) return
    const first = firstFrom(found, from.current)
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
