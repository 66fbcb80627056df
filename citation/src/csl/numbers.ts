import { romanNumeral } from '@scinav/contract/roman-numeral'
import type { Locale } from './locale.ts'

/** One number, possibly with letters before or after it: `3`, `L5`, `12a`. */
const NUMBER = String.raw`[\p{L}.]{0,4}\d[\d.]{0,20}\p{L}{0,4}`
/** One number or several, with commas, hyphens, dashes or ampersands between them: `3, 5–7`, `12 & 14`, `1\-2`. */
const NUMERIC = new RegExp(String.raw`^\s*${NUMBER}(?:\s{0,3}(?:[-–—,&]|\\-)\s{0,3}${NUMBER}){0,40}\s*$`, 'u')
/** From this length on, no text counts as a number, which also bounds the time of the pattern. */
const TOO_LONG_FOR_NUMBER = 200

/** Returns whether a text is a number or several: digits with affixes, separated by commas, hyphens or ampersands. */
export function isNumeric(text: string): boolean {
  return text.length < TOO_LONG_FOR_NUMBER && NUMERIC.test(text)
}

/** Returns whether a text names several numbers or a range of them. */
export function isPlural(text: string): boolean {
  const [first = '', second = ''] = text
    .replaceAll('\\-', '')
    .split(/[-–—,&、，]|\band\b|\bet\b|\bund\b/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return isSingleNumber(first) && isSingleNumber(second)
}

/** Matches `iv`, and any other word of these letters. */
const ROMAN_NUMBER = /^[ivxlcdm]+$/i

/** Returns whether a text is a single number, in figures with affixes or in Roman numerals. */
const isSingleNumber = (part: string): boolean =>
  /^[^\s\d]{0,6}\d+[^\s\d]{0,6}$/.test(part) || ROMAN_NUMBER.test(part)

/** Formats every number of a text by `form`: `numeric`, `ordinal`, `long-ordinal` (a word up to 10) or `roman`. */
export function formatNumbers(
  text: string,
  form: string,
  locale: Locale,
  gender: string | undefined,
): string {
  if (form === 'numeric') return text
  return text.replace(/\d{1,15}/g, (digits) => formatNumber(Number(digits), form, locale, gender))
}

/**
 * Returns a number as a Roman numeral, an ordinal word where the locale has one (`long-ordinal`), or a numeric
 * ordinal.
 */
function formatNumber(value: number, form: string, locale: Locale, gender: string | undefined): string {
  if (form === 'roman') return romanNumeral(value)
  const word = form === 'long-ordinal' ? locale.longOrdinal(value, gender) : undefined
  return word ?? `${value}${locale.ordinalSuffix(value, gender)}`
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Returns the letters of a year suffix: 0 is `a`, 25 `z`, 26 `aa`. */
export function suffixLetters(index: number): string {
  const letter = LETTERS.charAt(index % LETTERS.length)
  return index < LETTERS.length ? letter : suffixLetters(Math.floor(index / LETTERS.length) - 1) + letter
}

/** Returns the place of a year suffix in the order of `suffixLetters`, from 1: `a` is 1, `aa` 27; '' is 0. */
export function suffixRank(letters: string): number {
  let rank = 0
  for (const letter of letters) rank = rank * LETTERS.length + LETTERS.indexOf(letter) + 1
  return rank
}

/** Two numbers with a hyphen or dash between them; a hyphen after a backslash does not make a range. */
const RANGE = /([\p{L}\d]{1,24})\s{0,3}(\\?)([-–—]{1,2})\s{0,3}([\p{L}\d]{1,24})/gu

/**
 * Formats the page ranges of a text. What is no range keeps its hyphen.
 *
 * @param format the style's `page-range-format`, for the second number; undefined keeps it as it is written.
 * @param delimiter printed between the numbers: an en dash, or the sign of the locale.
 */
export function formatPageRanges(text: string, format: string | undefined, delimiter: string): string {
  if (!/[-–—]/.test(text)) return text
  return text.replace(RANGE, (_, start: string, backslash: string, dash: string, end: string) =>
    backslash ? `${start}-${end}` : formatRange({ start, dash, end }, format, delimiter),
  )
}

/** A number and the letters before it, up to the last letter: `A3`, `S12B4`. */
const NUMBER_WITH_PREFIX = /^(|.*\p{L})(\d+)$/u

/** Two ends of a range as they are written, with the sign between them. */
interface WrittenRange {
  start: string
  dash: string
  end: string
}

/** Formats one range; ends with different prefixes (`A3-B5`) keep their dash. */
function formatRange(
  { start, dash, end }: WrittenRange,
  format: string | undefined,
  delimiter: string,
): string {
  if (ROMAN_NUMBER.test(start) && ROMAN_NUMBER.test(end)) return start + delimiter + end
  const [, prefix = '', first] = NUMBER_WITH_PREFIX.exec(start) ?? []
  const [, endPrefix = '', last] = NUMBER_WITH_PREFIX.exec(end) ?? []
  if (first === undefined || last === undefined || prefix !== endPrefix)
    return start + (dash === '--' ? '-' : dash) + end
  if (!format) return start + delimiter + end
  const keptPrefix = format === 'expanded' ? prefix : ''
  return start + delimiter + keptPrefix + formatEnd(first, last, format)
}

/** Returns the second number of a range as `page-range-format` says. */
function formatEnd(first: string, last: string, format: string): string {
  const whole = expandEnd(first, last)
  if (format === 'expanded') return whole
  if (format === 'minimal') return shortenEnd(first, whole, 1)
  if (format === 'minimal-two') return shortenEnd(first, whole, 2)
  // `chicago` without an edition is the 15th.
  return chicagoEnd(first, whole, format !== 'chicago-16')
}

/** Completes the second number of a range: for 321–25, returns 325. */
const expandEnd = (first: string, last: string): string =>
  last.length < first.length ? first.slice(0, first.length - last.length) + last : last

/** Drops the leading digits that both numbers share, but keeps at least `minDigits`. */
function shortenEnd(first: string, last: string, minDigits: number): string {
  if (first.length !== last.length) return last
  let same = 0
  while (same < last.length - minDigits && first[same] === last[same]) same++
  return last.slice(same)
}

/**
 * Abbreviates the second number of a range by the rules of the Chicago Manual of Style (15: 8.17, 16: 9.60): 3–10,
 * 71–72 and 100–104 in full, 107–8, 321–25.
 */
function chicagoEnd(first: string, last: string, isEdition15: boolean): string {
  const value = Number(first)
  if (value < 100 || value % 100 === 0) return last
  if (value % 100 < 10) return shortenEnd(first, last, 1)
  const short = shortenEnd(first, last, 2)
  // Edition 15 prints numbers of four figures in full if three of them change: 1496–1504.
  return isEdition15 && first.length >= 4 && short.length >= 3 ? last : short
}
