import { inCorners, inDoubleQuotes } from '@scinav/contract/quoted'
import type { StepSearch } from './step-search.ts'

/** Note on a step whose searches found nothing to quote. */
const NOTHING_FOUND = '试过的检索式都没有找到可以摘录的原文'

/**
 * Returns the final state of a step: failed when every search failed, empty without evidence, else done.
 *
 * @param evidence the number of pieces of evidence, or of works that were read.
 * @param note note of a step that finished without errors.
 */
export function stepOutcome(searches: StepSearch[], evidence: number, note: string | null) {
  const errors = searches.flatMap(({ error }) => error ?? [])
  const [firstError = null] = errors
  if (errors.length === searches.length && firstError !== null)
    return { state: 'failed' as const, note: firstError }
  return evidence === 0
    ? { state: 'empty' as const, note: NOTHING_FOUND }
    : { state: 'done' as const, note: firstError ?? note }
}

/** Notes on a step whose own queries found next to nothing, so that relaxed queries were searched. */
const WIDER_SEARCH_NOTES = {
  zh: (words: string[]) => `同时说到各项的文献很少，另按${words.map(inCorners).join('、')}查过`,
  en: (words: string[]) =>
    `few papers speak of all of it, so ${words.map(inDoubleQuotes).join(' and ')} was searched for as well`,
}

/** Returns the note on a step that searched with wider queries; null without any. */
export const widerSearchNote = (queries: string[], language: 'zh' | 'en'): string | null =>
  queries.length > 0 ? WIDER_SEARCH_NOTES[language](queries) : null
