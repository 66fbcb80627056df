import { EMPTY_POSITION, IMPACT_SEPARATOR, TOKEN_SEPARATOR, VARIANT_SEPARATOR } from './mapping.ts'

/** Terms are cut here, between two characters: an index of ours cuts them at 255 bytes. */
const MAX_TERM_BYTES = 252
/** What parts terms from each other stands in none; codes and numbers may be anything. */
const SEPARATOR_SIGN = new RegExp(
  `[${TOKEN_SEPARATOR}${EMPTY_POSITION}${IMPACT_SEPARATOR}${VARIANT_SEPARATOR}]`,
  'g',
)
const MAX_TERM_CHARS = MAX_TERM_BYTES / 4

/** A term as it is sent, to be kept as to be looked for. */
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
