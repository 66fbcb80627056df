import { anyOf, words } from '../phrases.ts'
import { type FigurePlace, figurePlace } from './figure-places.ts'
import { type Fraction, readFractions } from './fractions.ts'
import {
  ARABIC_NUMBER,
  CHINESE_NUMBER,
  ENGLISH_NUMBER,
  ENGLISH_ORDINAL,
  oneOf,
  parseNumber,
  valuesOf,
} from './numerals.ts'

/**
 * What a number measures: a share, a difference of shares, a calendar year, a duration, another unit, things counted, a
 * place in an order, or nothing named (`score`: a decimal fraction alone, such as an F1 of 0.74).
 */
type QuantityKind = 'share' | 'points' | 'year' | 'duration' | 'unit' | 'count' | 'ordinal' | 'score'

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
  bound: 'least' | 'greatest' | null
  kind: QuantityKind
  /** The unit of a `unit`, and the words after a `count` or `ordinal`, which name what is counted; otherwise empty. */
  unit: string
  /** Where it stands in its clause. */
  place: FigurePlace
  /** The number with its unit as the text writes it. */
  text: string
}

/** Factors of the words for large numbers, such as million and 万. */
const SCALES = new Map([...valuesOf('zh', 'scales'), ...valuesOf('en', 'scales')])
/** Seconds of the units of time. */
const SECONDS = new Map([...valuesOf('zh', 'seconds'), ...valuesOf('en', 'seconds')])
/** Words for a factor: times, fold, 倍. */
const TIMES = new Set([...words('zh', 'quantities/times'), ...words('en', 'quantities/times')])

/** A number in digits or words. Digits inside a name (GPT-4, HowTo100m), after a caret or in brackets are none. */
const NUMBER = new RegExp(
  [
    String.raw`(?<![\p{Script=Latin}\p{Script=Greek}\p{N}.^_[-]|[\^_]\{-?)(?<digits>${ARABIC_NUMBER})`,
    String.raw`(?<![\p{L}-])(?:${ENGLISH_NUMBER}|(?<ordinal>${ENGLISH_ORDINAL}))(?:(?![\p{L}-])|(?=-?(?:${oneOf(words('en', 'quantities/times'))})(?!\p{L})))`,
    `(?<chinese>${CHINESE_NUMBER})`,
  ].join('|'),
  'giu',
)
/** The end of a range: `–20`, `to five`, `至八`. */
const RANGE_END = new RegExp(
  String.raw`^\s?(?:(?:[-–—~～]|to|至|到)\s?(${ARABIC_NUMBER})|(?:to|or|至|到)\s?((?:${ENGLISH_NUMBER})(?![\p{L}-])|${CHINESE_NUMBER}))`,
  'iu',
)
const MORE = oneOf(words('zh', 'quantities/more'))
/** A scale behind a number, and a sign or word for "more" on either side of it: `k+`, 万多. */
const SCALE = new RegExp(
  String.raw`^(?<before>\s?\+|${MORE})?(?:\s?-?(?<scale>${oneOf(SCALES.keys())})(?![\p{Script=Latin}\d]))?(?<after>\s?\+|${MORE})?`,
  'iu',
)
/** Builds the pattern of a text that ends in a phrase of some lists. */
const atEnd = (...lists: string[]) =>
  new RegExp(String.raw`(?:${lists.map((list) => anyOf(`quantities/${list}`)).join('|')})\s*$`, 'iu')
const LEAST_BEFORE = atEnd('least-before')
const MOST_BEFORE = atEnd('most-before')
const ROUGH_BEFORE = atEnd('rough-before', 'least-before', 'most-before')
const ROUGH_AFTER = new RegExp(`^${anyOf('quantities/rough-after')}`, 'u')
/** How far before a number a word that makes it inexact may begin, in UTF-16 units. */
const MAX_ROUGH_CHARS = 20

/** What may follow a number: percent, unless it begins percentage points, and percentage points. */
const SHARE = /^\s?(?:%|％|percent\b|per cent\b)(?!\s?(?:points?\b|点))/iu
const POINTS = /^\s?-?(?:percentage |absolute |%\s?)?(?:points?\b|个?百分点)/iu
const DURATION = new RegExp(String.raw`^\s?-?(${oneOf(SECONDS.keys())})(?!\p{Script=Latin})`, 'iu')
const UNIT = new RegExp(
  String.raw`^\s?-?(${oneOf([...TIMES, ...words('en', 'quantities/units')])})(?![\p{L}\d])`,
  'iu',
)
const MEASURE = `(?:${oneOf(words('zh', 'quantities/measures'))})`
/** What is counted: up to twelve Chinese characters after a measure word, or up to four English words. */
const COUNTED = new RegExp(
  String.raw`^\s?(?:${MEASURE}\s?)?(\p{Script=Han}{1,12}|\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*){0,3})`,
  'u',
)
const HAS_MEASURE = new RegExp(String.raw`^\s?${MEASURE}`, 'u')
const CALENDAR_YEAR = /^(?:1[89]|20)\d\d$/

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

