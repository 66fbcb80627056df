import type { ParsedDocument } from '../document.ts'

const MAX_SAMPLE_CHARS = 20_000
const COMMON_ENGLISH_WORD = /\b(?:the|of|and|to|in|is|for|that|with|are|by|this|on|as|we)\b/gi

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * Returns the language most of a text is written in, judged by its scripts and, among Latin ones, by the share of
 * common English words.
 */
export function detectLanguage(text: string): ParsedDocument['language'] {
  const looked = text.slice(0, MAX_SAMPLE_CHARS)
  const han = countMatches(looked, /\p{sc=Han}/gu)
  const kana = countMatches(looked, /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)
  const words = countMatches(looked, /\p{sc=Latin}+/gu)
  if (han > words && kana < han / 10) return 'zh'
  if (words === 0 || kana > words) return 'other'
  // These words make up about a quarter of English prose, and less of titles and tables.
  return countMatches(looked, COMMON_ENGLISH_WORD) * 20 >= words || words < 20 ? 'en' : 'other'
}
