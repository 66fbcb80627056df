import { irregularForms } from '../analysis/conflation.ts'
import { cjk, kindOf, separator } from '../analysis/unit-kind.ts'

/** How terms that are looked for may begin. */
export interface WordStarts {
  /** 1 for the first two letters of words, or for a letter alone. */
  words: Uint8Array
  /** 1 for the first characters of Chinese, Japanese and Korean terms, by their last bits. */
  characters: Uint8Array
}

const LETTERS = 128
const CHARACTERS = 4_096
/** Words whose stems begin otherwise: of Porter2, and *mice* of *mouse*. */
const OTHERWISE: readonly (readonly [string, string])[] = [
  ['di', 'dy'],
  ['li', 'ly'],
  ['ti', 'ty'],
  ...[...irregularForms]
    .map(([form, base]) => [base.slice(0, 2), form.slice(0, 2)] as const)
    .filter(([base, form]) => base !== form),
]

/** The beginnings of terms, exact forms among them, and of all that begins with one of `prefixes`. */
export function wordStarts(terms: Iterable<string>, prefixes: Iterable<string>): WordStarts {
  const words = new Uint8Array(LETTERS * LETTERS)
  const characters = new Uint8Array(CHARACTERS)
  for (const term of terms) {
    words[startOf(written(term), 0, term.length)] = 1
    characters[characterOf(term.charCodeAt(0))] = 1
  }
  for (const prefix of prefixes) {
    addPrefix(words, written(prefix))
    if (prefix === '') characters.fill(1)
    else characters[characterOf(prefix.charCodeAt(0))] = 1
  }
  for (const [stem, word] of OTHERWISE) if (words[startOf(stem, 0, 2)]) words[startOf(word, 0, 2)] = 1
  return { words, characters }
}

/** A letter alone may go on in any way. */
function addPrefix(words: Uint8Array, prefix: string): void {
  const first = startOf(prefix, 0, prefix.length)
  if (prefix.length > 1) words[first] = 1
  else if (prefix === '') words.fill(1)
  else words.fill(1, first, first + LETTERS)
}

/** Without the mark of exact forms. */
const written = (term: string) => (term.startsWith('=') ? term.slice(1) : term)

/** What lies beyond ASCII is in no place of its own: such words are always looked at. */
function startOf(text: string, from: number, to: number): number {
  const first = text.charCodeAt(from) & (LETTERS - 1)
  const second = to - from > 1 ? text.charCodeAt(from + 1) & (LETTERS - 1) : 0
  return first * LETTERS + second
}

/** The place of a Chinese character in `WordStarts.characters`. */
export const characterOf = (code: number) => code & (CHARACTERS - 1)

/**
 * The pieces of a folded text that may have a term which begins so. Most have none.
 *
 * @param takePiece takes what stands between spaces, or between a space and Chinese.
 * @param takeChinese takes the place where a run of Chinese, Japanese or Korean begins; answers where it ends.
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
    else if (isChinese(code)) at = takeChinese(at)
    else at = readPiece(text, at, words, takePiece)
  }
}

const SPACE = 0x20
const POINT = 0x2e

const isChinese = (code: number) => code >= LETTERS && kindOf(code) === cjk

/**
 * Takes a piece if one of its words begins as wanted; answers where it ends. Several joined words (`x-ray`, `covid-19`)
 * begin as the first of them, if that has two letters; a letter alone (`c++`), letters that are not ASCII, and `.net`
 * always do.
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
    if (code <= SPACE || isChinese(code)) break
    const end = isLetter(code) ? wordEnd(text, at, text.length) : at + 1
    isWanted ||= isLetter(code)
      ? end - at === 1 || words[startOf(text, at, end)] === 1
      : mayBeTerm(text, at, code)
    at = end
  }
  if (isWanted) take(from, at)
  return at
}

/** Whether a term may begin with what is no ASCII letter. */
const mayBeTerm = (text: string, at: number, code: number) =>
  code >= LETTERS ? kindOf(code) !== separator : code === POINT && text.startsWith('.net', at)

function wordEnd(text: string, from: number, to: number): number {
  let end = from
  while (end < to && isLetter(text.charCodeAt(end))) end += 1
  return end
}

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)

/** Signs that hold no words together, before and behind one. */
const BEFORE = '(["'
const BEHIND = '.,;:!?)]"'

/** Where a piece's only word ends and begins, where there is nothing else but such signs; null for other pieces. */
export function soleWord(text: string, from: number, to: number): { start: number; end: number } | null {
  let start = from
  while (start < to && BEFORE.includes(text.charAt(start))) start += 1
  const end = wordEnd(text, start, to)
  for (let at = end; at < to; at += 1) if (!BEHIND.includes(text.charAt(at))) return null
  return end > start ? { start, end } : null
}
