import { useEffect, useMemo, useRef, useState } from 'react'
import { findMatches, type TextSpan } from '../places/found-text.ts'
import { useReading } from '../state/reading.state.ts'
import { type ChunkedText, useWholeText } from './use-text-chunks.ts'

/** A match, as a span of a block's text. */
export interface TextHit extends TextSpan {
  /** The ordinal of the block. */
  ordinal: number
}

/** The search ends once it has found this many matches. */
const MAX_HITS = 2_000

/**
 * Returns the state of the search in a text, with all matches (`hits`) so far. A new search begins with the first match
 * at or after the reading position.
 */
export function useTextFind(text: ChunkedText) {
  const [words, setWords] = useState('')
  const [index, setIndex] = useState(0)
  const { blocks, chunks } = useWholeText(text, words !== '')
  const hits = useMemo(() => {
    const found: TextHit[] = []
    if (!words) return found
    for (const block of blocks) {
      if (block.type === 'other' || found.length >= MAX_HITS) continue
      for (const match of findMatches(block.text, words)) found.push({ ...match, ordinal: block.ordinal })
    }
    return found
  }, [blocks, words])
  /** The ordinal from which the first match is still to be chosen; undefined once it has been. */
  const from = useRef<number>(undefined)
  useEffect(() => {
    if (from.current === undefined) return
    const start = from.current
    const first = hits.findIndex(({ ordinal }) => ordinal >= start)
    if (first === -1) return
    from.current = undefined
    setIndex(first)
  }, [hits])
  return {
    words,
    index,
    total: hits.length,
    searched: chunks,
    hits,
    search: (next: string) => {
      from.current = useReading.getState().ordinal
      setIndex(0)
      setWords(next.trim())
    },
    step: (by: 1 | -1) => hits.length > 0 && setIndex((before) => (before + by + hits.length) % hits.length),
  }
}
