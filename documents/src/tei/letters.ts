const NON_LETTERS = /[^\p{L}\p{N}]/gu

/**
 * Reduces a text to its letters and digits in lower case (NFKC), which two extractions of one text have in common.
 */
export const letterKey = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(NON_LETTERS, '')

/** Returns the same letters with the offset of each in the text. */
export function lettersWithOffsets(text: string): { letters: string; offsets: number[] } {
  const parts: string[] = []
  const offsets: number[] = []
  let at = 0
  for (const sign of text) {
    const letters = letterKey(sign)
    for (let each = 0; each < letters.length; each += 1) offsets.push(at)
    parts.push(letters)
    at += sign.length
  }
  return { letters: parts.join(''), offsets }
}
