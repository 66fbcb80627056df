import type { Block, ParsedDocument } from '../document.ts'

/** Length of the beginning of a text by which its language is judged. */
const MAX_SAMPLE_CHARS = 20_000
/**
 * A text is Chinese only if it has more than so many Han characters per kana or Hangul, because Japanese and Korean
 * texts have Han characters too.
 */
const MIN_HAN_PER_KANA_OR_HANGUL = 10
/** Matches words that make up about a quarter of English prose, and less of titles and tables. */
const COMMON_ENGLISH_WORD = /\b(?:the|of|and|to|in|is|for|that|with|are|by|this|on|as|we)\b/gi
/** A Latin text is English when on average at least one in so many words is a common English one. */
const MAX_WORDS_PER_COMMON_WORD = 20
/** Number of Latin words below which a text counts as English: the share of common words in so few says little. */
const MIN_JUDGED_WORDS = 20

/**
 * Returns the language most of a text is written in, judged by its scripts and, among Latin ones, by the share of
 * common English words. PDFs are judged so only after scanned pages were recognized; otherwise see `languageOfBlocks`.
 */
export function detectLanguage(text: string): ParsedDocument['language'] {
  const sample = text.slice(0, MAX_SAMPLE_CHARS)
  const han = countMatches(sample, /\p{sc=Han}/gu)
  const kanaAndHangul = countMatches(sample, /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)
  const words = countMatches(sample, /\p{sc=Latin}+/gu)
  if (han > words && kanaAndHangul < han / MIN_HAN_PER_KANA_OR_HANGUL) return 'zh'
  if (words === 0 || kanaAndHangul > words) return 'other'
  const isEnglish = countMatches(sample, COMMON_ENGLISH_WORD) * MAX_WORDS_PER_COMMON_WORD >= words
  return isEnglish || words < MIN_JUDGED_WORDS ? 'en' : 'other'
}

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Number of Latin words that weigh as much as one Han character: a text with as many of both is Chinese. */
const WORDS_PER_HAN_CHARACTER = 1.5

/**
 * Returns whether most of the text of a PDF's blocks is Chinese or English; `other` without text. Blocks of type
 * `other`, such as running heads and affiliations, do not count.
 *
 * Unlike `detectLanguage` it reads the whole text and compares the numbers of Han characters and Latin words alone: it
 * returns `en` for French and may return `zh` for Japanese.
 */
export function languageOfBlocks(blocks: readonly Block[]): ParsedDocument['language'] {
  let han = 0
  let words = 0
  for (const { type, text } of blocks) {
    if (type === 'other') continue
    han += countMatches(text, /\p{sc=Han}/gu)
    words += countMatches(text, /[a-z]+/gi)
  }
  if (han + words === 0) return 'other'
  return han * WORDS_PER_HAN_CHARACTER > words ? 'zh' : 'en'
}
