import { api, type InputOf, type OutputOf, type Reference } from '@scinav/contract'
import { useEffect, useMemo, useState } from 'react'
import { useCitationState } from '../../api/specified.state.ts'
import { useRead } from '../../api/use-read.ts'
import { readStored, writeStored } from '../../ui/stored-choice.ts'
import { composeText, extractCitedKeys } from './compose.ts'
import { useManuscript } from './manuscript.state.ts'
import type { OwnEntry } from './manuscript.ts'

/** A cited paper of the library, an entry of the manuscript's own list, or a work of the user's own. */
export interface CitedSource {
  /** The key of its citations in the composed text. */
  key: string
  /** Null when the library does not have it. */
  paper_id: string | null
  /** As written in the manuscript; `''` when it is formatted from a record. */
  entry: string
  /** The record of a work of the user's own. */
  work?: Reference
}

/** The formatted reference list, with the mark of each entry in the text. */
export type CitedList = OutputOf<typeof api.citing.list>

/** The language of "et al." in the text, and whether two authors are both named. */
export type EtAlLanguage = NonNullable<InputOf<typeof api.citing.list>['in_text_words']>

export const etAlOptions: readonly { words: EtAlLanguage; name: string }[] = [
  { words: 'by_source', name: '按文献语种用「等」或 et al.' },
  { words: 'zh', name: '文中一律用「等」' },
  { words: 'en', name: '文中一律用 et al.' },
  { words: 'by_source_pairs', name: '按文献语种，两人用「和」或 and' },
  { words: 'zh_pairs', name: '文中一律用「等」，两人用「和」' },
  { words: 'en_pairs', name: '文中一律用 et al.，两人用 and' },
]

const ET_AL_KEY = 'scinav.in-text-words'

function storedEtAlLanguage(): EtAlLanguage {
  const stored = readStored(ET_AL_KEY)
  return etAlOptions.find(({ words }) => words === stored)?.words ?? 'by_source'
}

/** Returns the composed text, its cited keys in order of first appearance, and the reference list in a style. */
export function useCitedList(style: string) {
  const { text, sentences, own } = useManuscript()
  const [words, setWords] = useState(storedEtAlLanguage)
  const chooseWords = (chosen: EtAlLanguage) => {
    writeStored(ET_AL_KEY, chosen)
    setWords(chosen)
  }
  const composed = useMemo(() => composeText(text, sentences), [text, sentences])
  const sources = useMemo(() => citedSources(extractCitedKeys(composed), own), [composed, own])
  const read = useRead(
    api.citing.list,
    { sources, style, in_text_words: words },
    { enabled: sources.length > 0, keepPrevious: true },
  )
  const list = sources.length > 0 ? read.data : undefined
  useEffect(() => useCitationState.setState({ referenceList: list?.list ?? [] }), [list])
  return { composed, sources, list, failure: read.error?.failure.message, words, chooseWords }
}

function citedSources(keys: readonly string[], own: readonly OwnEntry[]): CitedSource[] {
  const entries = new Map(own.map((each) => [each.key, each]))
  return keys.map((key) => entries.get(key) ?? { key, paper_id: key, entry: '' })
}