/** What makes a number an ordinal: before it in Chinese, behind it in English. */
const ORDINAL_SIGN = '第'
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

/**
 * Returns what a number is multiplied by (1 without a scale), and whether a sign or word next to the scale makes the
 * number inexact: `3k+`, 三万多.
 */
function readScale(rest: string): { factor: number; isRough: boolean; length: number } {
  const { 0: whole = '', groups = {} } = SCALE.exec(rest) ?? {}
  const factor = SCALES.get(groups.scale?.toLowerCase() ?? '') ?? 1
  return { factor, isRough: (groups.before ?? groups.after) !== undefined, length: whole.length }
}

const isCalledRough = (before: string, after: string): boolean =>
  ROUGH_BEFORE.test(before.slice(-MAX_ROUGH_CHARS)) || ROUGH_AFTER.test(after)

/** Returns whether the words before a number call it the least or the greatest value. */
function boundOf(before: string): Quantity['bound'] {
  const near = before.slice(-MAX_ROUGH_CHARS)
  // The greatest first: 不超过 (at most) ends in 超过 (more than).
  if (MOST_BEFORE.test(near)) return 'greatest'
  return LEAST_BEFORE.test(near) ? 'least' : null
}

/** Returns the greater end of a range and its length in the text; without a range, `value` and 0. */
function readRangeEnd(rest: string, value: number): { value: number; length: number } {
  const [whole = '', digits, word] = RANGE_END.exec(rest) ?? []
  const end = parseNumber(digits ?? word ?? '')
  return end !== null && end > value ? { value: end, length: whole.length } : { value, length: 0 }
}

/** Returns the value of the last written digit: 1 for 13, 0.1 for 12.9. */
const lastDigit = (number: string): number => 10 ** -(number.split('.')[1]?.length ?? 0)

/** The unit of a number. */
interface Measure {
  kind: QuantityKind
  unit: string
  /** Converts the written value to per cent or seconds. */
  factor: number
  /** The length of the unit in the text. */
  length: number
}

/** Reads the unit behind a number; a number without one is a `score` if it `isDecimal`, else a `count`. */
function measure(rest: string, { isYear, isDecimal }: { isYear: boolean; isDecimal: boolean }): Measure {
  const share = SHARE.exec(rest)?.[0]
  if (share) return { kind: 'share', unit: '', factor: 1, length: share.length }
  const points = POINTS.exec(rest)?.[0]
  if (points) return { kind: 'points', unit: '', factor: 1, length: points.length }
  return measureTime(rest, isYear) ?? measureUnit(rest, isDecimal)
}

/** Reads a calendar year or a duration; null for any other number. */
function measureTime(rest: string, isYear: boolean): Measure | null {
  const [time, name = ''] = DURATION.exec(rest) ?? []
  if (isYear && (time === undefined || name === '年'))
    return { kind: 'year', unit: '', factor: 1, length: time?.length ?? 0 }
  return time ? { kind: 'duration', unit: '', factor: secondsIn(name), length: time.length } : null
}

function measureUnit(rest: string, isDecimal: boolean): Measure {
  const [written, unit = ''] = UNIT.exec(rest) ?? []
  if (written) return { kind: 'unit', unit: unitName(unit), factor: 1, length: written.length }
  if (isDecimal) return { kind: 'score', unit: '', factor: 1, length: 0 }
  return { kind: 'count', unit: countedNoun(rest), factor: 1, length: 0 }
}

const secondsIn = (unit: string): number => SECONDS.get(unit.toLowerCase()) ?? 1

const unitName = (unit: string): string => (TIMES.has(unit.toLowerCase()) ? 'times' : unit.toLowerCase())

const countedNoun = (rest: string): string => (COUNTED.exec(rest)?.[1] ?? '').toLowerCase()

/** Tells whether a Chinese numeral is a quantity: it has tens, a scale or a unit, or a measure word follows. */
const isChineseQuantity = (numeral: string, rest: string, kind: QuantityKind, scale: number): boolean =>
  kind !== 'count' || scale > 1 || /.[十百千]|[十百千]./u.test(numeral) || HAS_MEASURE.test(rest)

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
