import { EMPTY_POSITION, IMPACT_SEPARATOR, TOKEN_SEPARATOR, VARIANT_SEPARATOR } from './mapping.ts'

/**
 * Longest term in UTF-8 bytes; longer ones are cut between two characters. The embedded index cuts them at 255 bytes.
 */
const MAX_TERM_BYTES = 252
/** Matches the separators of mapping.ts, which codes and identifiers may contain. */
const SEPARATOR_SIGN = new RegExp(
  `[${TOKEN_SEPARATOR}${EMPTY_POSITION}${IMPACT_SEPARATOR}${VARIANT_SEPARATOR}]`,
  'g',
)
/** Length in UTF-16 units up to which no term is too long. */
const MAX_TERM_CHARS = MAX_TERM_BYTES / 4

/** Returns a term in the form in which it is both indexed and searched: without separators and cut to the limit. */
export function encodeTerm(term: string): string {
  const clean = term.replace(SEPARATOR_SIGN, '\ufffd').toWellFormed()
  if (clean.length <= MAX_TERM_CHARS || Buffer.byteLength(clean) <= MAX_TERM_BYTES) return clean
  let bytes = 0
  let cut = ''
  for (const character of clean) {
    bytes += Buffer.byteLength(character)
    if (bytes > MAX_TERM_BYTES) break
    cut += character
  }
  return cut
}
