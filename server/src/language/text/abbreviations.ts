/** An abbreviation in brackets: `(DSI)`. */
const DEFINED_ABBREVIATION = /\((\p{Lu}[\p{L}\d-]{1,9})\)/gu
/** Bounds the text before an abbreviation in which its long form is sought, in UTF-16 units. */
const MAX_LONG_FORM_CHARS = 160
/** The most words of a long form that have no letter in its abbreviation, such as "of" and "for the". */
const MAX_SKIPPED_WORDS = 3

/**
 * Returns the abbreviations that a text defines in brackets, with their long forms: `Decision Support Initiative
 * (DSI)`. After Schwartz and Hearst (2003), matching the first letters of words only.
 */
export function findAbbreviations(text: string): Map<string, string> {
  const known = new Map<string, string>()
  for (const { index, 1: short = '' } of text.matchAll(DEFINED_ABBREVIATION)) {
    const words = text
      .slice(Math.max(0, index - MAX_LONG_FORM_CHARS), index)
      .split(/\s/)
      .filter((word) => word !== '')
      .slice(-short.length - MAX_SKIPPED_WORDS)
    const long = findLongForm(short, words)
    if (long) known.set(short, long)
  }
  return known
}

/**
 * Returns the fewest words at the end of `words` whose initials contain the letters of the abbreviation in order, the
 * first of them at the first word; null when there are none.
 */
function findLongForm(short: string, words: string[]): string | null {
  const letters = [...short.toLowerCase()].filter((letter) => /\p{L}/u.test(letter))
  for (let from = words.length - 1; from >= 0; from -= 1) {
    const initials = words.slice(from).map((word) =>
      word
        .replace(/^[^\p{L}]+/u, '')
        .slice(0, 1)
        .toLowerCase(),
    )
    let matched = 0
    for (const initial of initials) if (initial === letters[matched]) matched += 1
    if (initials[0] === letters[0] && matched === letters.length) return words.slice(from).join(' ')
  }
  return null
}

/** Returns a sentence followed by the long forms of the abbreviations in it. */
export const expandAbbreviations = (sentence: string, known: Map<string, string>): string[] => [
  sentence,
  ...[...known].flatMap(([short, long]) => (sentence.includes(short) ? long : [])),
]
