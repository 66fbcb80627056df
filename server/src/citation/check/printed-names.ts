import { type FormatOptions, formatReference, runsText, type StyleId, toCsl } from '@scinav/citation'
import { blankWork, type Work } from '@scinav/contract'

/** One style for each way of printing names; the earlier one is preferred when two resemble an entry equally. */
const NAME_STYLES: [StyleId, FormatOptions?][] = [
  ['gb-2015-numeric'],
  ['gb-2025-author-date'],
  // Much used, though no edition prints it: the names of 2025 with the commas of 2015.
  ['gb-2025-author-date', { punctuation: 'half' }],
  ['apa-7'],
  ['ieee'],
  ['vancouver'],
  ['mla-9'],
  ['chicago-17-author-date'],
]

/** What may surround the names: a list number before them, a year or punctuation after them. */
const LEADING_NUMBER = /^\s*[[(（]?\d{1,4}[\]).、）]?\s*/u
const TRAILING_YEAR = /[\s,，(（]{0,4}(?:1[5-9]|20)\d{2}[a-z]?[)）]?[\s.,，:：]{0,4}$/u
const TRAILING_MARKS = /(?<![\s,，("“])[\s,，("“]+$/u

/** Returns the text before a title without numbers, years and punctuation at its ends. */
export const extractPrintedNames = (text: string): string =>
  text
    .replace(LEADING_NUMBER, '')
    .replace(TRAILING_MARKS, '')
    .replace(TRAILING_YEAR, '')
    .replace(TRAILING_MARKS, '')

/** Length of the beginning of a title by which it is found in a printed entry, in UTF-16 units. */
const TITLE_START_CHARS = 12

/**
 * Returns the names of a record as an entry would print them: in the style whose names resemble those of the entry
 * most; null for a record without names.
 *
 * @param entryNames the names in the entry.
 */
export function printNamesLike(
  { title, creators, publish_date }: Pick<Work, 'title' | 'creators' | 'publish_date'>,
  entryNames: string,
): string | null {
  if (creators.length === 0) return null
  const work = { ...blankWork(title, 1), creators, publish_date }
  const shape = shapeOf(entryNames)
  let [best, bestSimilarity] = [null as string | null, -1]
  for (const [style, options] of NAME_STYLES) {
    const entry = runsText(formatReference(style, toCsl(work), options))
    const at = entry.indexOf(title.slice(0, TITLE_START_CHARS))
    const names = at > 0 ? extractPrintedNames(entry.slice(0, at)) : ''
    const similarity = shapeSimilarity(shape, shapeOf(names))
    if (names !== '' && similarity > bestSimilarity) [best, bestSimilarity] = [names, similarity]
  }
  return best === null ? null : withFinalStop(best, entryNames)
}

/** Bounds the names whose shape is compared, in UTF-16 units. */
const MAX_NAMES_CHARS = 300
/** Matches the symbols of a shape: words, initials, Chinese names and punctuation. */
const NAME_PIECE =
  /et al|and|等|\p{Lu}{2,}(?!\p{Ll})|\p{Lu}\p{Ll}[\p{L}'’-]*|\p{Lu}|\p{Script=Han}+|[.,，、&;；]| /gu

/**
 * Returns the shape of names as pairs of adjacent symbols; `Smith, J., & Wu, Q.` has the symbols `Aa , A . , & Aa , A
 * .`.
 */
function shapeOf(text: string): string[] {
  const kinds = Array.from(text.slice(0, MAX_NAMES_CHARS).matchAll(NAME_PIECE), ([piece]) => {
    if (/^\p{Script=Han}+$/u.test(piece)) return piece === '等' ? piece : '汉'
    if (/^\p{Lu}{2}/u.test(piece)) return 'AA'
    if (/^\p{Lu}\p{Ll}/u.test(piece)) return 'Aa'
    return /^\p{Lu}$/u.test(piece) ? 'A' : piece
  })
  return kinds.slice(1).map((kind, at) => `${kinds[at]}|${kind}`)
}

/** Returns the Sørensen–Dice coefficient of two shapes: 2 · shared / (pairs of one + pairs of the other). */
function shapeSimilarity(one: string[], other: string[]): number {
  const [a, b] = [new Set(one), new Set(other)]
  const shared = [...a].filter((each) => b.has(each)).length
  return (2 * shared) / Math.max(1, a.size + b.size)
}

/** Returns names with a full stop behind them if those of the entry have one. */
const withFinalStop = (names: string, entryNames: string): string => {
  const bare = names.replace(/\.$/, '')
  if (entryNames.endsWith('.')) return `${bare}.`
  // The full stop of an initial belongs to the name.
  return /\p{Lu}\.$/u.test(names) ? names : bare
}
