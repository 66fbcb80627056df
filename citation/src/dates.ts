import type { CslDate } from './csl.ts'

/** Matches a range without an end: `1957-`. */
const OPEN_RANGE = /^(\d{4})\s*[/–—-]$/
/** Matches an approximate range, whose end may be missing: `ca. 1900/1910`. */
const APPROXIMATE_RANGE = /^(ca\. \d{4})\/(\d{0,4})$/
/** Matches `1957/1990`, `1957–1990`. */
const YEAR_RANGE = /^(\d{4})\s*[/–—-]\s*(\d{4})$/
/** Matches `20200501`. */
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})$/
/** Matches a date whose parts are separated, of which month and day may be missing: `2020-5-1`, `2020年5月`, `2020`. */
const SEPARATED_DATE = /^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})[日号]?|月)?|年)?(?:T.*)?$/

/**
 * Parses `2020`, `2020-5-1`, `20200501`, `2020年5月`, `1957/1990`, the open `1957-` or the estimated `1936~`; any other
 * text is kept as `literal`. Months and days are not checked; `firstDay` leaves out those that do not exist.
 */
export function parseDate(text: string): CslDate {
  const trimmed = text.trim()
  const estimated = estimatedYears(trimmed)
  if (estimated !== undefined) return { literal: estimated }
  const open = trimmed.match(OPEN_RANGE)
  if (open) return { literal: `${open[1]}—` }
  const approximateRange = trimmed.match(APPROXIMATE_RANGE)
  if (approximateRange) return { literal: approximateRange.slice(1).join('–') }
  const range = trimmed.match(YEAR_RANGE)
  if (range) return { 'date-parts': [[Number(range[1])], [Number(range[2])]] }
  const date = trimmed.match(COMPACT_DATE) ?? trimmed.match(SEPARATED_DATE)
  if (!date) return { literal: trimmed }
  return { 'date-parts': [date.slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)]))] }
}

/**
 * Matches a year, or a range of years, with the marks of EDTF for uncertain or approximate years: `1936~`,
 * `1957/1990?`.
 */
const ESTIMATED_YEARS = /^(\d{4})([~?%]?)(?:\/(\d{4})([~?%]?))?$/

/** Returns `[1936]` for `1936~`, `1957—[1990]` for `1957/1990~`; undefined where no year is estimated. */
function estimatedYears(text: string): string | undefined {
  const [, first = '', firstMark = '', last, lastMark = ''] = ESTIMATED_YEARS.exec(text) ?? []
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

/** A date of which month or day may be unknown. */
export interface PartialDate {
  year: number
  month?: number
  day?: number
}

/** Returns the first date of a CSL date without invalid months and days; undefined where there is only text. */
export function firstDay(date: CslDate | undefined): PartialDate | undefined {
  return partialDate(date?.['date-parts']?.[0])
}

/** Returns a date without invalid months and days; undefined without a year. */
function partialDate(parts: number[] | undefined): PartialDate | undefined {
  const [year, month, day] = parts ?? []
  if (year === undefined) return undefined
  if (month === undefined || month < 1 || month > 12) return { year }
  return day === undefined || day < 1 || day > 31 ? { year, month } : { year, month, day }
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

/** Returns `2020`, `2020-05` or `2020-05-01`; the text of the date where it has no date parts. */
export function isoText(date: CslDate | undefined): string {
  const first = firstDay(date)
  if (!first) return date?.literal ?? ''
  const parts = [first.month, first.day].filter((part) => part !== undefined).map(padTwo)
  return [String(first.year), ...parts].join('-')
}

/** Returns a month or day with two digits. */
const padTwo = (part: number): string => String(part).padStart(2, '0')

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

/** Returns the English name of a month (1 to 12); "" for undefined and other numbers. */
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
