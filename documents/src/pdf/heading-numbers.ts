const HAN_NUMERALS = '[一二三四五六七八九十百]'

const CHAPTER_NUMBER = new RegExp(`^第\\s*(?:${HAN_NUMERALS}{1,4}|\\d{1,3})\\s*[章篇部]`)
const SECTION_NUMBER = new RegExp(`^第\\s*(?:${HAN_NUMERALS}{1,4}|\\d{1,3})\\s*节`)
const HAN_NUMBER = new RegExp(`^${HAN_NUMERALS}{1,3}\\s*[、.]`)
const BRACKETED_HAN_NUMBER = new RegExp(`^\\(${HAN_NUMERALS}{1,3}\\)`)
const DECIMAL_NUMBER = /^(\d{1,2}(?:\.\d{1,2}){0,4})(?:[.、]\s*|\s+|(?=\p{Script=Han}))(?=[\p{L}"“‘(《「])/u
const ROMAN_NUMBER = /^[IVX]{1,5}\.\s+\p{Lu}/u
const APPENDIX_NUMBER = /^(?:附录|appendix)\s*[A-Z\d一二三四五六]?(?=[\s.:]|$|\p{Script=Han})/iu
const LETTER_NUMBER = /^[A-Z](?:\.\d{1,2}){0,3}\.?\s+\p{Lu}\p{L}/u

/** Returns the level that the number of a heading implies, from 1, or null without a number. */
export function numberedLevel(text: string): number | null {
  if (CHAPTER_NUMBER.test(text) || APPENDIX_NUMBER.test(text)) return 1
  if (SECTION_NUMBER.test(text)) return 2
  if (HAN_NUMBER.test(text)) return 1
  if (BRACKETED_HAN_NUMBER.test(text)) return 2
  const number = DECIMAL_NUMBER.exec(text)?.[1]
  if (number) return number.split('.').length
  if (ROMAN_NUMBER.test(text)) return 1
  if (LETTER_NUMBER.test(text))
    return (/^[A-Z](?:\.\d{1,2}){0,3}/.exec(text)?.[0] ?? 'A').split('.').filter(Boolean).length
  return null
}

const HAN_DIGITS = '一二三四五六七八九十'

/** Parses a Chinese numeral up to 99; null for any other text. */
function parseHanNumber(text: string): number | null {
  const [, tens = '', ten = '', ones = ''] =
    /^([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)$/.exec(text) ?? []
  if (text === '' || (tens !== '' && ten === '' && ones !== '')) return null
  const digit = (sign: string) => HAN_DIGITS.indexOf(sign) + 1
  return ten === '' ? digit(tens) : Math.max(1, digit(tens)) * 10 + digit(ones)
}

/** Returns whether a heading has a Roman numeral; headings with letters are then below it. */
export const isRomanNumbered = (text: string): boolean => ROMAN_NUMBER.test(text)

/** Returns whether a heading is numbered by a letter that is no Roman numeral. */
export const isLetterNumbered = (text: string): boolean =>
  LETTER_NUMBER.test(text) && !ROMAN_NUMBER.test(text)

/** A number within its series: 2.3 is the third of `2.`, （三） the third of `(`. */
interface NumberInKind {
  kind: string
  value: number
}

function numberInKind(text: string): NumberInKind | null {
  const decimal = DECIMAL_NUMBER.exec(text)?.[1]
  if (decimal?.includes('.')) {
    const at = decimal.lastIndexOf('.') + 1
    return { kind: decimal.slice(0, at), value: Number(decimal.slice(at)) }
  }
  const han = /^\(([一二三四五六七八九十]{1,3})\)/.exec(text)?.[1]
  const value = han ? parseHanNumber(han) : null
  if (value !== null) return { kind: '(', value }
  const sign =
    LETTER_NUMBER.test(text) && !ROMAN_NUMBER.test(text) ? /^([A-Z])\.\s/.exec(text)?.[1] : undefined
  return sign ? { kind: 'A', value: sign.charCodeAt(0) - 64 } : null
}

/** Tracks the numbers of headings: the next number of a series is a heading, whatever its style. */
export class NumberChain {
  #last = new Map<string, number>()
  /** Number of the last heading of level 1: 2 for "2 Methods". */
  #chapter = ''

  /** Returns whether a text has the number that comes next after or below the headings so far. */
  goesOn(text: string): boolean {
    const place = numberInKind(text)
    if (!place) return false
    const { kind, value } = place
    const last = this.#last.get(kind)
    if (last !== undefined) return value === last + 1
    const parent = kind.replace(/\.$/, '')
    const isBelow =
      kind === '(' || kind === 'A' ? this.#chapter !== '' : parent === this.#chapter || this.#isKnown(parent)
    return value === 1 && isBelow
  }

  #isKnown(number: string): boolean {
    const at = number.lastIndexOf('.') + 1
    return at > 0 && this.#last.get(number.slice(0, at)) === Number(number.slice(at))
  }

  /** Records the number of a heading. */
  add(text: string): void {
    const place = numberInKind(text)
    if (place) {
      this.#last.set(place.kind, place.value)
      return
    }
    const level = numberedLevel(text)
    if (level !== 1) return
    this.#chapter = DECIMAL_NUMBER.exec(text)?.[1] ?? text.slice(0, 4)
    this.#last.delete('(')
    this.#last.delete('A')
  }
}
