import type { api, OutputOf } from '@scinav/contract'
import { latexToText } from '@scinav/formats'
import { fold, textWithoutMarkup } from '@scinav/search'
import type { Paper } from '../../library/papers/index.ts'
import { titleKey } from '../../library/works/index.ts'
import { type ParsedReference, parseReference } from '../reference-text/index.ts'
import { type IndexedText, indexText, normalizedWords } from './fuzzy-match.ts'

/** A field in which an entry differs from its record, with both values. */
export type DifferingField = OutputOf<typeof api.references.check>['list'][number]['fields'][number]

/** The record that an entry is compared with: a paper of the library, or a work of an external engine. */
export type ComparableRecord = Pick<
  Paper,
  | 'title'
  | 'title_zh'
  | 'creators'
  | 'authors'
  | 'publish_date'
  | 'resource_type'
  | 'versions'
  | 'basic_source_vo'
  | 'basic_source_no'
  | 'basic_page'
  | 'basic_sourcename'
  | 'external_ids'
  | 'doi'
>

/** An entry of a reference list with its parsed and indexed forms, computed once for all comparisons. */
export interface ReferenceEntry {
  /** The text in NFKC. */
  text: string
  parsed: ParsedReference
  /** Folded, without diacritics. */
  folded: string
  /** Letters and digits only, to find titles regardless of punctuation and spaces. */
  key: string
  /** The index of the text, for titles. */
  index: IndexedText
  /** The index of the folded text, for names, which are folded too. */
  foldedIndex: IndexedText
}

/** Bounds the part of an entry that is read, in UTF-16 units. */
const MAX_ENTRY_CHARS = 1_500

/** The hyphen at the end of a line in a word, other than in `pre- and postwar`. */
const LINE_BREAK_HYPHEN = /(?<=\p{Ll}{2})[-‐\u00ad]\s{1,4}(?=\p{Ll}{2})(?!(?:and|or|to|und|oder|et|ou)\s)/gu
const LATEX_COMMAND = /\\[a-z"'`^~=]/i
/** The commands of a LaTeX bibliography: `\bibitem{key}` begins an entry, `\newblock` a part of it. */
const BIBITEM = /\\bibitem\s{0,4}(?:\[[^\]]{0,200}\])?\{[^{}]{0,200}\}|\\newblock\b/g

/** Returns the text of an entry in NFKC, without LaTeX commands and hyphens at the ends of lines. */
function plainEntry(entryText: string): string {
  const text = entryText.slice(0, MAX_ENTRY_CHARS)
  const withoutLatex = LATEX_COMMAND.test(text) ? latexToText(text.replace(BIBITEM, ' ')).trim() : text
  return withoutLatex.normalize('NFKC').slice(0, MAX_ENTRY_CHARS).replace(LINE_BREAK_HYPHEN, '')
}

/** Returns whether a title has `words` words, or, if Chinese, `han` words, of which each Han character is one. */
export const hasTitleLength = (title: string, { words, han }: { words: number; han: number }): boolean =>
  normalizedWords(title).length >= (/\p{Script=Han}/u.test(title) ? han : words)

/** Parses and indexes an entry. */
export function readEntry(entryText: string): ReferenceEntry {
  const text = plainEntry(entryText)
  const folded = fold(text, false).text
  return {
    text,
    parsed: parseReference(text),
    folded,
    key: titleKey(text),
    index: indexText(normalizedWords(text)),
    foldedIndex: indexText(normalizedWords(folded)),
  }
}

/** Returns the title of a paper, and its Chinese title if there is one, without mark-up. */
export const plainTitles = ({ title, title_zh }: Pick<Paper, 'title' | 'title_zh'>): string[] =>
  [title, ...(title_zh ? [title_zh] : [])].map(textWithoutMarkup)
