const DEFINED_ABBREVIATION = /\((\p{Lu}[\p{L}\d-]{1,9})\)/gu
/** A long form is no longer than this. */
const MAX_LONG_FORM_CHARS = 160
/** Words of a long form that its abbreviation does not name: "of", "for the". */
const MAX_SKIPPED_WORDS = 3

/**
 * Abbreviations that a text explains, with what each stands for: `Decision Support Initiative (DSI)` (after Schwartz and
 * Hearst 2003, by the first letters of words).
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

/** The words from that on whose first letters, taken in order, are those of the abbreviation; the fewest that are. */
function findLongForm(short: string, words: string[]): string | null {
  const letters = [...short.toLowerCase()].filter((letter) => /\p{L}/u.test(letter))
  for (let from = words.length - 1; from >= 0; from -= 1) {
    const initials = words.slice(from).map((word) =>
      word
        .replace(/^[^\p{L}]+/u, '')
        .slice(0, 1)
        .toLowerCase(),
    )
    let named = 0
    for (const initial of initials) if (initial === letters[named]) named += 1
    if (initials[0] === letters[0] && named === letters.length) return words.slice(from).join(' ')
  }
  return null
}

/** A sentence with what its abbreviations stand for. */
export const expandAbbreviations = (sentence: string, known: Map<string, string>): string[] => [
  sentence,
  ...[...known].flatMap(([short, long]) => (sentence.includes(short) ? long : [])),
]
