import { words } from '../phrases.ts'
import { type FigurePlace, figurePlace } from './figure-places.ts'
import { type Fraction, readFractions } from './fractions.ts'
import {
  ARABIC_NUMBER,
  CHINESE_NUMBER,
  ENGLISH_NUMBER,
  ENGLISH_ORDINAL,
  oneOf,
  parseNumber,
} from './numerals.ts'
import { countedNoun, isChineseQuantity, measure, type QuantityKind } from './quantity-measures.ts'
import { type Bound, boundOf, isCalledRough, readRangeEnd, readScale } from './quantity-words.ts'

/** A number of a text with its unit. */
export interface Quantity {
  /**
   * The least and the greatest value meant, equal but for ranges (15–20 %). Scales (K, million, 万, 亿) are multiplied
   * out; shares are in per cent, durations in seconds.
   */
  low: number
  high: number
  /** Half of the last written digit, in the same scale: 13 stands for 12.5 to 13.5. Zero for numbers in words. */
  rounding: number
  /** Whether a word calls it inexact: about, more than, nearly, 约, 近, 多. */
  is_rough: boolean
  /** Whether a word calls it the least value (at least 15 %) or the greatest one (up to 15 %); null otherwise. */
  bound: Bound | null
  kind: QuantityKind
  /** The unit of a `unit`, and the words after a `count` or `ordinal`, which name what is counted; otherwise empty. */
  unit: string
  /** Where it stands in its clause. */
  place: FigurePlace
  /** The number with its unit as the text writes it. */
  text: string
}

/** A number in digits or words. Digits inside a name (GPT-4, HowTo100m), after a caret or in brackets are none. */
const NUMBER = new RegExp(
  [
    String.raw`(?<![\p{Script=Latin}\p{Script=Greek}\p{N}.^_[-]|[\^_]\{-?)(?<digits>${ARABIC_NUMBER})`,
    String.raw`(?<![\p{L}-])(?:${ENGLISH_NUMBER}|(?<ordinal>${ENGLISH_ORDINAL}))(?:(?![\p{L}-])|(?=-?(?:${oneOf(words('en', 'quantities/times'))})(?!\p{L})))`,
    `(?<chinese>${CHINESE_NUMBER})`,
  ].join('|'),
  'giu',
)

/**
 * Returns the quantities of a text, in their order: numbers in digits, in English words and in Chinese
 * numerals that are followed by a unit or a measure word. Numbers of enumerations, `(1)` or `2.`, are left
 * out. The text is read in the normal form NFKC, and their `text` is in this form too.
 */
export function readQuantities(text: string): Quantity[] {
  const normalized = text.normalize('NFKC')
  const fractions = readFractions(normalized)
  const found = fractions.map((fraction) => ({
    start: fraction.start,
    quantity: fractionQuantity(normalized, fraction),
  }))
  /** The end of the last quantity, whose parts are not read again. */
  let readUntil = 0
  /** The index of the first fraction that ends after the beginning of the number. */
  let fractionIndex = 0
  for (const match of normalized.matchAll(NUMBER)) {
    while ((fractions[fractionIndex]?.end ?? Number.POSITIVE_INFINITY) <= match.index) fractionIndex += 1
    const isFraction = (fractions[fractionIndex]?.start ?? Number.POSITIVE_INFINITY) <= match.index
    const quantity = match.index < readUntil || isFraction ? null : readQuantity(normalized, match)
    if (!quantity) continue
    readUntil = match.index + quantity.text.length
    found.push({ start: match.index, quantity })
  }
  return found.toSorted((a, b) => a.start - b.start).map(({ quantity }) => quantity)
}

/** Returns a fraction ("two thirds", 三分之二) as a share. */
function fractionQuantity(text: string, { start, end, percent, rounding, is_rough }: Fraction): Quantity {
  return {
    low: percent,
    high: percent,
    rounding,
    is_rough: is_rough || isCalledRough(text.slice(0, start), text.slice(end)),
    bound: boundOf(text.slice(0, start)),
    kind: 'share',
    unit: '',
    place: figurePlace(text, start, end),
    text: text.slice(start, end),
  }
}

