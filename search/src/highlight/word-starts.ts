import { irregularForms } from '../analysis/conflation.ts'
import { CJK_UNIT, SEPARATOR_UNIT, unitKind } from '../analysis/unit-kind.ts'
import { EXACT_MARK, isExactForm } from '../analysis/word-forms.ts'

/** Possible beginnings of wanted terms. Slots are shared, so a word with such a beginning may still not be wanted. */
export interface WordStarts {
  /** 1 for the first two letters of wanted words, or for a single letter, by `startSlot`; else 0. */
  words: Uint8Array
  /** 1 for the first characters of wanted Chinese, Japanese and Korean terms, by `characterSlot`; else 0. */
  characters: Uint8Array
}

/** Number of ASCII characters. */
const ASCII_SIZE = 128
/** Length of `WordStarts.characters`, a power of two: several characters share a slot. */
const CHARACTER_SLOTS = 4_096
/** Code points of the space and of `.`. */
const SPACE = 0x20
const POINT = 0x2e
/** Beginnings of stems and of their words where these differ: *die* and *dying*, *mouse* and *mice*. */
const IRREGULAR_STARTS: readonly (readonly [string, string])[] = [
  ['di', 'dy'],
  ['li', 'ly'],
  ['ti', 'ty'],
  ...[...irregularForms]
    .map(([form, base]) => [base.slice(0, 2), form.slice(0, 2)] as const)
    .filter(([base, form]) => base !== form),
]

/** Returns the beginnings of terms, including exact forms, and of all words that begin with one of `prefixes`. */
export function wordStarts(terms: Iterable<string>, prefixes: Iterable<string>): WordStarts {
  const words = new Uint8Array(ASCII_SIZE * ASCII_SIZE)
  const characters = new Uint8Array(CHARACTER_SLOTS)
  for (const term of terms) {
    words[startSlot(stripExactMark(term), 0, term.length)] = 1
    characters[characterSlot(term.charCodeAt(0))] = 1
  }
  for (const prefix of prefixes) {
    addPrefix(words, stripExactMark(prefix))
    if (prefix === '') characters.fill(1)
    else characters[characterSlot(prefix.charCodeAt(0))] = 1
  }
  for (const [stem, word] of IRREGULAR_STARTS)
    if (words[startSlot(stem, 0, 2)]) words[startSlot(word, 0, 2)] = 1
  return { words, characters }
}

/** Marks the beginnings of all words with a prefix, which continues with any letters if it is shorter than two. */
function addPrefix(words: Uint8Array, prefix: string): void {
  const first = startSlot(prefix, 0, prefix.length)
  if (prefix.length > 1) words[first] = 1
  else if (prefix === '') words.fill(1)
  else words.fill(1, first, first + ASCII_SIZE)
}

/** Removes the mark of exact forms. */
const stripExactMark = (term: string) => (isExactForm(term) ? term.slice(EXACT_MARK.length) : term)

/** Returns the index of a beginning in `WordStarts.words`; letters beyond ASCII, which always match, share indexes. */
function startSlot(text: string, from: number, to: number): number {
  const first = text.charCodeAt(from) & (ASCII_SIZE - 1)
  const second = to - from > 1 ? text.charCodeAt(from + 1) & (ASCII_SIZE - 1) : 0
  return first * ASCII_SIZE + second
}

/** Returns the index of a Chinese character in `WordStarts.characters`. */
export const characterSlot = (code: number) => code & (CHARACTER_SLOTS - 1)

/**
 * Visits the pieces of a folded text that may contain a term with one of the beginnings. Most do not.
 *
 * @param takePiece receives a span between spaces, or between a space and Chinese.
 * @param takeChinese receives the start of a run of Chinese, Japanese or Korean and returns its end.
 */
export function forEachPiece(
  text: string,
  { words }: WordStarts,
  takePiece: (from: number, to: number) => void,
  takeChinese: (from: number) => number,
): void {
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code <= SPACE) at += 1
    else if (isCjk(code)) at = takeChinese(at)
    else at = readPiece(text, at, words, takePiece)
  }
}

/** Returns whether a UTF-16 unit belongs to a CJK character. */
const isCjk = (code: number) => code >= ASCII_SIZE && unitKind(code) === CJK_UNIT

/**
 * Passes a piece to `take` if one of its words has a wanted beginning; returns its end. Joined words (`x-ray`,
 * `covid-19`) begin like the first of them if that has two letters; a single letter (`c++`), letters beyond ASCII, and
 * `.net` always match.
 */
function readPiece(
  text: string,
  from: number,
  words: Uint8Array,
  take: (from: number, to: number) => void,
): number {
  let isWanted = false
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code <= SPACE || isCjk(code)) break
    const end = isLetterOrDigit(code) ? findWordEnd(text, at, text.length) : at + 1
    isWanted ||= isLetterOrDigit(code)
      ? end - at === 1 || words[startSlot(text, at, end)] === 1
      : mayBeTerm(text, at, code)
    at = end
  }
  if (isWanted) take(from, at)
  return at
}

/** Returns whether a term may begin with a character that is not an ASCII letter or digit. */
const mayBeTerm = (text: string, at: number, code: number) =>
  code >= ASCII_SIZE ? unitKind(code) !== SEPARATOR_UNIT : code === POINT && text.startsWith('.net', at)

/** Returns where the letters and digits from `from` end, at most `to`. */
function findWordEnd(text: string, from: number, to: number): number {
  let end = from
  while (end < to && isLetterOrDigit(text.charCodeAt(end))) end += 1
  return end
}

/** Returns whether a character of a folded text is an ASCII letter or digit. */
const isLetterOrDigit = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)

/** Signs before and after a word that are no part of it and do not join it to another one. */
const OPENING_SIGNS = '(["'
const CLOSING_SIGNS = '.,;:!?)]"'

/** Returns the span of the only word of a piece when nothing but such signs surround it; null for other pieces. */
export function findSoleWord(text: string, from: number, to: number): { start: number; end: number } | null {
  let start = from
  while (start < to && OPENING_SIGNS.includes(text.charAt(start))) start += 1
  const end = findWordEnd(text, start, to)
  for (let at = end; at < to; at += 1) if (!CLOSING_SIGNS.includes(text.charAt(at))) return null
  return end > start ? { start, end } : null
}
