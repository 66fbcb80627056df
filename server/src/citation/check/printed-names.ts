import { formatReference, runsText, type StyleId, toCsl } from '@scinav/citation'
import { blankWork, type Work } from '@scinav/contract'

/** One style of each way in which names are printed. */
const NAME_STYLES: StyleId[] = [
  'gb-2015-numeric',
  'gb-2025-author-date',
  'apa-7',
  'ieee',
  'vancouver',
  'mla-9',
  'chicago-17-author-date',
]

/** A number, a year or a mark at the ends is no name. */
const LEADING_NUMBER = /^\s*[[(（]?\d{1,4}[\]).、）]?\s*/u
const TRAILING_YEAR = /[\s,，(（]{0,4}(?:1[5-9]|20)\d{2}[a-z]?[)）]?[\s.,，:：]{0,4}$/u
const TRAILING_MARKS = /(?<![\s,，("“])[\s,，("“]+$/u

/** What stands before a title, as names alone. */
export const extractPrintedNames = (text: string): string =>
  text
    .replace(LEADING_NUMBER, '')
    .replace(TRAILING_MARKS, '')
    .replace(TRAILING_YEAR, '')
    .replace(TRAILING_MARKS, '')

/**
 * The names of a record as an entry prints names: by the style whose names look most like the entry's; null where the record
 * has none.
 *
 * @param given the names of the entry.
 */
export function printNamesLike(
  { title, creators, publish_date }: Pick<Work, 'title' | 'creators' | 'publish_date'>,
  given: string,
): string | null {
  if (creators.length === 0) return null
  const work = { ...blankWork(title, 1), creators, publish_date }
  const shape = shapeOf(given)
  let [best, most] = [null as string | null, -1]
  for (const style of NAME_STYLES) {
    const entry = runsText(formatReference(style, toCsl(work)))
    const at = entry.indexOf(title.slice(0, MAX_NAMES))
    const names = at > 0 ? extractPrintedNames(entry.slice(0, at)) : ''
    const alike = shapeSimilarity(shape, shapeOf(names))
    if (names !== '' && alike > most) [best, most] = [names, alike]
  }
  return best === null ? null : withFinalStop(best, given)
}

const MAX_NAMES = 12
const MAX_NAMES_CHARS = 300
const NAME_PIECE =
  /et al|and|等|\p{Lu}{2,}(?!\p{Ll})|\p{Lu}\p{Ll}[\p{L}'’-]*|\p{Lu}|\p{Script=Han}+|[.,，、&;；]| /gu

/** Names by their form: `Smith, J., & Wu, Q.` as `Aa , A . , & Aa , A .`. */
function shapeOf(text: string): string[] {
  const kinds = Array.from(text.slice(0, MAX_NAMES_CHARS).matchAll(NAME_PIECE), ([piece]) => {
    if (/^\p{Script=Han}+$/u.test(piece)) return piece === '等' ? piece : '汉'
    if (/^\p{Lu}{2}/u.test(piece)) return 'AA'
    if (/^\p{Lu}\p{Ll}/u.test(piece)) return 'Aa'
    return /^\p{Lu}$/u.test(piece) ? 'A' : piece
  })
  return kinds.slice(1).map((kind, at) => `${kinds[at]}|${kind}`)
}

/** How many neighbours two forms share, of all that they have. */
function shapeSimilarity(one: string[], other: string[]): number {
  const [a, b] = [new Set(one), new Set(other)]
  const shared = [...a].filter((each) => b.has(each)).length
  return (2 * shared) / Math.max(1, a.size + b.size)
}

/** A full stop behind the names stays what it was. */
const withFinalStop = (names: string, given: string): string => {
  const bare = names.replace(/\.$/, '')
  return given.endsWith('.') ? `${bare}.` : /\p{Lu}\.$/u.test(names) ? names : bare
}
