import { useEffect } from 'react'
import { isUnclaimedKey } from '../../ui/use-row-keys.ts'
import { citeCandidate, setCurrentSentence, useManuscript } from './manuscript.state.ts'
import { markCitationUnneeded } from './match-sentences.ts'

/**
 * Handles keys: `j` and `k` move through the sentences, `a` accepts the first candidate, `n` marks a sentence as
 * needing none.
 */
export function useSentenceKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isUnclaimedKey(event) && handleKey(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const KEY_STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

function handleKey(key: string): boolean {
  const { sentences, current = -1 } = useManuscript.getState()
  const step = KEY_STEPS[key]
  return step === undefined
    ? applyDecision(key, current)
    : moveToSentence(Math.max(0, current + step), sentences.length)
}

function moveToSentence(to: number, count: number): boolean {
  if (to >= count) return false
  setCurrentSentence(to)
  document.querySelector(`[data-sentence="${to}"]`)?.scrollIntoView({ block: 'nearest' })
  return true
}

function applyDecision(key: string, at: number): boolean {
  const sentence = useManuscript.getState().sentences[at]
  if (!sentence || (key !== 'a' && key !== 'n')) return false
  const [first] = sentence.found?.candidates ?? []
  if (key === 'n') markCitationUnneeded(at)
  else if (first) void citeCandidate(at, first)
  return true
}
