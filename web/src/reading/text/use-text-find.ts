import { useEffect, useMemo, useRef, useState } from 'react'
import { findMatches, type TextSpan } from '../places/found-text.ts'
import { useReading } from '../state/reading.state.ts'
import { type ChunkedText, useWholeText } from './use-text-chunks.ts'

/** A match in a block's text. */
export interface TextHit extends TextSpan {
  ordinal: number
}

/** Maximum number of matches. */
const MAX_HITS = 2_000

/** Searches the whole text; the first current match is the first one at or after the reading position. */
export function useTextFind(text: ChunkedText) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const { blocks, chunks } = useWholeText(text, words !== '')
  const hits = useMemo(() => {
    const found: TextHit[] = []
    if (!words) return found
    for (const block of blocks) {
      if (block.type === 'other' || found.length >= MAX_HITS) continue
      for (const place of findMatches(block.text, words)) found.push({ ...place, ordinal: block.ordinal })
    }
    return found
  }, [blocks, words])
  const from = useRef<number>(undefined)
  useEffect(() => {
    if (from.current === undefined) return
    const start = from.current
    const first = hits.findIndex(({ ordinal }) => ordinal >= start)
    if (first === -1) return
    from.current = undefined
    setAt(first)
  }, [hits])
  return {
    words,
    at,
    total: hits.length,
    read: chunks,
    hits,
    search: (next: string) => {
      from.current = useReading.getState().ordinal
      setAt(0)
      setWords(next.trim())
    },
    step: (by: 1 | -1) => hits.length > 0 && setAt((now) => (now + by + hits.length) % hits.length),
  }
}
