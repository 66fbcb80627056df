import { fold, plainText } from '@scinav/search'
import type { Paper } from '../../library/papers/index.ts'
import { titleKey } from '../../library/works/index.ts'
import { type SaidText, saidText, wordsOf } from './alike.ts'
import { type ParsedReference, parseReference } from './parse-reference.ts'

/** An entry of a list of references, and what was read of it: once, however many papers it is compared with. */
export interface Entry {
  /** Composed (NFKC), as all that is looked for in it. */
  text: string
  parsed: ParsedReference
  /** Folded, without marks of letters. */
  folded: string
  /** Letters and digits alone: titles are found in it whatever signs and spaces stand in them. */
  key: string
  said: SaidText
  /** The same of the folded text: names are folded too. */
  foldedWords: SaidText
}

/** An entry is read so far. */
const LONGEST = 1_500

export function entryOf(given: string): Entry {
  const text = given.slice(0, LONGEST).normalize('NFKC')
  const folded = fold(text, false).text
  return {
    text,
    parsed: parseReference(text),
    folded,
    key: titleKey(text),
    said: saidText(wordsOf(text)),
    foldedWords: saidText(wordsOf(folded)),
  }
}

/** What a paper is called, in both languages. */
export const titlesOf = ({ title, title_zh }: Pick<Paper, 'title' | 'title_zh'>): string[] =>
  [title, ...(title_zh ? [title_zh] : [])].map(plainText)
