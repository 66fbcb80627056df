import { nameQueryTerms, nameTerms } from '../analysis/names.ts'
import type { FacetValues } from '../index/values.ts'
import { isCjk, isShortWord, typedText } from './typed-text.ts'

/** Tables whose values are suggested. */
export const COMPLETED_TABLES = ['keyword', 'author', 'source'] as const
export type CompletedTable = (typeof COMPLETED_TABLES)[number]

/** A text by whose prefixes a value is found. */
export interface ValueBeginning {
  text: string
  /** Whether it begins inside the value; values that begin with the text come first. */
  inner: boolean
}

/** A typed text of more words is no name. */
const MAX_NAME_WORDS = 4
/** Length of the stored beginning of a value; longer typed texts are not expected. */
const MAX_BEGINNING_CHARS = 120

/** Returns the texts with which the beginnings of a table's values are compared, for a typed text (`typedText`). */
export function typedBeginnings(table: CompletedTable, text: string): string[] {
  if (table !== 'author')
    return [isShortWord(text) ? text : comparableText(table, text)].filter((each) => each !== '')
  const terms = nameQueryTerms(text).filter((term) => term.length > 1 || isCjk(term))
  return terms.filter((term) => term.split(' ').length <= MAX_NAME_WORDS)
}

/**
 * Returns all beginnings of a value: the spellings of a name (Chinese, pinyin, initials, both orders), or its text from
 * each word and Chinese character on.
 */
export function valueBeginnings(
  table: CompletedTable,
  { keyOf, labelOf }: FacetValues,
  number: number,
): ValueBeginning[] {
  if (table === 'author') return nameSpellings(labelOf(number))
  const text = comparableText(table, typedText(keyOf(number))).slice(0, MAX_BEGINNING_CHARS)
  return wordStarts(text).map((at) => ({ text: text.slice(at), inner: at > 0 }))
}

/** Returns a text without the punctuation between its words: `self att` finds self-attention, and a journal is found without its points. */
function comparableText(table: CompletedTable, text: string): string {
  return text.replace(table === 'source' ? /[^\p{L}\p{N}]+/gu : /[-\s]+/g, ' ').trim()
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Returns the offsets at which a word or a Chinese character begins, and 0; none for an empty text. */
function wordStarts(text: string): number[] {
  const starts = [0]
  let wasInWord = true
  let at = 0
  for (const character of text) {
    const isInWord = LETTER_OR_DIGIT.test(character)
    if (at > 0 && isInWord && (!wasInWord || isCjk(character))) starts.push(at)
    wasInWord = isInWord
    at += character.length
  }
  return text === '' ? [] : starts
}

/** Returns the spellings of a name, without those that are prefixes of others. */
function nameSpellings(name: string): ValueBeginning[] {
  const sorted = nameTerms(name).sort()
  return sorted
    .filter((term, at) => !sorted[at + 1]?.startsWith(term))
    .map((text) => ({ text, inner: false }))
}
