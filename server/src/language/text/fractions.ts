import {
  ARABIC_NUMBER,
  CHINESE_NUMBER,
  ENGLISH_NUMBER,
  oneOf,
  parseChineseNumber,
  parseNumber,
  valuesOf,
} from './numerals.ts'

/** A part of a whole in words, as per cent. */
export interface Fraction {
  start: number
  end: number
  percent: number
  /** Half of the last written digit of a share in digits (百分之 12.5); otherwise zero. */
  rounding: number
  /** Whether it may stand for values near it, as "a third" does for 32 %. */
  is_rough: boolean
}

/** The number of parts in a whole by the name of one part: 2 for "half". */
const PARTS = new Map([...valuesOf('zh', 'fractions'), ...valuesOf('en', 'fractions')])
/** Fractions that have a name of their own: half, 一半. */
const OWN_NAMES = oneOf([...valuesOf('zh', 'fractions').keys(), 'half'])
/** The whole in 百分之十二, which is a percentage. */
const PERCENT_OF = '百'

/** A fraction: `two thirds`, `half`, 三分之二. */
const FRACTION = new RegExp(
  [
    // A singular is a fraction only before what it is a part of: a third of, but not a third model.
    String.raw`(?<![\p{L}-])(?<count>an?|one|${ENGLISH_NUMBER})[\s-](?<part>${oneOf(valuesOf('en', 'fractions').keys())})(?:s\b|(?=\s(?:of|the|as)\b))`,
    String.raw`(?<![\p{Script=Latin}-])(?<name>${OWN_NAMES})(?![\p{Script=Latin}-])`,
    `(?<whole>${CHINESE_NUMBER})分之\\s?(?<share>${ARABIC_NUMBER}|${CHINESE_NUMBER})`,
  ].join('|'),
  'giu',
)

/**
 * Returns the fractions of a text that are written in words, in its order: half, two thirds, a tenth of; 一半, 三分之二,
 * 百分之十二.
 */
export function readFractions(text: string): Fraction[] {
  return Array.from(text.matchAll(FRACTION), ({ 0: written, index: start, groups = {} }) => {
    const span = { start, end: start + written.length }
    const { count = '', part = '', name = '', whole, share = '' } = groups
    if (whole !== undefined) return { ...span, ...chineseShare(whole, share) }
    const parts = PARTS.get((name || part).toLowerCase()) ?? 1
    const partCount = name === '' ? (parseNumber(/^(?:an?|one)$/i.test(count) ? '1' : count) ?? 1) : 1
    return { ...span, percent: (100 * partCount) / parts, rounding: 0, is_rough: true }
  })
}

/** Returns the share in 三分之二: the numeral before 分之 is the whole, the one behind it the share. */
function chineseShare(whole: string, share: string): Pick<Fraction, 'percent' | 'rounding' | 'is_rough'> {
  const factor = 100 / parseChineseNumber(whole)
  const isInDigits = /^\d/.test(share)
  const value = isInDigits ? Number(share.replaceAll(/[,，]/g, '')) : parseChineseNumber(share)
  const decimals = share.split('.')[1]?.length ?? 0
  return {
    percent: value * factor,
    rounding: isInDigits ? 0.5 * 10 ** -decimals * factor : 0,
    is_rough: whole !== PERCENT_OF,
  }
}
