import { api, type InputOf, type NationalOptions, type OutputOf, type Reference } from '@scinav/contract'
import { useEffect, useMemo, useState } from 'react'
import { useCitationState } from '../../api/specified.state.ts'
import { useRead } from '../../api/use-read.ts'
import { useNationalOptions } from '../../paper/cite/national-options.tsx'
import { readStored, writeStored } from '../../ui/stored-choice.ts'
import { composeText, extractCitedKeys } from './compose.ts'
import { useManuscript } from './manuscript.state.ts'
import type { OwnEntry } from './manuscript.ts'

/**
 * A source that the text cites. One of three:
 * - a paper of the library: `paper_id`, which is also its key;
 * - an entry of the manuscript's own list: `entry`, and `paper_id` where the library has it;
 * - a work of the user's own: `work`, without `paper_id`.
 */
export interface CitedSource {
  /** The key of its citations in the composed text, `[@key]`. */
  key: string
  /** Null when the library does not have it. */
  paper_id: string | null
  /** As written in the manuscript; `''` for the other two, which are formatted from a record. */
  entry: string
  /** The record of a work of the user's own. */
  work?: Reference
}

/** The formatted reference list, with the mark of each entry in the text. */
export type CitedList = OutputOf<typeof api.citing.list>

/**
 * The wording of citations that name authors in the text: the language of 等 (et al.) and 和 (and), that of each source
 * (`by_source`) or always the same; the variants with `_pairs` name both authors of a source that has two.
 */
export type InTextWords = NonNullable<InputOf<typeof api.citing.list>['in_text_words']>

/** The wordings as options of a choice. */
export const inTextWordsOptions: readonly { value: InTextWords; name: string }[] = [
  { value: 'by_source', name: '按文献语种用「等」或 et al.' },
  { value: 'zh', name: '文中一律用「等」' },
  { value: 'en', name: '文中一律用 et al.' },
  { value: 'by_source_pairs', name: '按文献语种，两人用「和」或 and' },
  { value: 'zh_pairs', name: '文中一律用「等」，两人用「和」' },
  { value: 'en_pairs', name: '文中一律用 et al.，两人用 and' },
]

/** Used until the user chooses another wording. */
export const DEFAULT_IN_TEXT_WORDS: InTextWords = 'by_source'

/** Key under which the browser stores the language of 等 and 和. */
const IN_TEXT_WORDS_KEY = 'scinav.in-text-words'

/** Reads the wording chosen last in this browser. */
function readInTextWords(): InTextWords {
  const stored = readStored(IN_TEXT_WORDS_KEY)
  return inTextWordsOptions.find(({ value }) => value === stored)?.value ?? DEFAULT_IN_TEXT_WORDS
}

/** What the open manuscript cites, and how its reference list is formatted. */
export interface CitedListState {
  /** The text of the manuscript with its citations as `[@key]`. */
  composed: string
  /** The cited sources in order of first appearance. */
  sources: CitedSource[]
  /**
   * Undefined without sources and until the first list has been formatted; while a changed one is being formatted, the
   * previous list.
   */
  list: CitedList | undefined
  /** Why the list could not be formatted, for the user. */
  failure: string | undefined
  /** The chosen wording. */
  inTextWords: InTextWords
  /** Chooses the wording and stores it in this browser. */
  chooseInTextWords: (words: InTextWords) => void
  /** The options of the GB/T 7714 styles. */
  national: NationalOptions
  /** Changes options and stores them in this browser. */
  chooseNational: (change: NationalOptions) => void
}

/**
 * Returns what the open manuscript cites and its reference list in a style (the style's id), formatted by the server.
 * It also copies the list to `useCitationState`, the place that the specification names for it.
 */
export function useCitedList(style: string): CitedListState {
  const { text, sentences, own } = useManuscript()
  const [national, chooseNational] = useNationalOptions()
  const [inTextWords, setInTextWords] = useState(readInTextWords)
  const chooseInTextWords = (chosen: InTextWords) => {
    writeStored(IN_TEXT_WORDS_KEY, chosen)
    setInTextWords(chosen)
  }
  const composed = useMemo(() => composeText(text, sentences), [text, sentences])
  const sources = useMemo(() => toSources(extractCitedKeys(composed), own), [composed, own])
  const hasSources = sources.length > 0
  const read = useRead(
    api.citing.list,
    { sources, style, national, in_text_words: inTextWords },
    { enabled: hasSources, keepPrevious: true },
  )
  // Without sources nothing is read, but the previous list would stay.
  const list = hasSources ? read.data : undefined
  useEffect(() => useCitationState.setState({ referenceList: list?.list ?? [] }), [list])
  return {
    composed,
    sources,
    list,
    failure: read.error?.failure.message,
    inTextWords,
    chooseInTextWords,
    national,
    chooseNational,
  }
}

/**
 * Returns the sources of cited keys. Every entry of the manuscript and every work of the user's own has its key in
 * `own`; any other key is the id of a library paper, because `composeText` cites papers by their id.
 */
function toSources(keys: readonly string[], own: readonly OwnEntry[]): CitedSource[] {
  const ownByKey = new Map(own.map((entry) => [entry.key, entry]))
  return keys.map((key) => ownByKey.get(key) ?? { key, paper_id: key, entry: '' })
}
