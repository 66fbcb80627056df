// Dates as first pages of documents print them, in digits or in Chinese numerals.

/** Source of a pattern that matches a year of the 20th or 21st century. */
export const YEAR = '(?:19|20)\\d\\d'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Returns the number of a month by its English name or abbreviation, 0 for any other word. */
export const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** Digits of years and months in Chinese, by their values. */
const HAN_DIGITS = '〇一二三四五六七八九'

/** Parses `2024年6月` or `二〇二四年六月` as `2024-06`; null when anything else is in the part. The day is left out. */
export function parseChineseDate(part: string): string | null {
  const inDigits = part
    .replaceAll(/[○零Ｏ]/g, '〇')
    .replace(/^[〇一二三四五六七八九]{4}(?=年)/, (year) =>
      [...year].map((sign) => HAN_DIGITS.indexOf(sign)).join(''),
    )
    .replace(/(?<=年)(十?[一二三四五六七八九]?)(?=月)/, (month) => parseHanMonth(month))
  const [, year, month] = new RegExp(`^(${YEAR})年(?:(\\d{1,2})月(?:\\d{1,2}日)?)?$`).exec(inDigits) ?? []
  return year === undefined ? null : formatDate(year, month)
}

/** Returns the digits of a month in Chinese, such as 十一; '' for ''. */
function parseHanMonth(numeral: string): string {
  if (numeral === '') return ''
  const [tens, ones] = numeral.startsWith('十') ? [10, numeral.slice(1)] : [0, numeral]
  return String(tens + (ones === '' ? 0 : HAN_DIGITS.indexOf(ones)))
}

/** Formats a date as `2024`, `2024-05` or `2024-05-23`; a month that is not 1–12 is omitted with its day. */
export function formatDate(year: string, month?: string | number, day?: string): string {
  const twoDigits = (value: string | number) => String(value).padStart(2, '0')
  if (month === undefined || Number(month) < 1 || Number(month) > MONTHS.length) return year
  return `${year}-${twoDigits(month)}${day === undefined ? '' : `-${twoDigits(day)}`}`
}
