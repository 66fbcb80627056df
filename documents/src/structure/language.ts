import type { Block, ParsedDocument } from '../document.ts'

/** Length of the beginning of a text by which its language is judged. */
const MAX_SAMPLE_CHARS = 20_000
/** Matches words that make up about a quarter of English prose, and less of titles and tables. */
const COMMON_ENGLISH_WORD = /\b(?:the|of|and|to|in|is|for|that|with|are|by|this|on|as|we)\b/gi

/** A Latin text is English when on average at least one in so many words is a common English one. */
const MAX_WORDS_PER_COMMON_WORD = 20
/** Number of Latin words below which a text counts as English. */
const MIN_JUDGED_WORDS = 20

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * Returns the language most of a text is written in, judged by its scripts and, among Latin ones, by the share of
 * common English words.
 */
export function detectLanguage(text: string): ParsedDocument['language'] {
  const sample = text.slice(0, MAX_SAMPLE_CHARS)
  const han = countMatches(sample, /\p{sc=Han}/gu)
  const kana = countMatches(sample, /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)
  const words = countMatches(sample, /\p{sc=Latin}+/gu)
  if (han > words && kana < han / 10) return 'zh'
  if (words === 0 || kana > words) return 'other'
  const isEnglish = countMatches(sample, COMMON_ENGLISH_WORD) * MAX_WORDS_PER_COMMON_WORD >= words
  return isEnglish || words < MIN_JUDGED_WORDS ? 'en' : 'other'
}

/** Number of Latin words that weigh as much as one ideograph. */
const WORDS_PER_IDEOGRAPH = 1.5

/**
 * Returns the language most of the text of blocks is written in, judged by its scripts alone; `other` without text.
 */
export function languageOfBlocks(blocks: readonly Block[]): ParsedDocument['language'] {
  let han = 0
  let latin = 0
  for (const { type, text } of blocks) {
    if (type === 'other') continue
    han += countMatches(text, /\p{sc=Han}/gu)
    latin += countMatches(text, /[a-z]+/gi)
  }
  if (han + latin === 0) return 'other'
  return han * WORDS_PER_IDEOGRAPH > latin ? 'zh' : 'en'
}
