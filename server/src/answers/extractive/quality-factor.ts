import type { Evidence } from '../../retrieval/index.ts'
import { isFragment } from './is-fragment.ts'

/** Factors of the score for quotes that read badly. */
const FRAGMENT_FACTOR = 0.4
const QUESTION_FACTOR = 0.6
const SHORT_FACTOR = 0.6
const LONG_FACTOR = 0.85
/** Bounds of a quote of usual length, in UTF-16 units of English text. */
const SHORT_QUOTE_CHARS = 30
const LONG_QUOTE_CHARS = 500
/** How much English text a Chinese character stands for. */
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
