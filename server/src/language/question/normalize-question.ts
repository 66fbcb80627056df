import { simplifyText } from '@scinav/search'
import { stripInvisible } from '../text/clean.ts'
import { stripCourtesies } from './strip-courtesies.ts'

/** Bounds the text that is normalized, in UTF-16 units; the rest is kept as it is. */
const MAX_QUESTION_CHARS = 4_000

/**
 * Returns a text in NFKC with single spaces and no invisible characters; its first 4,000 units in simplified Chinese.
 */
export function normalizeText(written: string): string {
  const text = stripInvisible(written).normalize('NFKC').replace(/\s+/g, ' ').trim()
  return simplifyText(text.slice(0, MAX_QUESTION_CHARS)) + text.slice(MAX_QUESTION_CHARS)
}

/** Normalizes a question and strips the courtesies around it. */
export function normalizeQuestion(written: string): string {
  const text = normalizeText(written)
  return stripCourtesies(text.slice(0, MAX_QUESTION_CHARS)) + text.slice(MAX_QUESTION_CHARS)
}
