/**
 * Characters that are variants of a letter's shape: Kangxi radicals (U+2F00–2FDF), Latin, Hebrew and Arabic ligatures
 * and presentation forms (U+FB00–FDFF, U+FE70–FEFC), and mathematical alphabets (U+1D400–1D7FF).
 */
const COMPATIBILITY_CHARACTERS = /[\u2F00-\u2FDF\uFB00-\uFDFF\uFE70-\uFEFC\u{1D400}-\u{1D7FF}]+/gu
/** Text of ASCII and common Chinese characters, which the conversion never changes; tested first because it is fast. */
const UNCHANGED_TEXT = /^[\t\n\x20-\x7e\u3001\u3002\u4e00-\u9fff]*$/

/**
 * Returns a text in the form in which it is stored and quoted: composed (NFC), ligatures as letters, every space
 * character a plain space. Characters whose form carries meaning are kept: full-width punctuation, superscripts,
 * fractions, circled digits.
 */
export function normalizeCharacters(text: string): string {
  if (UNCHANGED_TEXT.test(text)) return text
  return text
    .replace(COMPATIBILITY_CHARACTERS, (found) => found.normalize('NFKC'))
    .replace(/\p{Zs}/gu, ' ')
    .normalize('NFC')
}
