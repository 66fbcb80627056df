import type { Creator } from '@scinav/contract'
import { fold } from '@scinav/search'
import { foldLookalikes } from './fuzzy-match.ts'

/** The name of a person in a record. */
export type PersonName = Pick<Creator, 'family' | 'given'>

interface NameToken {
  /** The word as written, without diacritics. */
  word: string
  /** The folded word, with one form for look-alike characters. */
  form: string
  /** The text between the previous word, or the beginning, and this one. */
  gapBefore: string
}

/** Returns the words of a list of names. */
export const nameTokens = (text: string): NameToken[] =>
  [
    ...text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .matchAll(/[\p{L}\p{N}]+/gu),
  ].map((match, at, matches) => {
    const previous = matches[at - 1]
    return {
      word: match[0],
      form: foldLookalikes(fold(match[0], false).text),
      gapBefore: match.input.slice(previous ? previous.index + previous[0].length : 0, match.index),
    }
  })

/** Returns the folded last word of a family name: `meer` of `van der Meer`. */
export const familyNameForm = ({ family = '' }: PersonName): string => nameTokens(family).at(-1)?.form ?? ''

/** Separates one name from the next, or a family name from the given names after it. */
const SEPARATOR = /[,，;；、&…()（）“"]/u
/** Conjunctions between names; a capital Y is an initial instead. */
const NAME_CONJUNCTION = /^(?:and|AND|et|ET|with|und|y|others|[Ee]ds?)$/u

/** Returns the words before a family name that may be given names, without the leading words of the family name. */
export function wordsBefore(tokens: readonly NameToken[], at: number, { family = '' }: PersonName): string[] {
  const words: string[] = []
  for (let index = at; index > 0 && !SEPARATOR.test(tokens[index]?.gapBefore ?? ''); index -= 1) {
    const { word = '' } = tokens[index - 1] ?? {}
    if (NAME_CONJUNCTION.test(word)) break
    words.unshift(word)
  }
  const leading = nameTokens(family).slice(0, -1)
  const leadingFrom = words.length - leading.length
  const hasLeading = leading.every(
    ({ word }, index) => words[leadingFrom + index]?.toLowerCase() === word.toLowerCase(),
  )
  return hasLeading ? words.slice(0, leadingFrom) : words
}

/** Returns the words after a family name that may be given names: up to the next name. */
export function wordsAfter(
  tokens: readonly NameToken[],
  at: number,
  families: ReadonlySet<string>,
): string[] {
  const words: string[] = []
  for (const { word, form, gapBefore } of tokens.slice(at + 1)) {
    const isFirst = words.length === 0
    const beginsNextName = isFirst ? !/^[,，]?$/u.test(gapBefore.trim()) : SEPARATOR.test(gapBefore)
    // A list of family names only: LeCun, Bengio & Hinton.
    const isFamilyNameList = isFirst && families.has(form)
    if (beginsNextName || isFamilyNameList || NAME_CONJUNCTION.test(word) || /\d/.test(word)) break
    words.push(word)
  }
  return words
}
