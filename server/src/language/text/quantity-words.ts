import { anyOf, words } from '../phrases.ts'
import { ARABIC_NUMBER, CHINESE_NUMBER, ENGLISH_NUMBER, oneOf, parseNumber, valuesOf } from './numerals.ts'

/** The end of a range: `–20`, `to five`, `至八`. */
const RANGE_END = new RegExp(
  String.raw`^\s?(?:(?:[-–—~～]|to|至|到)\s?(${ARABIC_NUMBER})|(?:to|or|至|到)\s?((?:${ENGLISH_NUMBER})(?![\p{L}-])|${CHINESE_NUMBER}))`,
  'iu',
)

/** Returns the greater end of a range and its length in the text; without a range, `value` and 0. */
export function readRangeEnd(rest: string, value: number): { value: number; length: number } {
  const [whole = '', digits, word] = RANGE_END.exec(rest) ?? []
  const end = parseNumber(digits ?? word ?? '')
  return end !== null && end > value ? { value: end, length: whole.length } : { value, length: 0 }
}

/** Factors of the words for large numbers, such as million and 万. */
const SCALES = new Map([...valuesOf('zh', 'scales'), ...valuesOf('en', 'scales')])
/** Chinese words for "more" behind a number, such as 多 and 余. */
const MORE = oneOf(words('zh', 'quantities/more'))

/** A scale behind a number, and a sign or word for "more" on either side of it: `k+`, 万多. */
const SCALE = new RegExp(
  String.raw`^(?<before>\s?\+|${MORE})?(?:\s?-?(?<scale>${oneOf(SCALES.keys())})(?![\p{Script=Latin}\d]))?(?<after>\s?\+|${MORE})?`,
  'iu',
)

/**
 * Returns what a number is multiplied by (1 without a scale), and whether a sign or word next to the scale makes the
 * number inexact: `3k+`, 三万多.
 */
export function readScale(rest: string): { factor: number; isRough: boolean; length: number } {
  const { 0: whole = '', groups = {} } = SCALE.exec(rest) ?? {}
  const factor = SCALES.get(groups.scale?.toLowerCase() ?? '') ?? 1
  return { factor, isRough: (groups.before ?? groups.after) !== undefined, length: whole.length }
}

/** Builds the pattern of a text that ends in a phrase of some lists. */
const atEnd = (...lists: string[]) =>
  new RegExp(String.raw`(?:${lists.map((list) => anyOf(`quantities/${list}`)).join('|')})\s*$`, 'iu')

/** Words that call the number after them the least value: at least, 不少于. */
const LEAST_BEFORE = atEnd('least-before')
/** Words that call the number after them the greatest value: up to, 不超过. */
const MOST_BEFORE = atEnd('most-before')

/** Whether words call a number the least value meant (at least 15 %) or the greatest one (up to 15 %). */
export type Bound = 'least' | 'greatest'

/** Returns which bound the words before a number call it; null without such words. */
export function boundOf(before: string): Bound | null {
  const near = before.slice(-MAX_ROUGH_CHARS)
  // The greatest first: 不超过 (at most) ends in 超过 (more than).
  if (MOST_BEFORE.test(near)) return 'greatest'
  return LEAST_BEFORE.test(near) ? 'least' : null
}

/** Words that make the number after them inexact: about, 约. */
const ROUGH_BEFORE = atEnd('rough-before', 'least-before', 'most-before')
/** Words that make the number before them inexact: 左右. */
const ROUGH_AFTER = new RegExp(`^${anyOf('quantities/rough-after')}`, 'u')
/** How far before a number a word that makes it inexact may begin, in UTF-16 units. */
const MAX_ROUGH_CHARS = 20

/** Returns whether a word before or after a number makes it inexact: about, nearly, 约, 左右. */
export const isCalledRough = (before: string, after: string): boolean =>
  ROUGH_BEFORE.test(before.slice(-MAX_ROUGH_CHARS)) || ROUGH_AFTER.test(after)
