/**
 * Signs of which the letter is meant and not the shape: ligatures and joined forms of fonts, radicals, letters of a
 * formula's alphabets.
 */
const COMPATIBILITY_CHARACTERS = /[\u2F00-\u2FDF\uFB00-\uFDFF\uFE70-\uFEFC\u{1D400}-\u{1D7FF}]+/gu
const UNCHANGED_TEXT = /^[\t\n\x20-\x7e\u3001\u3002\u4e00-\u9fff]*$/

/**
 * Returns a text as it is kept and quoted: composed (NFC), ligatures as letters, every space a plain one. What says
 * something by its form stays: full-width punctuation, raised figures, fractions, figures in circles.
 */
export function normalizeCharacters(text: string): string {
  if (UNCHANGED_TEXT.test(text)) return text
  return text
    .replace(COMPATIBILITY_CHARACTERS, (found) => found.normalize('NFKC'))
    .replace(/\p{Zs}/gu, ' ')
    .normalize('NFC')
}
