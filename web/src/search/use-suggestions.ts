import { api, type OutputOf } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { useRead } from '../api/use-read.ts'

export type Suggestion = OutputOf<typeof api.papers.suggest>[number]

/** How long a person pauses between letters, in milliseconds: what is typed faster is not asked for. */
const PAUSE = 120
const LONGEST = 200

/** What is suggested for a text, in the order in which it is shown. Nothing while the box is shut. */
export function useSuggestions(text: string, open: boolean): Suggestion[] {
  const keyword = usePaused(text.trim().slice(0, LONGEST))
  const found = useRead(api.papers.suggest, { keyword, limit: 10 }, { enabled: open, keepPrevious: true })
  const list = open ? (found.data ?? []) : []
  return list.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
}

const order: Suggestion['type'][] = ['history', 'keyword', 'title', 'author', 'journal']

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
