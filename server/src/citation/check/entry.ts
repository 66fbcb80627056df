import { fold, textWithoutMarkup } from '@scinav/search'
import type { Paper } from '../../library/papers/index.ts'
import { titleKey } from '../../library/works/index.ts'
import { type IndexedText, indexText, normalizedWords } from './fuzzy-match.ts'
import { type ParsedReference, parseReference } from './parse-reference.ts'

/** An entry of a list of references, and what was read of it: once, however many papers it is compared with. */
export interface ReferenceEntry {
  /** Composed (NFKC), as all that is looked for in it. */
  text: string
  parsed: ParsedReference
  /** Folded, without marks of letters. */
  folded: string
  /** Letters and digits alone: titles are found in it whatever signs and spaces stand in them. */
  key: string
  said: IndexedText
  /** The same of the folded text: names are folded too. */
  foldedWords: IndexedText
}

/** An entry is read so far. */
const MAX_ENTRY_CHARS = 1_500

export function readEntry(given: string): ReferenceEntry {
  const text = given.slice(0, MAX_ENTRY_CHARS).normalize('NFKC')
  const folded = fold(text, false).text
  return {
    text,
    parsed: parseReference(text),
    folded,
    key: titleKey(text),
    said: indexText(normalizedWords(text)),
    foldedWords: indexText(normalizedWords(folded)),
  }
}

/** What a paper is called, in both languages. */
export const plainTitles = ({ title, title_zh }: Pick<Paper, 'title' | 'title_zh'>): string[] =>
  [title, ...(title_zh ? [title_zh] : [])].map(textWithoutMarkup)
