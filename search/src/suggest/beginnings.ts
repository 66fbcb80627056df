import { nameQueryTerms, nameTerms } from '../analysis/names.ts'
import type { FacetValues } from '../index/values.ts'
import { isCjk, isShortWord, typedText } from './typed-text.ts'

/** Facets whose values are suggested. */
export const COMPLETED_TABLES = ['keyword', 'author', 'source'] as const
export type CompletedTable = (typeof COMPLETED_TABLES)[number]

/** A text by whose first letters a value is found. */
export interface ValueBeginning {
  text: string
  /** Whether it stands inside the value: those that begin so come first. */
  inner: boolean
}

const MAX_NAME_WORDS = 4
/** Nobody types on when so much has been said. */
const MAX_BEGINNING_CHARS = 120

/** What the beginnings of a table's values are compared with, for what was typed (`typedText`). */
export function typedBeginnings(table: CompletedTable, text: string): string[] {
  if (table !== 'author')
    return [isShortWord(text) ? text : comparableText(table, text)].filter((each) => each !== '')
  const terms = nameQueryTerms(text).filter((term) => term.length > 1 || isCjk(term))
  return terms.filter((term) => term.split(' ').length <= MAX_NAME_WORDS)
}

/**
 * All beginnings of a value: the spellings of a name (汉字, pinyin, initials, both orders), or a text from each of its
 * words and Chinese characters on.
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

/** Signs between words do not count: self-attention is found by `self att`, a journal without its points. */
function comparableText(table: CompletedTable, text: string): string {
  return text.replace(table === 'source' ? /[^\p{L}\p{N}]+/gu : /[-\s]+/g, ' ').trim()
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

function wordStarts(text: string): number[] {
  const starts = [0]
  let before = true
  let at = 0
  for (const character of text) {
    const isWord = LETTER_OR_DIGIT.test(character)
    if (at > 0 && isWord && (!before || isCjk(character))) starts.push(at)
    before = isWord
    at += character.length
  }
  return text === '' ? [] : starts
}

/** Without those that another one begins with. */
function nameSpellings(name: string): ValueBeginning[] {
  const sorted = nameTerms(name).sort()
  return sorted
    .filter((term, at) => !sorted[at + 1]?.startsWith(term))
    .map((text) => ({ text, inner: false }))
}
