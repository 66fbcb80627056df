import { simplifyText } from '@scinav/search'
import { stripInvisible } from '../text/clean.ts'
import { stripPleasantries } from './pleasantries.ts'

/** Bounds the text that is normalised, in UTF-16 units; the rest is kept as it is. */
const MAX_QUESTION_CHARS = 4_000

/**
 * Returns a text in NFKC with single spaces and no invisible characters; its first 4,000 units in simplified Chinese.
 */
export function normalizeText(asked: string): string {
  const text = stripInvisible(asked).normalize('NFKC').replace(/\s+/g, ' ').trim()
  return simplifyText(text.slice(0, MAX_QUESTION_CHARS)) + text.slice(MAX_QUESTION_CHARS)
}

/** Normalises a question and strips the pleasantries around it. */
export function normalizeQuestion(asked: string): string {
  const text = normalizeText(asked)
  return stripPleasantries(text.slice(0, MAX_QUESTION_CHARS)) + text.slice(MAX_QUESTION_CHARS)
}
