import { words } from '../phrases.ts'
import { oneOf, valuesOf } from './numerals.ts'

/**
 * What a number measures: a share, a difference of shares, a calendar year, a duration, another unit, things counted, a
 * place in an order, or nothing named (`score`: a decimal fraction alone, such as an F1 of 0.74).
 */
export type QuantityKind = 'share' | 'points' | 'year' | 'duration' | 'unit' | 'count' | 'ordinal' | 'score'

/** The unit of a number. */
interface Measure {
  kind: QuantityKind
  unit: string
  /** Converts the written value to per cent or seconds. */
  factor: number
  /** The length of the unit in the text. */
  length: number
}

/** Percent behind a number, but not the beginning of percentage points. */
const SHARE = /^\s?(?:%|％|percent\b|per cent\b)(?!\s?(?:points?\b|点))/iu
/** Percentage points behind a number. */
const POINTS = /^\s?-?(?:percentage |absolute |%\s?)?(?:points?\b|个?百分点)/iu

/** Reads the unit behind a number; a number without one is a `score` if it `isDecimal`, else a `count`. */
export function measure(
  rest: string,
  { isYear, isDecimal }: { isYear: boolean; isDecimal: boolean },
): Measure {
  const share = SHARE.exec(rest)?.[0]
  if (share) return { kind: 'share', unit: '', factor: 1, length: share.length }
  const points = POINTS.exec(rest)?.[0]
  if (points) return { kind: 'points', unit: '', factor: 1, length: points.length }
  return measureTime(rest, isYear) ?? measureUnit(rest, isDecimal)
}

/** Seconds of the units of time. */
const SECONDS = new Map([...valuesOf('zh', 'seconds'), ...valuesOf('en', 'seconds')])
/** A unit of time behind a number. */
const DURATION = new RegExp(String.raw`^\s?-?(${oneOf(SECONDS.keys())})(?!\p{Script=Latin})`, 'iu')

/** Reads a calendar year or a duration; null for any other number. */
function measureTime(rest: string, isYear: boolean): Measure | null {
  const [time, name = ''] = DURATION.exec(rest) ?? []
  if (isYear && (time === undefined || name === '年'))
    return { kind: 'year', unit: '', factor: 1, length: time?.length ?? 0 }
  return time ? { kind: 'duration', unit: '', factor: secondsIn(name), length: time.length } : null
}

/** Words for a factor: times, fold, 倍. */
const TIMES = new Set([...words('zh', 'quantities/times'), ...words('en', 'quantities/times')])
/** A factor or a unit of measurement behind a number. */
const UNIT = new RegExp(
  String.raw`^\s?-?(${oneOf([...TIMES, ...words('en', 'quantities/units')])})(?![\p{L}\d])`,
  'iu',
)

function measureUnit(rest: string, isDecimal: boolean): Measure {
  const [written, unit = ''] = UNIT.exec(rest) ?? []
  if (written) return { kind: 'unit', unit: unitName(unit), factor: 1, length: written.length }
  if (isDecimal) return { kind: 'score', unit: '', factor: 1, length: 0 }
  return { kind: 'count', unit: countedNoun(rest), factor: 1, length: 0 }
}

const secondsIn = (unit: string): number => SECONDS.get(unit.toLowerCase()) ?? 1

const unitName = (unit: string): string => (TIMES.has(unit.toLowerCase()) ? 'times' : unit.toLowerCase())

/** A Chinese measure word, such as 个 and 篇. */
const MEASURE = `(?:${oneOf(words('zh', 'quantities/measures'))})`

/** What is counted: up to twelve Chinese characters after a measure word, or up to four English words. */
const COUNTED = new RegExp(
  String.raw`^\s?(?:${MEASURE}\s?)?(\p{Script=Han}{1,12}|\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*){0,3})`,
  'u',
)

/** Returns the words after a number that name what is counted, in lower case; '' without any. */
export const countedNoun = (rest: string): string => (COUNTED.exec(rest)?.[1] ?? '').toLowerCase()

/** A measure word behind a number. */
const HAS_MEASURE = new RegExp(String.raw`^\s?${MEASURE}`, 'u')

/** Tells whether a Chinese numeral is a quantity: it has tens, a scale or a unit, or a measure word follows. */
export const isChineseQuantity = (
  numeral: string,
  rest: string,
  kind: QuantityKind,
  scale: number,
): boolean => kind !== 'count' || scale > 1 || /.[十百千]|[十百千]./u.test(numeral) || HAS_MEASURE.test(rest)
