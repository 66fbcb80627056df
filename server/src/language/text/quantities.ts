import { anyOf, words } from '../phrases.ts'

/**
 * What a number measures: a share, a difference of shares, a calendar year, a duration, another unit, things counted, or
 * nothing named (`score`: a decimal fraction alone, such as an F1 of 0.74).
 */
type QuantityKind = 'share' | 'points' | 'year' | 'duration' | 'unit' | 'count' | 'score'

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
  kind: QuantityKind
  /** The unit of a `unit`, and the words after a `count`, which name what is counted; otherwise empty. */
  unit: string
  /** The number with its unit as the text writes it. */
  text: string
}

/** Reads a list of words that are each followed by their value. */
function valuesOf(language: 'zh' | 'en', list: string): Map<string, number> {
  const listed = words(language, `quantities/${list}`)
  return new Map(
    listed.flatMap((word, at) => (at % 2 === 0 ? [[word, Number(listed[at + 1])] as const] : [])),
  )
}

const NUMBERS = valuesOf('en', 'numbers')
const SCALES = new Map([...valuesOf('zh', 'scales'), ...valuesOf('en', 'scales')])
const SECONDS = new Map([...valuesOf('zh', 'seconds'), ...valuesOf('en', 'seconds')])
const TIMES = new Set([...words('zh', 'quantities/times'), ...words('en', 'quantities/times')])

/** Joins words to an alternation, the longest first. */
const oneOf = (list: Iterable<string>): string =>
  [...list].toSorted((one, other) => other.length - one.length).join('|')

const CHINESE_DIGITS = '零一二三四五六七八九'
const CHINESE_TENS = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1_000],
])
const DIGITS = String.raw`\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`
const ENGLISH = `(?:${oneOf(NUMBERS.keys())})(?:-(?:one|${oneOf(NUMBERS.keys())}))?`
const CHINESE = `[〇两${CHINESE_DIGITS}十百千]+`

/** A number in digits or words. Digits inside a name (GPT-4, HowTo100m), after a caret or in brackets are none. */
const NUMBER = new RegExp(
  [
    String.raw`(?<![\p{Script=Latin}\p{Script=Greek}\p{N}.^_[-]|[\^_]\{-?)(?<digits>${DIGITS})`,
    String.raw`(?<![\p{L}-])${ENGLISH}(?![\p{L}-])`,
    `(?<chinese>${CHINESE})`,
  ].join('|'),
  'giu',
)
/** The end of a range: `–20`, `to five`, `至八`. */
const RANGE_END = new RegExp(
  String.raw`^\s?(?:(?:[-–—~～]|to|至|到)\s?(${DIGITS})|(?:to|or|至|到)\s?((?:${ENGLISH})(?![\p{L}-])|${CHINESE}))`,
  'iu',
)
const MORE = oneOf(words('zh', 'quantities/more'))
const SCALE = new RegExp(
  String.raw`^(?<before>\s?\+|${MORE})?(?:\s?-?(?<scale>${oneOf(SCALES.keys())})(?![\p{Script=Latin}\d]))?(?<after>\s?\+|${MORE})?`,
  'iu',
)
const ROUGH_BEFORE = new RegExp(String.raw`${anyOf('quantities/rough-before')}\s*$`, 'iu')
const ROUGH_AFTER = new RegExp(`^${anyOf('quantities/rough-after')}`, 'u')
/** How far before a number a word that makes it inexact may begin, in UTF-16 units. */
const MAX_ROUGH_CHARS = 20

const SHARE = /^\s?(?:%|％|percent\b|per cent\b)(?!\s?(?:points?\b|点))/iu
const POINTS = /^\s?-?(?:percentage |absolute |%\s?)?(?:points?\b|个?百分点)/iu
const DURATION = new RegExp(String.raw`^\s?-?(${oneOf(SECONDS.keys())})(?!\p{Script=Latin})`, 'iu')
const UNIT = new RegExp(
  String.raw`^\s?-?(${oneOf([...TIMES, ...words('en', 'quantities/units')])})(?![\p{L}\d])`,
  'iu',
)
const MEASURE = `(?:${oneOf(words('zh', 'quantities/measures'))})`
/** What is counted: up to four Chinese characters after a measure word, or up to four English words. */
const COUNTED = new RegExp(
  String.raw`^\s?(?:${MEASURE}\s?)?(\p{Script=Han}{1,4}|\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*){0,3})`,
  'u',
)
const HAS_MEASURE = new RegExp(String.raw`^\s?${MEASURE}`, 'u')
const CALENDAR_YEAR = /^(?:1[89]|20)\d\d$/

/**
 * Returns the quantities of a text, in their order: numbers in digits, in English words and in Chinese numerals that are
 * followed by a unit or a measure word. Numbers of enumerations, `(1)` or `2.`, are left out.
 */
export function readQuantities(text: string): Quantity[] {
  const plain = text.normalize('NFKC')
  const found: Quantity[] = []
  let end = 0
  for (const match of plain.matchAll(NUMBER)) {
    const quantity = match.index < end ? null : readQuantity(plain, match)
    if (!quantity) continue
    end = match.index + quantity.text.length
    found.push(quantity)
  }
  return found
}

