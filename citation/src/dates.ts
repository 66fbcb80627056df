import type { CslDate } from './csl.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A year that EDTF marks as uncertain or approximate, `1936~`, and the second year of a range. */
const ESTIMATED_YEARS = /^(\d{4})([~?%]?)(?:\/(\d{4})([~?%]?))?$/

/** Returns `[1936]` for `1936~`, `1957—[1990]` for `1957/1990~`; undefined where no year is estimated. */
function estimatedYears(written: string): string | undefined {
  const [, first = '', firstMark = '', last, lastMark = ''] = ESTIMATED_YEARS.exec(written) ?? []
  if (firstMark === '' && lastMark === '') return undefined
  const years: [string, string][] =
    last === undefined
      ? [[first, firstMark]]
      : [
          [first, firstMark],
          [last, lastMark],
        ]
  return years.map(([year, mark]) => (mark === '' ? year : `[${year}]`)).join('—')
}

/**
 * Parses `2020`, `2020-5-1`, `20200501`, `2020年5月`, `1957/1990`, the open `1957-` or the estimated `1936~`; any other
 * text is kept as `literal`. Months and days are not checked; `firstDay` leaves out those that do not exist.
 */
export function parseDate(text: string): CslDate {
  const trimmed = text.trim()
  const estimated = estimatedYears(trimmed)
  if (estimated !== undefined) return { literal: estimated }
  // `1957-`: a range without an end.
  const open = trimmed.match(/^(\d{4})\s*[/–—-]$/)
  if (open) return { literal: `${open[1]}—` }
  // `ca. 1900/1910`: the end may be missing.
  const approximateRange = trimmed.match(/^(ca\. \d{4})\/(\d{0,4})$/)
  if (approximateRange) return { literal: approximateRange.slice(1).join('–') }
  const range = trimmed.match(/^(\d{4})\s*[/–—-]\s*(\d{4})$/)
  if (range) return { 'date-parts': [[Number(range[1])], [Number(range[2])]] }
  const compact = trimmed.match(/^(\d{4})(\d{2})(\d{2})$/)
  const spaced = trimmed.match(/^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})[日号]?|月)?|年)?(?:T.*)?$/)
  const found = compact ?? spaced
  if (!found) return { literal: trimmed }
  return { 'date-parts': [found.slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)]))] }
}

/** A date of which month or day may be unknown. */
export interface PartialDate {
  year: number
  month?: number
  day?: number
}

/** Returns a date without invalid months and days; undefined without a year. */
function partialDate(parts: number[] | undefined): PartialDate | undefined {
  const [year, month, day] = parts ?? []
  if (year === undefined) return undefined
  if (month === undefined || month < 1 || month > 12) return { year }
  return day === undefined || day < 1 || day > 31 ? { year, month } : { year, month, day }
}

/** Returns the first date of a CSL date without invalid months and days; undefined where there is only text. */
export function firstDay(date: CslDate | undefined): PartialDate | undefined {
  return partialDate(date?.['date-parts']?.[0])
}

/**
 * Returns the year as printed: `2020`, `1957—1990` (with the given dash), or the text of the date; "" without a date.
 */
export function yearText(date: CslDate | undefined, dash = '—'): string {
  const first = firstDay(date)
  if (!first) return date?.literal ?? ''
  const last = partialDate(date?.['date-parts']?.[1])
  return last && last.year !== first.year ? `${first.year}${dash}${last.year}` : String(first.year)
}

const padTwo = (n: number): string => String(n).padStart(2, '0')

/** Returns `2020`, `2020-05` or `2020-05-01`; the text of the date where it has no date parts. */
export function isoText(date: CslDate | undefined): string {
  const found = firstDay(date)
  if (!found) return date?.literal ?? ''
  const parts = [found.month, found.day].filter((part) => part !== undefined).map(padTwo)
  return [String(found.year), ...parts].join('-')
}

/** Returns the English name of a month; "" for undefined. */
export function monthName(month: number | undefined): string {
  return month === undefined ? '' : (MONTHS[month - 1] ?? '')
}

/**
 * Returns the abbreviation of a month as MLA and IEEE write it: Jan., Feb., Mar., …, with May, June, July unabbreviated
 * and Sept. with four letters.
 */
export function shortMonth(month: number | undefined): string {
  const name = monthName(month)
  if (name.length <= 4) return name
  return name === 'September' ? 'Sept.' : `${name.slice(0, 3)}.`
}
