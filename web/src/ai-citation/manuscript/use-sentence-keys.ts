import { useEffect } from 'react'
import { isFree } from '../../ui/use-row-keys.ts'
import { needsNone } from './look-through.ts'
import { cite, look, useManuscript } from './manuscript.state.ts'

/** `j` and `k` walk through the sentences, `a` takes the first paper of one, `n` says that it needs none. */
export function useSentenceKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isFree(event) && act(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

function act(key: string): boolean {
  const { sentences, current = -1 } = useManuscript.getState()
  const step = STEPS[key]
  return step === undefined ? decide(key, current) : walk(Math.max(0, current + step), sentences.length)
}

function walk(to: number, count: number): boolean {
  if (to >= count) return false
  look(to)
  document.querySelector(`[data-sentence="${to}"]`)?.scrollIntoView({ block: 'nearest' })
  return true
}

function decide(key: string, at: number): boolean {
  const sentence = useManuscript.getState().sentences[at]
  if (!sentence || (key !== 'a' && key !== 'n')) return false
  const [first] = sentence.found?.candidates ?? []
  if (key === 'n') needsNone(at)
  else if (first) void cite(at, first)
  return true
}
