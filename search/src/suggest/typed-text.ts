import { fold } from '../analysis/fold.ts'

const CJK_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export const isCjk = (text: string) => CJK_CHARACTER.test(text)

/** What somebody has typed so far, as it is compared: folded. */
export function typedText(keyword: string): string {
  return fold(visibleText(keyword), false).text.replace(/\s+/g, ' ').trim()
}

/** A text as it was typed, without signs that cannot be seen. */
export function visibleText(keyword: string): string {
  return keyword
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu, ' ')
    .trim()
}

/** So few letters begin a great part of all words: looking for them says little. */
export const MAX_SHORT_WORD_CHARS = 3

/** Whether a text is one word that has hardly begun. */
export function isShortWord(text: string): boolean {
  return text.length < MAX_SHORT_WORD_CHARS && !isCjk(text)
}

/** Whether a folded text has a word that begins as the last one of what was typed. */
export function beginsWord(folded: string, text: string): boolean {
  const { last } = splitTyped(text)
  return last === '' || folded.split(/[^\p{L}\p{N}+#]+/u).some((word) => word.startsWith(last))
}

/** The finished words, and the letters of the one that is being written; Chinese needs no such part. */
export function splitTyped(text: string): { head: string; last: string } {
  const last = /(?<![\p{L}\p{N}+#])[\p{L}\p{N}+#]+$/u.exec(text)?.[0] ?? ''
  const run = [...last].findLastIndex(isCjk)
  const begun = [...last].slice(run + 1).join('')
  return { head: text.slice(0, text.length - begun.length), last: begun }
}
