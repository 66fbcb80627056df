import { fold } from '../analysis/fold.ts'

const CJK_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Returns whether a text contains Chinese, Japanese or Korean characters. */
export const isCjk = (text: string) => CJK_CHARACTER.test(text)

/** Returns the typed text in the folded form in which it is compared. */
export function typedText(written: string): string {
  return fold(visibleText(written), false).text.replace(/\s+/g, ' ').trim()
}

/** Returns a text without invisible characters and without spaces around it. */
export function visibleText(written: string): string {
  return written
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu, ' ')
    .trim()
}

/** Words shorter than this begin a large part of all words, so that searching for them says little. */
export const MIN_WORD_CHARS = 3

/** Returns whether a text is one word that has hardly begun. */
export function isShortWord(text: string): boolean {
  return text.length < MIN_WORD_CHARS && !isCjk(text)
}

/** Returns whether a folded text has a word that begins with the last word of the typed text. */
export function beginsWord(folded: string, text: string): boolean {
  const { last } = splitTyped(text)
  return last === '' || folded.split(/[^\p{L}\p{N}+#]+/u).some((word) => word.startsWith(last))
}

/** The word at the end of a text, such as `c++`. */
const LAST_WORD = /(?<![\p{L}\p{N}+#])[\p{L}\p{N}+#]+$/u

/** Splits a text into its finished words and the letters of the unfinished one; Chinese has no unfinished part. */
export function splitTyped(text: string): { head: string; last: string } {
  const word = LAST_WORD.exec(text)?.[0] ?? ''
  const lastCjk = [...word].findLastIndex(isCjk)
  const last = [...word].slice(lastCjk + 1).join('')
  return { head: text.slice(0, text.length - last.length), last }
}
