import { simplifyText } from '@scinav/search'
import { stripInvisible } from '../text/clean.ts'
import { stripPleasantries } from './pleasantries.ts'

/** Nothing behind it is looked at. */
const MAX_QUESTION_CHARS = 4_000

/** A text in normal form and simplified characters, as far as it is read. */
export function normalizeText(asked: string): string {
  const text = stripInvisible(asked).normalize('NFKC').replace(/\s+/g, ' ').trim()
  return simplifyText(text.slice(0, MAX_QUESTION_CHARS)) + text.slice(MAX_QUESTION_CHARS)
}

/** A question as it is read: plainly written, without what is said around it. */
export function normalizeQuestion(asked: string): string {
  const text = normalizeText(asked)
  return stripPleasantries(text.slice(0, MAX_QUESTION_CHARS)) + text.slice(MAX_QUESTION_CHARS)
}