/** Digits that may be a calendar year: 1800 to 2099. */
const CALENDAR_YEAR = /^(?:1[89]|20)\d\d$/

/**
 * Reads the quantity that begins with a match of `NUMBER`; the end of a range, a scale and a unit may follow. Returns
 * null when the number is none: a Chinese numeral without a unit, or the number of a list item.
 */
function readQuantity(text: string, match: RegExpExecArray): Quantity | null {
  const { 0: number, index: from, groups = {} } = match
  const ordinal = readOrdinal(text, match)
  if (ordinal) return ordinal
  const before = text.slice(0, from)
  const value = parseNumber(number)
  if (value === null) return null
  const range = readRangeEnd(text.slice(from + number.length), value)
  const scaled = readScale(text.slice(from + number.length + range.length))
  const unitStart = from + number.length + range.length + scaled.length
  const rest = text.slice(unitStart)
  const isPlain = scaled.factor === 1
  const isYear = isPlain && CALENDAR_YEAR.test(groups.digits ?? '')
  const measured = measure(rest, { isYear, isDecimal: isPlain && number.includes('.') })
  const isNumeral = groups.chinese !== undefined
  if (isNumeral && !isChineseQuantity(number, rest, measured.kind, scaled.factor)) return null
  if (isEnumerator(text, from, unitStart)) return null
  const factor = scaled.factor * measured.factor
  return {
    low: value * factor,
    high: range.value * factor,
    rounding: groups.digits === undefined ? 0 : (lastDigit(number) / 2) * factor,
    is_rough: scaled.isRough || isCalledRough(before, rest),
    bound: boundOf(before),
    kind: measured.kind,
    unit: measured.unit,
    place: figurePlace(text, from, unitStart + measured.length),
    text: text.slice(from, unitStart + measured.length).trim(),
  }
}

/** Returns the value of the last written digit: 1 for 13, 0.1 for 12.9. */
const lastDigit = (number: string): number => 10 ** -(number.split('.')[1]?.length ?? 0)

/** The sign before a Chinese ordinal. */
const ORDINAL_SIGN = '第'
/** The ending of an English ordinal in digits. */
const ORDINAL_SUFFIX = /^(?:st|nd|rd|th)(?![\p{L}\p{N}])/iu

/** Returns the place in an order that a number names: second, 2nd, 第二; null for any other number. */
function readOrdinal(
  text: string,
  { 0: number, index: from, groups = {} }: RegExpExecArray,
): Quantity | null {
  const suffix = ORDINAL_SUFFIX.exec(text.slice(from + number.length))?.[0] ?? ''
  const isOrdinal = groups.ordinal !== undefined || suffix !== '' || text.charAt(from - 1) === ORDINAL_SIGN
  if (!isOrdinal) return null
  const value = parseNumber(number) ?? 1
  const to = from + number.length + suffix.length
  return {
    low: value,
    high: value,
    rounding: 0,
    is_rough: false,
    bound: null,
    kind: 'ordinal',
    unit: countedNoun(text.slice(to)),
    place: figurePlace(text, from, to),
    text: text.slice(from, to),
  }
}

/** The most signs of Markdown before the number of an item: `> - 2.` */
const MAX_ITEM_LEAD_CHARS = 8
/** The most digits of the number of an item in brackets. */
const MAX_ENUMERATOR_DIGITS = 2

/** Tells whether a number counts off an item of a list: `(1)`, or `2.` or `3、` at the beginning of a line. */
function isEnumerator(text: string, from: number, to: number): boolean {
  const isBracketed =
    /[(（]$/.test(text.slice(0, from)) &&
    /^\s?[)）]/.test(text.slice(to)) &&
    to - from <= MAX_ENUMERATOR_DIGITS
  const lead = text.slice(text.lastIndexOf('\n', from - 1) + 1, from)
  const isLead = lead.length <= MAX_ITEM_LEAD_CHARS && /^[\s>*-]*$/.test(lead)
  return isBracketed || (isLead && /^[.、)）](?!\d)/.test(text.slice(to)))
}
