// Words from 1 on by which an edition may be stated.
const ORDINAL_WORDS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const CHINESE_NUMERALS = '一二三四五六七八九十'

/** Returns the number of an edition: `2`, `2nd`, `Second ed.`, `第2版`, `第二版`; undefined for any other wording. */
export function editionNumber(edition: string): number | undefined {
  const bare = edition
    .trim()
    .toLowerCase()
    .replace(/(?<!\s)\s*(?:ed\.?|edn\.?|edition)$/, '')
    .replace(/^第?(.+)版$/, (_, number: string) => number.trim())
  const spelled = ORDINAL_WORDS.indexOf(bare)
  if (spelled >= 0) return spelled + 1
  if (bare.length === 1 && CHINESE_NUMERALS.includes(bare)) return CHINESE_NUMERALS.indexOf(bare) + 1
  const digits = bare.match(/^(\d{1,3})(?:st|nd|rd|th)?$/)
  return digits ? Number(digits[1]) : undefined
}

/** Returns an English ordinal: 1st, 2nd, 3rd, 4th, 11th, 21st. */
function ordinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

/** Returns `2nd ed.`; other wording as stored; "" for the first edition, which is not printed. */
export function editionText(edition: string | undefined): string {
  const number = editionNumber(edition ?? '')
  if (number === undefined) return edition ?? ''
  return number === 1 ? '' : `${ordinal(number)} ed.`
}
