import type { ParsedDocument } from '../document.ts'

const MAX_SAMPLE_CHARS = 20_000
const COMMON_ENGLISH_WORD = /\b(?:the|of|and|to|in|is|for|that|with|are|by|this|on|as|we)\b/gi

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** The language most of a text is written in, by its signs and, of what is written in Latin ones, its smallest words. */
export function detectLanguage(text: string): ParsedDocument['language'] {
  const looked = text.slice(0, MAX_SAMPLE_CHARS)
  const han = countMatches(looked, /\p{sc=Han}/gu)
  const kana = countMatches(looked, /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)
  const words = countMatches(looked, /\p{sc=Latin}+/gu)
  if (han > words && kana < han / 10) return 'zh'
  if (words === 0 || kana > words) return 'other'
  // Of English prose about a quarter of the words; of titles and tables fewer.
  return countMatches(looked, COMMON_ENGLISH_WORD) * 20 >= words || words < 20 ? 'en' : 'other'
}
