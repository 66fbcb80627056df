import type { Evidence } from '../../retrieval/index.ts'
import { isFragment } from './is-fragment.ts'

// Factors of the score for quotes that read badly.
const FRAGMENT_FACTOR = 0.4
const QUESTION_FACTOR = 0.6
const SHORT_FACTOR = 0.6
const LONG_FACTOR = 0.85
/** A shorter quote is too short, in UTF-16 units of English text. */
const SHORT_QUOTE_CHARS = 30
/** A longer quote is too long, in the same units. */
const LONG_QUOTE_CHARS = 500
/** The UTF-16 units of English text that say as much as a Chinese character. */
const UNITS_PER_CHINESE_CHARACTER = 3

/**
 * Returns the factor for the quality of a quote: fragments, questions, very short and very long sentences score less.
 */
export function qualityFactor(evidence: Evidence, quote: string): number {
  if (isFragment(evidence, quote)) return FRAGMENT_FACTOR
  if (/[?？]$/.test(quote)) return QUESTION_FACTOR
  const length = quote.length * (/\p{Script=Han}/u.test(quote) ? UNITS_PER_CHINESE_CHARACTER : 1)
  if (length < SHORT_QUOTE_CHARS) return SHORT_FACTOR
  return length > LONG_QUOTE_CHARS ? LONG_FACTOR : 1
}
