import { fold } from '../analysis/fold.ts'

const CJK_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Returns whether a text contains Chinese, Japanese or Korean characters. */
export const isCjk = (text: string) => CJK_CHARACTER.test(text)

/** Returns a typed text in the folded form (`fold`) in which it is compared, with single spaces. */
export function typedText(written: string): string {
  return fold(visibleText(written), false).text.replace(/\s+/g, ' ').trim()
}

/** Returns a text with spaces for invisible characters, and without spaces around it. */
export function visibleText(written: string): string {
  return written
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu, ' ')
    .trim()
}

/** Minimum length of a word that is searched for: a shorter one begins a large part of all words. */
export const MIN_WORD_CHARS = 3

/** Returns whether a text is so short that it says little: fewer than `MIN_WORD_CHARS` letters, none of them CJK. */
export function isShortWord(text: string): boolean {
  return text.length < MIN_WORD_CHARS && !isCjk(text)
}

/** Returns whether a folded text has a word that begins with the unfinished last word of a typed text, if any. */
export function beginsWord(folded: string, text: string): boolean {
  const { last } = splitTyped(text)
  return last === '' || folded.split(/[^\p{L}\p{N}+#]+/u).some((word) => word.startsWith(last))
}

/** Matches the word at the end of a text, such as `c++`. */
const LAST_WORD = /(?<![\p{L}\p{N}+#])[\p{L}\p{N}+#]+$/u

/**
 * Splits a typed text before its unfinished last word: `deep lear` into `deep ` and `lear`. Words in Chinese, Japanese
 * or Korean characters are never unfinished.
 */
export function splitTyped(text: string): { head: string; last: string } {
  const word = LAST_WORD.exec(text)?.[0] ?? ''
  const lastCjk = [...word].findLastIndex(isCjk)
  const last = [...word].slice(lastCjk + 1).join('')
  return { head: text.slice(0, text.length - last.length), last }
}
