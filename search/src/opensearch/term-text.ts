import { HOLE, IMPACT, SPLIT, VARIANT } from './mapping.ts'

/** Terms are cut here, between two characters: an index of ours cuts them at 255 bytes. */
const LONGEST = 252
/** What parts terms from each other stands in none; codes and numbers may be anything. */
const SIGNS = new RegExp(`[${SPLIT}${HOLE}${IMPACT}${VARIANT}]`, 'g')
const LONGEST_CHARACTERS = LONGEST / 4

/** A term as it is sent, to be kept as to be looked for. */
export function sentTerm(term: string): string {
  const clean = term.replace(SIGNS, '\ufffd').toWellFormed()
  if (clean.length <= LONGEST_CHARACTERS || Buffer.byteLength(clean) <= LONGEST) return clean
  let bytes = 0
  let cut = ''
  for (const character of clean) {
    bytes += Buffer.byteLength(character)
    if (bytes > LONGEST) break
    cut += character
  }
  return cut
}
