import { words } from '../phrases.ts'

/** Reads a list of words that are each followed by their value, as in `dozen 12 hundred 100`. */
export function valuesOf(language: 'zh' | 'en', list: string): Map<string, number> {
  const listed = words(language, `quantities/${list}`)
  return new Map(
    listed.flatMap((word, at) => (at % 2 === 0 ? [[word, Number(listed[at + 1])] as const] : [])),
  )
}

/** Joins words to an alternation, the longest first. */
export const oneOf = (list: Iterable<string>): string =>
  [...list].toSorted((one, other) => other.length - one.length).join('|')

/** The values of English numbers and ordinals in words. */
const NUMBERS = valuesOf('en', 'numbers')
const ORDINALS = valuesOf('en', 'ordinals')
const CHINESE_DIGITS = '零一二三四五六七八九'
const CHINESE_TENS = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1_000],
])

// Sources of patterns, to be used in larger ones.
/** Matches a number in digits, with or without thousands separators. */
export const ARABIC_NUMBER = String.raw`\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`
/** Matches a number in English words, such as `twenty-one`. */
export const ENGLISH_NUMBER = `(?:${oneOf(NUMBERS.keys())})(?:-(?:one|${oneOf(NUMBERS.keys())}))?`
/** Matches a number below 10,000 in Chinese numerals. */
export const CHINESE_NUMBER = `[〇两${CHINESE_DIGITS}十百千]+`
/** Matches an English ordinal in words. */
export const ENGLISH_ORDINAL = `(?:${oneOf(ORDINALS.keys())})`

/**
 * Returns the value of a number in any of these forms; null for '' and for 一 or 零 alone, which mostly count nothing.
 */
export function parseNumber(number: string): number | null {
  const normalized = number.replaceAll(/[,，]/g, '').toLowerCase()
  if (/^\d/.test(normalized)) return Number(normalized)
  if (/^[a-z]/.test(normalized)) return parseEnglishNumber(normalized)
  return /^[一零〇]?$/.test(normalized) ? null : parseChineseNumber(normalized)
}

/** Returns the value of an ordinal, or of a number such as `twenty-one`. */
function parseEnglishNumber(normalized: string): number {
  const ordinal = ORDINALS.get(normalized)
  if (ordinal !== undefined) return ordinal
  const [tens = '', ones] = normalized.split('-')
  return (NUMBERS.get(tens) ?? 0) + (ones === undefined ? 0 : (NUMBERS.get(ones) ?? 1))
}

/** Returns the value of a Chinese numeral, with or without units of ten: 8 for 八, 215 for 二百一十五. */
export function parseChineseNumber(numeral: string): number {
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
