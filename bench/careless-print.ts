// Prints references as careless authors, old lists and copied pages do. Nothing of it changes what their fields are,
// because gold and text are compared by their letters and digits.
import type { Random } from './random.ts'
import type { GoldReference } from './reference-gold.ts'

/** Words of at least so many letters may be hyphenated at the end of a line. */
const LONG_WORD = /(?<=\p{Ll}{3})(?=\p{Ll}{4})/gu
const ADDRESS = /https?:|www\.|10\.\d{4}/

/** Breaks some long words as if lines had ended in them. */
const withHyphens = (random: Random, text: string): string =>
  text.replace(LONG_WORD, () => (random.once(8) ? '- ' : ''))

/** Prints each Latin letter as a capital; addresses stay. */
const inCapitals = (_: Random, text: string): string =>
  text
    .split(' ')
    .map((word) => (ADDRESS.test(word) ? word : word.toUpperCase()))
    .join(' ')

const withoutQuotes = (_: Random, text: string): string => text.replace(/[“”"]/g, '')
/** Leaves the blanks behind punctuation out, up to the first address, whose end they show. */
function withoutBlanks(_: Random, text: string): string {
  const at = text.search(ADDRESS)
  const end = at < 0 ? text.length : at
  return text.slice(0, end).replace(/(?<=[.,:;，。：)）]) (?=[\p{L}(（])/gu, '') + text.slice(end)
}
const withoutStops = (_: Random, text: string): string => text.replace(/(?<=\p{Lu})\. ?(?=\p{Lu})/gu, ' ')

const CHANGES = [withHyphens, withHyphens, inCapitals, withoutQuotes, withoutBlanks, withoutStops]

/** Returns a reference, one in `times` printed carelessly. */
export const printCarelessly = (random: Random, gold: GoldReference, times: number): GoldReference =>
  random.once(times) ? { ...gold, text: random.pick(CHANGES)(random, gold.text) } : gold
