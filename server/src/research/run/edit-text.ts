import { anyOf } from '../../language/phrases.ts'

/** Removes the punctuation at the end of a sentence. */
export const stripEndSigns = (text: string): string => text.replace(/(?<![?？。.;；\s])[?？。.;；\s]+$/u, '')

const BRACKET_PAIRS = new Map(
  ['（）', '()', '《》', '「」', '『』', '“”', '【】', '[]'].map(([open = '', close = '']) => [open, close]),
)
const CLOSING_BRACKETS = new Set(BRACKET_PAIRS.values())

/** Length of the text before an unclosed bracket from which on it is understandable alone, in characters. */
const MIN_LEFT_CHARS = 6

/**
 * Removes brackets without a counterpart; the text after an unclosed bracket is removed too when at least
 * `MIN_LEFT_CHARS` characters remain before it.
 */
export function dropUnpairedBrackets(text: string): string {
  const open: { at: number; close: string }[] = []
  const unpaired = new Set<number>()
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    const close = BRACKET_PAIRS.get(sign)
    if (close !== undefined) open.push({ at, close })
    else if (open.at(-1)?.close === sign) open.pop()
    else if (CLOSING_BRACKETS.has(sign)) unpaired.add(at)
  }
  const [first] = open
  const end = first && first.at >= MIN_LEFT_CHARS ? first.at : text.length
  for (const { at } of open) unpaired.add(at)
  const characters = Array.from({ length: end }, (_, at) => (unpaired.has(at) ? '' : text[at]))
  return characters.join('').trim()
}

/**
 * Cuts a text that is longer than `maxChars`, and appends an ellipsis: no word is split where avoidable, and dangling
 * brackets and punctuation at the end are removed.
 */
export function truncateText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const cut = text.slice(0, maxChars).replace(TRAILING_HIGH_SURROGATE, '')
  const space = cut.lastIndexOf(' ')
  const isInWord = LETTER_PAIR.test(text.slice(maxChars - 1, maxChars + 1))
  const atWordEnd = isInWord && space > maxChars / 2 ? cut.slice(0, space) : cut
  return `${dropUnpairedBrackets(atWordEnd).replace(TRAILING_SIGNS, '')}…`
}

/** Matches two adjacent characters of a word in a script that separates words by spaces. */
const LETTER_PAIR = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}-]{2}$/u
/** Matches half of a surrogate pair at the end of a cut text. */
const TRAILING_HIGH_SURROGATE = /[\uD800-\uDBFF]$/
const TRAILING_SIGNS = /[\s，,、；;：:（(《「“—-]{1,8}$/u

/**
 * Maximum length of a query, in characters; a query of a plan has at most 200, and a text without spaces counts as one
 * word.
 */
const MAX_QUERY_CHARS = 160

/** Cuts a query to the maximum length, at a space where possible. */
export function clampQuery(words: string): string {
  if (words.length <= MAX_QUERY_CHARS) return words
  const cut = words.slice(0, MAX_QUERY_CHARS + 1)
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut.slice(0, MAX_QUERY_CHARS).replace(TRAILING_HIGH_SURROGATE, '')
}

/** Joins texts and removes repeated words. */
export const joinDistinctWords = (...texts: string[]): string =>
  [...new Set(texts.flatMap((text) => text.split(' ')).filter((word) => word !== ''))].join(' ')

/** Matches polite phrases at the start of a question. */
const PLEASANTRY = new RegExp(`^${anyOf('courtesies/asking')}[，,：:\\s]{0,2}`, 'iu')

/** Removes polite phrases from the start of a question: 想请您帮忙看看, could you tell me. */
export const stripPleasantries = (text: string): string => text.replace(PLEASANTRY, '')
