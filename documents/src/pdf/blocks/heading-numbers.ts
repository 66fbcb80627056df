// Recognizes the numbers of headings, and the order in which they follow one another.

/** Character class of the signs of Chinese numerals. */
const HAN_NUMERALS = '[一二三四五六七八九十百]'
/** Matches 第三章, 第 2 篇. */
const CHAPTER_NUMBER = new RegExp(`^第\\s*(?:${HAN_NUMERALS}{1,4}|\\d{1,3})\\s*[章篇部]`)
/** Matches 第二节. */
const SECTION_NUMBER = new RegExp(`^第\\s*(?:${HAN_NUMERALS}{1,4}|\\d{1,3})\\s*节`)
/** Matches 三、 and 三. */
const HAN_NUMBER = new RegExp(`^${HAN_NUMERALS}{1,3}\\s*[、.]`)
/** Matches （三）, whose brackets are ASCII in the compared form. */
const BRACKETED_HAN_NUMBER = new RegExp(`^\\(${HAN_NUMERALS}{1,3}\\)`)
/** Matches 2, 2. and 2.3.1 before a word; the number is captured. */
const DECIMAL_NUMBER = /^(\d{1,2}(?:\.\d{1,2}){0,4})(?:[.、]\s*|\s+|(?=\p{Script=Han}))(?=[\p{L}"“‘(《「])/u
/** Matches IV. Methods */
const ROMAN_NUMBER = /^[IVX]{1,5}\.\s+\p{Lu}/u
/** Matches Appendix B, 附录一. */
const APPENDIX_NUMBER = /^(?:附录|appendix)\s*[A-Z\d一二三四五六]?(?=[\s.:]|$|\p{Script=Han})/iu
/** Matches A. Data, B.2 Models; the number is captured: A, B.2. */
const LETTER_NUMBER = /^([A-Z](?:\.\d{1,2}){0,3})\.?\s+\p{Lu}\p{L}/u

/** Returns the level that the number of a heading implies, from 1, or null without a number. */
export function numberedLevel(text: string): number | null {
  if (CHAPTER_NUMBER.test(text) || APPENDIX_NUMBER.test(text)) return 1
  if (SECTION_NUMBER.test(text)) return 2
  if (HAN_NUMBER.test(text)) return 1
  if (BRACKETED_HAN_NUMBER.test(text)) return 2
  const number = DECIMAL_NUMBER.exec(text)?.[1]
  if (number) return number.split('.').length
  if (ROMAN_NUMBER.test(text)) return 1
  const letterNumber = LETTER_NUMBER.exec(text)?.[1]
  return letterNumber ? letterNumber.split('.').length : null
}

/** Returns whether a heading has a Roman numeral; headings with letters are then below it. */
export const isRomanNumbered = (text: string): boolean => ROMAN_NUMBER.test(text)

/** Returns whether a heading is numbered by a letter that is no Roman numeral. */
export const isLetterNumbered = (text: string): boolean =>
  LETTER_NUMBER.test(text) && !ROMAN_NUMBER.test(text)

/** Characters that are kept of a chapter without digits. */
const CHAPTER_CHARS = 4

/**
 * Tracks the numbers of headings in reading order, so that a row with the next number of a series (2.4 after 2.3) is
 * taken for a heading whatever its style.
 */
export class NumberChain {
  /** The last number of each series. */
  #last = new Map<string, number>()
  /** Number of the last heading of level 1: 2 for "2 Methods"; '' before the first. */
  #chapter = ''

  /** Returns whether a text has the number that comes next after or below the headings so far. */
  isNext(text: string): boolean {
    const number = seriesNumber(text)
    if (!number) return false
    const { series, value } = number
    const last = this.#last.get(series)
    if (last !== undefined) return value === last + 1
    const parent = series.replace(/\.$/, '')
    const isBelowHeading =
      series === '(' || series === 'A'
        ? this.#chapter !== ''
        : parent === this.#chapter || this.#isLast(parent)
    return value === 1 && isBelowHeading
  }

  /** Returns whether a number such as `2.3` is the last of its series. */
  #isLast(number: string): boolean {
    const at = number.lastIndexOf('.') + 1
    return at > 0 && this.#last.get(number.slice(0, at)) === Number(number.slice(at))
  }

  /** Records the number of a heading. */
  add(text: string): void {
    const number = seriesNumber(text)
    if (number) {
      this.#last.set(number.series, number.value)
      return
    }
    if (numberedLevel(text) !== 1) return
    // Of a chapter without digits, such as 三、, only its beginning is kept, since it matters only that there is one.
    this.#chapter = DECIMAL_NUMBER.exec(text)?.[1] ?? text.slice(0, CHAPTER_CHARS)
    this.#last.delete('(')
    this.#last.delete('A')
  }
}

/** A number within its series: 2.3 has the value 3 in the series `2.`, （三） 3 in `(`, and C. 3 in `A`. */
interface SeriesNumber {
  series: string
  value: number
}

/** Returns the number of a heading within its series, or null when the series has no parent: 2, 三、, IV. */
function seriesNumber(text: string): SeriesNumber | null {
  const decimal = DECIMAL_NUMBER.exec(text)?.[1]
  if (decimal?.includes('.')) {
    const at = decimal.lastIndexOf('.') + 1
    return { series: decimal.slice(0, at), value: Number(decimal.slice(at)) }
  }
  const han = /^\(([一二三四五六七八九十]{1,3})\)/.exec(text)?.[1]
  const value = han ? parseHanNumber(han) : null
  if (value !== null) return { series: '(', value }
  const letter = isLetterNumbered(text) ? /^([A-Z])\.\s/.exec(text)?.[1] : undefined
  return letter ? { series: 'A', value: letter.charCodeAt(0) - 'A'.charCodeAt(0) + 1 } : null
}

/** The signs of 1 to 10, in order. */
const HAN_DIGITS = '一二三四五六七八九十'

/** Parses a Chinese numeral up to 99; null for any other text. */
function parseHanNumber(text: string): number | null {
  // 二十三 is 二 (tens), 十 (ten), 三 (ones).
  const [, tens = '', ten = '', ones = ''] =
    /^([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)$/.exec(text) ?? []
  if (text === '' || (tens !== '' && ten === '' && ones !== '')) return null
  const digit = (sign: string) => HAN_DIGITS.indexOf(sign) + 1
  return ten === '' ? digit(tens) : Math.max(1, digit(tens)) * 10 + digit(ones)
}
