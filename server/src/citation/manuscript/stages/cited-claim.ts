import { claimAt } from '../../../language/text/claims.ts'
import { sentenceSpans } from '../../../language/text/sentences.ts'

/** Shorter claims say too little to be compared. */
const MIN_CLAIM_CHARS = { han: 8, other: 24 }
/** Text on each side of a marker in which its claim is looked for, in UTF-16 units. */
const CONTEXT_CHARS = 2_000

/**
 * Returns the claim that a marker stands behind; null for one that is too short. A marker at the beginning of a sentence,
 * and one that names the authors, belongs to the words after it.
 */
export function claimOf(text: string, { start, end }: { start: number; end: number }): string | null {
  const before = text.slice(Math.max(0, start - CONTEXT_CHARS), start)
  const claim = claimAt(`${before}[0]`)
  if (isLongEnough(claim)) return claim
  const context = before + text.slice(start, end + CONTEXT_CHARS)
  const [from, to] = [before.length, before.length + end - start]
  const sentence = sentenceSpans(context).find((span) => span.start <= from && span.end >= to)
  if (!sentence) return null
  const whole = `${context.slice(sentence.start, from)}${context.slice(to, sentence.end)}`.trim()
  return isLongEnough(whole) ? whole : null
}

const isLongEnough = (claim: string): boolean =>
  claim.length >= (/\p{Script=Han}/u.test(claim) ? MIN_CLAIM_CHARS.han : MIN_CLAIM_CHARS.other)
