import type { ParsedDocument } from '../document.ts'

const LOOKED = 20_000
const commonWords = /\b(?:the|of|and|to|in|is|for|that|with|are|by|this|on|as|we)\b/gi

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** The language most of a text is written in, by its signs and, of what is written in Latin ones, its smallest words. */
export function languageOf(text: string): ParsedDocument['language'] {
  const looked = text.slice(0, LOOKED)
  const han = count(looked, /\p{sc=Han}/gu)
  const kana = count(looked, /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)
  const words = count(looked, /\p{sc=Latin}+/gu)
  if (han > words && kana < han / 10) return 'zh'
  if (words === 0 || kana > words) return 'other'
  // Of English prose about a quarter of the words; of titles and tables fewer.
  return count(looked, commonWords) * 20 >= words || words < 20 ? 'en' : 'other'
}
