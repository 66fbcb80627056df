const han = '[一二三四五六七八九十百]'

const chapter = new RegExp(`^第\\s*(?:${han}{1,4}|\\d{1,3})\\s*[章篇部]`)
const section = new RegExp(`^第\\s*(?:${han}{1,4}|\\d{1,3})\\s*节`)
const counted = new RegExp(`^${han}{1,3}\\s*[、.]`)
const bracketed = new RegExp(`^\\(${han}{1,3}\\)`)
const digits = /^(\d{1,2}(?:\.\d{1,2}){0,4})(?:[.、]\s*|\s+|(?=\p{Script=Han}))(?=[\p{L}"“‘(《「])/u
const roman = /^[IVX]{1,5}\.\s+\p{Lu}/u
const appendix = /^(?:附录|appendix)\s*[A-Z\d一二三四五六]?(?=[\s.:]|$|\p{Script=Han})/iu
const letter = /^[A-Z](?:\.\d{1,2}){0,3}\.?\s+\p{Lu}\p{L}/u

/** The depth that a heading's number tells, from 1; null where there is none. */
export function numberedLevel(text: string): number | null {
  if (chapter.test(text) || appendix.test(text)) return 1
  if (section.test(text)) return 2
  if (counted.test(text)) return 1
  if (bracketed.test(text)) return 2
  const number = digits.exec(text)?.[1]
  if (number) return number.split('.').length
  if (roman.test(text)) return 1
  if (letter.test(text))
    return (/^[A-Z](?:\.\d{1,2}){0,3}/.exec(text)?.[0] ?? 'A').split('.').filter(Boolean).length
  return null
}

const hanDigits = '一二三四五六七八九十'

/** A Chinese number to 99; null for any other text. */
function hanValue(text: string): number | null {
  const [, tens = '', ten = '', ones = ''] =
    /^([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)$/.exec(text) ?? []
  if (text === '' || (tens !== '' && ten === '' && ones !== '')) return null
  const digit = (sign: string) => hanDigits.indexOf(sign) + 1
  return ten === '' ? digit(tens) : Math.max(1, digit(tens)) * 10 + digit(ones)
}

/** Whether a heading is counted by a Roman numeral: letters then count below it. */
export const isRoman = (text: string): boolean => roman.test(text)

export const isLettered = (text: string): boolean => letter.test(text) && !roman.test(text)

/** A number within its kind: 2.3 is the third of `2.`, （三） the third of （. */
interface Place {
  kind: string
  value: number
}

function placeOf(text: string): Place | null {
  const decimal = digits.exec(text)?.[1]
  if (decimal?.includes('.')) {
    const at = decimal.lastIndexOf('.') + 1
    return { kind: decimal.slice(0, at), value: Number(decimal.slice(at)) }
  }
  const han = /^\(([一二三四五六七八九十]{1,3})\)/.exec(text)?.[1]
  const value = han ? hanValue(han) : null
  if (value !== null) return { kind: '(', value }
  const sign = letter.test(text) && !roman.test(text) ? /^([A-Z])\.\s/.exec(text)?.[1] : undefined
  return sign ? { kind: 'A', value: sign.charCodeAt(0) - 64 } : null
}

/** Follows the numbers of headings: what comes next at its place is one of them, however it is set. */
export class NumberChain {
  #last = new Map<string, number>()
  /** Of the last heading of the first level: 2 for "2 Methods". */
  #chapter = ''

  /** Whether a text has the number that comes next below or behind the headings so far. */
  goesOn(text: string): boolean {
    const place = placeOf(text)
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

  /** Takes a heading's number in. */
  add(text: string): void {
    const place = placeOf(text)
    if (place) {
      this.#last.set(place.kind, place.value)
      return
    }
    const level = numberedLevel(text)
    if (level !== 1) return
    this.#chapter = digits.exec(text)?.[1] ?? text.slice(0, 4)
    this.#last.delete('(')
    this.#last.delete('A')
  }
}
