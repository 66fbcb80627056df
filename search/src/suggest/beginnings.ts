import { nameQueryTerms, nameTerms } from '../analysis/names.ts'
import type { FacetValues } from '../index/values.ts'
import { isCjk, isShortWord, typedText } from './typed-text.ts'

/** Tables whose values are suggested. */
export const COMPLETED_TABLES = ['keyword', 'author', 'source'] as const
/** A table whose values are completed. */
export type CompletedTable = (typeof COMPLETED_TABLES)[number]

/** A text by whose prefixes a value is found: `attention networks` finds the value graph attention networks. */
export interface ValueBeginning {
  text: string
  /** Whether it begins inside the value; values that themselves begin with the typed text are suggested first. */
  inner: boolean
}

/** Maximum number of words of a typed name. */
const MAX_NAME_WORDS = 4
/** Maximum length of a beginning; longer typed texts are not expected. */
const MAX_BEGINNING_CHARS = 120

/**
 * Returns the prefixes of which a beginning of a value must have one to be suggested for a typed text (`typedText`):
 * for an author, the spellings of the name; none when no value can match.
 */
export function typedBeginnings(table: CompletedTable, text: string): string[] {
  if (table !== 'author')
    return [isShortWord(text) ? text : comparableText(table, text)].filter((comparable) => comparable !== '')
  const terms = nameQueryTerms(text).filter((term) => term.length > 1 || isCjk(term))
  return terms.filter((term) => term.split(' ').length <= MAX_NAME_WORDS)
}

/**
 * Returns all beginnings of the value with a number: the spellings of a name (Chinese, pinyin, initials, both orders),
 * or otherwise its text from each word and Chinese character on.
 */
export function valueBeginnings(
  table: CompletedTable,
  { keyOf, labelOf }: FacetValues,
  number: number,
): ValueBeginning[] {
  if (table === 'author') return nameSpellings(labelOf(number))
  const text = comparableText(table, typedText(keyOf(number))).slice(0, MAX_BEGINNING_CHARS)
  return wordStarts(text).map((start) => ({ text: text.slice(start), inner: start > 0 }))
}

/** Returns a text with spaces for hyphens, or in a source's title for all signs: `self att` finds self-attention. */
function comparableText(table: CompletedTable, text: string): string {
  return text.replace(table === 'source' ? /[^\p{L}\p{N}]+/gu : /[-\s]+/g, ' ').trim()
}

/** Matches a letter or a digit. */
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Returns the offsets at which a word or a Chinese character begins, and always 0; none for an empty text. */
function wordStarts(text: string): number[] {
  if (text === '') return []
  const starts = [0]
  let wasInWord = true
  let offset = 0
  for (const character of text) {
    const isInWord = LETTER_OR_DIGIT.test(character)
    if (offset > 0 && isInWord && (!wasInWord || isCjk(character))) starts.push(offset)
    wasInWord = isInWord
    offset += character.length
  }
  return starts
}

/** Returns the spellings of a name; one that is a prefix of another is left out, since the other is found as well. */
function nameSpellings(name: string): ValueBeginning[] {
  const sorted = nameTerms(name).sort()
  return sorted
    .filter((term, index) => !sorted[index + 1]?.startsWith(term))
    .map((text) => ({ text, inner: false }))
}
