import { type ParsedReference, STANDARD_NUMBER } from '../reference-text/index.ts'
import { HAN_CHARACTER } from './author-names.ts'
import { type IndexedText, normalizedWords } from './fuzzy-match.ts'
import { extractPrintedNames } from './printed-names.ts'
import { oneSpelling } from './same-name.ts'

/** The words of an entry, and their look-alike forms. */
type EntryWords = Pick<IndexedText, 'words' | 'forms'>

/**
 * Returns whether authors occur in order, each under one of its names; several authors may have the same name.
 *
 * @param authors the possible names of each author.
 */
export function areInOrder(authors: readonly string[][], words: EntryWords): boolean {
  let from = 0
  for (const names of authors) {
    const positions = names
      .map((name) => findName(normalizedWords(name), words, from))
      .filter((position) => position >= 0)
    if (positions.length === 0) return false
    from = Math.min(...positions) + 1
  }
  return true
}

/**
 * Returns the index of the first word at which a name occurs, −1 for none: a Chinese name as a whole, others by the
 * last word.
 */
function findName(name: readonly string[], { words, forms }: EntryWords, from: number): number {
  const last = name.at(-1) ?? ''
  if (HAN_CHARACTER.test(last))
    return words.findIndex((_, at) => at >= from && name.every((sign, offset) => words[at + offset] === sign))
  const form = oneSpelling(last)
  const joined = oneSpelling(name.join(''))
  return forms.findIndex(
    (each, at) =>
      at >= from &&
      (oneSpelling(each) === form ||
        oneSpelling(each) === joined ||
        (form.length >= MIN_FULL_NAME_CHARS && oneSpelling(each + (forms[at + 1] ?? '')) === form)),
  )
}

/** Shorter words of a name are initials and particles. */
export const MIN_FULL_NAME_CHARS = 4

/** Removes an occurrence of a title from the words: the first one when `occurrence` is 0, the second when it is 1. */
export function withoutTitleWords(
  { words, forms }: EntryWords,
  title: readonly string[],
  occurrence: 0 | 1 = 0,
): EntryWords {
  const [first] = title
  const startsAt = (at: number) =>
    words[at] === first && title.every((word, offset) => words[at + offset] === word)
  const find = (start: number) =>
    first === undefined ? -1 : words.findIndex((_, at) => at >= start && startsAt(at))
  const firstAt = find(0)
  const from = occurrence === 0 || firstAt < 0 ? firstAt : find(firstAt + 1)
  if (from < 0) return { words, forms }
  return {
    words: words.toSpliced(from, title.length),
    forms: forms.toSpliced(from, title.length),
  }
}

/** Returns the names before the title of an entry; '' when there are none, or the title is not found. */
export function authorsBeforeTitle(text: string, { title }: ParsedReference): string {
  const at = title ? findTitle(text, title.slice(0, TITLE_START_CHARS)) : -1
  return extractPrintedNames(at > 0 ? text.slice(0, at).replace(STANDARD_NUMBER, '') : '').slice(
    0,
    MAX_NAMES_CHARS,
  )
}

/** Length to which names are cut, in UTF-16 units. */
const MAX_NAMES_CHARS = 300
/** Length of the beginning of a title by which it is found in an entry, in UTF-16 units. */
const TITLE_START_CHARS = 12

/**
 * Returns the offset at which a title begins, −1 for none. A place at the beginning of a word is preferred to one within
 * a word, such as a name.
 */
function findTitle(text: string, start: string): number {
  const first = text.indexOf(start)
  if (first >= 0 && !/[\p{L}\p{N}]/u.test(text[first - 1] ?? '') && first > 0) return first
  const next = text.indexOf(start, first + 1)
  return next > 0 && !/[\p{L}\p{N}]/u.test(text[next - 1] ?? '') ? next : first
}
