import { nameQueryTerms, nameTerms } from '../analysis/names.ts'
import type { Values } from '../index/values.ts'
import { isCjk, isShort, typedText } from './typed.ts'

/** Facets whose values are suggested. */
export const COMPLETED = ['keyword', 'author', 'source'] as const
export type Completed = (typeof COMPLETED)[number]

/** A text by whose first letters a value is found. */
export interface Beginning {
  text: string
  /** Whether it stands inside the value: those that begin so come first. */
  inner: boolean
}

const WORDS_OF_A_NAME = 4
/** Nobody types on when so much has been said. */
const LONGEST = 120

/** What the beginnings of a table's values are compared with, for what was typed (`typedText`). */
export function wantedBeginnings(table: Completed, text: string): string[] {
  if (table !== 'author') return [isShort(text) ? text : plainOf(table, text)].filter((each) => each !== '')
  const terms = nameQueryTerms(text).filter((term) => term.length > 1 || isCjk(term))
  return terms.filter((term) => term.split(' ').length <= WORDS_OF_A_NAME)
}

/**
 * All beginnings of a value: the spellings of a name (汉字, pinyin, initials, both orders), or a text from each of its
 * words and Chinese characters on.
 */
export function beginningsOf(table: Completed, { keyOf, labelOf }: Values, number: number): Beginning[] {
  if (table === 'author') return spellingsOf(labelOf(number))
  const text = plainOf(table, typedText(keyOf(number))).slice(0, LONGEST)
  return startsOf(text).map((at) => ({ text: text.slice(at), inner: at > 0 }))
}

/** Signs between words do not count: self-attention is found by `self att`, a journal without its points. */
function plainOf(table: Completed, text: string): string {
  return text.replace(table === 'source' ? /[^\p{L}\p{N}]+/gu : /[-\s]+/g, ' ').trim()
}

const WORD = /[\p{L}\p{N}]/u

function startsOf(text: string): number[] {
  const starts = [0]
  let before = true
  let at = 0
  for (const character of text) {
    const isWord = WORD.test(character)
    if (at > 0 && isWord && (!before || isCjk(character))) starts.push(at)
    before = isWord
    at += character.length
  }
  return text === '' ? [] : starts
}

/** Without those that another one begins with. */
function spellingsOf(name: string): Beginning[] {
  const sorted = nameTerms(name).sort()
  return sorted
    .filter((term, at) => !sorted[at + 1]?.startsWith(term))
    .map((text) => ({ text, inner: false }))
}