function readQuantity(text: string, match: RegExpExecArray): Quantity | null {
  const { 0: number, index: from, groups = {} } = match
  const value = parseNumber(number)
  if (value === null) return null
  const range = readRangeEnd(text.slice(from + number.length), value)
  const scaled = readScale(text.slice(from + number.length + range.length))
  const at = from + number.length + range.length + scaled.length
  const rest = text.slice(at)
  const isShare = text.slice(0, from).endsWith('百分之')
  const isPlain = scaled.factor === 1
  const isYear = isPlain && CALENDAR_YEAR.test(groups.digits ?? '')
  const measured = isShare ? PERCENT : measure(rest, { isYear, isDecimal: isPlain && number.includes('.') })
  const isNumeral = groups.chinese !== undefined && !isShare
  if (isNumeral && !isChineseQuantity(number, rest, measured.kind, scaled.factor)) return null
  if (isEnumerator(text, from, at)) return null
  const factor = scaled.factor * measured.factor
  return {
    low: value * factor,
    high: range.value * factor,
    rounding: groups.digits === undefined ? 0 : 0.5 * lastDigit(number) * factor,
    is_rough: scaled.isRough || isCalledRough(text.slice(0, from), rest),
    kind: measured.kind,
    unit: measured.unit,
    text: text.slice(from, at + measured.length).trim(),
  }
}

/** Returns what a number is multiplied by (1 without a scale), and whether a sign of it makes the number inexact. */
function readScale(rest: string): { factor: number; isRough: boolean; length: number } {
  const { 0: whole = '', groups = {} } = SCALE.exec(rest) ?? {}
  const factor = SCALES.get(groups.scale?.toLowerCase() ?? '') ?? 1
  return { factor, isRough: (groups.before ?? groups.after) !== undefined, length: whole.length }
}

const isCalledRough = (before: string, after: string): boolean =>
  ROUGH_BEFORE.test(before.slice(-MAX_ROUGH_CHARS)) || ROUGH_AFTER.test(after)

/** Returns the greater end of a range and its length in the text; without a range, `value` and 0. */
function readRangeEnd(rest: string, value: number): { value: number; length: number } {
  const [whole = '', digits, word] = RANGE_END.exec(rest) ?? []
  const end = parseNumber(digits ?? word ?? '')
  return end !== null && end > value ? { value: end, length: whole.length } : { value, length: 0 }
}

/** Returns the value of a number; null for a Chinese 一 or 零 alone, which mostly counts nothing. */
function parseNumber(number: string): number | null {
  const plain = number.replaceAll(/[,，]/g, '').toLowerCase()
  if (/^\d/.test(plain)) return Number(plain)
  if (/^[a-z]/.test(plain)) {
    const [tens = '', ones] = plain.split('-')
    return (NUMBERS.get(tens) ?? 0) + (ones === undefined ? 0 : (NUMBERS.get(ones) ?? 1))
  }
  return /^[一零〇]?$/.test(plain) ? null : parseChineseNumber(plain)
}

function parseChineseNumber(numeral: string): number {
  let sum = 0
  let digit = 0
  for (const sign of numeral) {
    const ten = CHINESE_TENS.get(sign)
    if (ten === undefined) digit = sign === '两' ? 2 : Math.max(0, CHINESE_DIGITS.indexOf(sign))
    else {
      sum += (digit || 1) * ten
      digit = 0
    }
  }
  return sum + digit
}

/** Returns the value of the last written digit: 1 for 13, 0.1 for 12.9. */
const lastDigit = (number: string): number => 10 ** -(number.split('.')[1]?.length ?? 0)

interface Measure {
  kind: QuantityKind
  unit: string
  /** Converts the written value to per cent or seconds. */
  factor: number
  /** The length of the unit in the text. */
  length: number
}

const PERCENT: Measure = { kind: 'share', unit: '', factor: 1, length: 0 }

function measure(rest: string, { isYear, isDecimal }: { isYear: boolean; isDecimal: boolean }): Measure {
  const share = SHARE.exec(rest)?.[0]
  if (share) return { ...PERCENT, length: share.length }
  const points = POINTS.exec(rest)?.[0]
  if (points) return { kind: 'points', unit: '', factor: 1, length: points.length }
  return measureTime(rest, isYear) ?? measureUnit(rest, isDecimal)
}

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

/** Tells whether a number counts off an item of a list: `(1)`, or `2.` or `3、` at the beginning of a line. */
function isEnumerator(text: string, from: number, to: number): boolean {
  const isBracketed = /[(（]$/.test(text.slice(0, from)) && /^\s?[)）]/.test(text.slice(to)) && to - from <= 2
  const lead = text.slice(text.lastIndexOf('\n', from - 1) + 1, from)
  const isLead = lead.length <= MAX_ITEM_LEAD_CHARS && /^[\s>*-]*$/.test(lead)
  return isBracketed || (isLead && /^[.、)）](?!\d)/.test(text.slice(to)))
}
