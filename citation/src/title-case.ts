import type { CslItem } from './csl.ts'

/**
 * Returns whether a title is English: by the language of the record, else by having no letters other than basic Latin
 * ones.
 */
export function isEnglishTitle(item: CslItem, title: string): boolean {
  if (item.language !== undefined) return item.language.toLowerCase().startsWith('en')
  return !/[^\p{ASCII}\p{P}\p{S}\s]/u.test(title)
}

/** Returns for each word of a title whether it overlaps the first occurrence of one of the phrases. */
export function protectedWordFlags(words: readonly string[], phrases: readonly string[]): boolean[] {
  const title = words.join(' ')
  const ranges = phrases
    .filter((phrase) => phrase !== '')
    .map((phrase) => [title.indexOf(phrase), phrase.length] as const)
    .filter(([at]) => at >= 0)
  let nextStart = 0
  return words.map(({ length }) => {
    const from = nextStart
    nextStart += length + 1
    return ranges.some(([at, size]) => at < from + length && from < at + size)
  })
}

/**
 * Returns an English title in headline style: every word is capitalized except articles, conjunctions and prepositions;
 * the first and last word, and the first one after a colon, question mark, exclamation mark or dash, always are.
 * Existing capitals are kept.
 *
 * Source: Chicago Manual of Style 17, 8.159; MLA Handbook 9, 2.90.
 *
 * @param title has single spaces between its words.
 * @param phrases phrases whose letter case is kept: `Homo sapiens`.
 */
export function headlineCase(title: string, phrases: readonly string[] = []): string {
  const words = title.split(' ')
  const keepsCase = protectedWordFlags(words, phrases)
  const printed = words.map((word, i) => {
    if (keepsCase[i] && !word.includes('-')) return word
    const isAlwaysCapitalized = i === 0 || i === words.length - 1 || /[:?!—]$/.test(words[i - 1] ?? '')
    const parts = word.split('-')
    // In a hyphenated word, only the parts that occur in a phrase are kept.
    const isKept = (part: string) =>
      keepsCase[i] && phrases.some((phrase) => phrase.split(/[ -]/).includes(stripPunctuation(part)))
    return parts
      .map((part, n) => (isKept(part) ? part : headlineWord(part, isAlwaysCapitalized && n === 0)))
      .join('-')
  })
  return printed.join(' ')
}

/** Returns a word without brackets, quotation marks and punctuation around it. */
const stripPunctuation = (word: string): string =>
  word.replace(/^[("'‘“[]+/, '').replace(/(?<![)"'’”\],;:.?!])[)"'’”\],;:.?!]+$/, '')

/** Articles, conjunctions and prepositions, which headline style does not capitalize. */
const SMALL_WORDS = new Set(
  `a an the and but or nor for so yet as at by from in into of off on onto out over per to up upon via with within
  without through throughout between among toward towards under about above across after against along around before
  behind below beneath beside beyond despite down during except inside like near past since than till until versus vs
  vs.`.split(/\s+/),
)

/** Capitalizes a word, or one part of a hyphenated word. A word that already has a capital or a digit is kept. */
function headlineWord(word: string, isAlwaysCapitalized: boolean): string {
  const bare = stripPunctuation(word)
  if (/[\p{Lu}\d]/u.test(bare)) return word
  return !isAlwaysCapitalized && SMALL_WORDS.has(bare) ? word : capitalize(word)
}

/**
 * Converts the first letter of a word to upper case, unless it belongs to another alphabet: α and μ are symbols in an
 * English title.
 */
const capitalize = (word: string): string =>
  word.replace(/\p{L}/u, (letter) => (/\p{Script=Latin}/u.test(letter) ? letter.toUpperCase() : letter))
