import { fold } from '../analysis/fold.ts'

const CJK_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Returns whether a text contains Chinese, Japanese or Korean characters. */
export const isCjk = (text: string) => CJK_CHARACTER.test(text)

/** Returns the typed text in the folded form in which it is compared. */
export function typedText(keyword: string): string {
  return fold(visibleText(keyword), false).text.replace(/\s+/g, ' ').trim()
}

/** Returns a text without invisible characters. */
export function visibleText(keyword: string): string {
  return keyword
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu, ' ')
    .trim()
}

/** Words shorter than this begin a large part of all words, so that searching for them says little. */
export const MAX_SHORT_WORD_CHARS = 3

/** Returns whether a text is one word that has hardly begun. */
export function isShortWord(text: string): boolean {
  return text.length < MAX_SHORT_WORD_CHARS && !isCjk(text)
}

/** Returns whether a folded text has a word that begins with the last word of the typed text. */
export function beginsWord(folded: string, text: string): boolean {
  const { last } = splitTyped(text)
  return last === '' || folded.split(/[^\p{L}\p{N}+#]+/u).some((word) => word.startsWith(last))
}

/** Splits a text into its finished words and the letters of the unfinished one; Chinese has no unfinished part. */
export function splitTyped(text: string): { head: string; last: string } {
  const last = /(?<![\p{L}\p{N}+#])[\p{L}\p{N}+#]+$/u.exec(text)?.[0] ?? ''
  const run = [...last].findLastIndex(isCjk)
  const begun = [...last].slice(run + 1).join('')
  return { head: text.slice(0, text.length - begun.length), last: begun }
}
