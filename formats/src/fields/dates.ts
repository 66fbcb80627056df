// Converts dates of bibliographic records. `normalizeDate` and `isoDate` return one date: `YYYY`, `YYYY-MM` or
// `YYYY-MM-DD` (ISO 8601). `looseDate` returns what is no single date: a range of years, `1990/1998` or `1990/`, and an
// uncertain year, `ca. 1910`. Callers that keep such dates try `looseDate` first.

/** The first three letters of the months. */
const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A year, month or day as a source has it. */
type DatePart = string | number | null | undefined

/** Returns a month, 1–12, from a number or an English name of at least three letters; null for other text. */
export function parseMonth(part: DatePart): number | null {
  const text = String(part ?? '')
    .trim()
    .toLowerCase()
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= MONTH_NAMES.length) return number
  const name = /[a-z]{3,}/.exec(text)?.[0].slice(0, 3)
  const named = name ? MONTH_NAMES.indexOf(name) : -1
  return named >= 0 ? named + 1 : null
}

/** Returns as much of a date as is valid: 31 June 2004 becomes `2004-06`. Returns null without a year. */
export function isoDate(year: DatePart, month?: DatePart, day?: DatePart): string | null {
  const validYear = parseYear(year)
  if (validYear === null) return null
  const validMonth = parseMonth(month)
  if (validMonth === null) return String(validYear)
  const validDay = parseDay(day, validYear, validMonth)
  const yearAndMonth = `${validYear}-${padTwo(validMonth)}`
  return validDay === null ? yearAndMonth : `${yearAndMonth}-${padTwo(validDay)}`
}

const MIN_YEAR = 1000
const MAX_YEAR = 2999

/** Returns a year of four digits within the bounds; null for other text. */
function parseYear(part: DatePart): number | null {
  const digits = /(?:^|\D)(\d{4})(?:\D|$)/.exec(String(part ?? ''))?.[1]
  const year = Number(digits)
  return year >= MIN_YEAR && year <= MAX_YEAR ? year : null
}

/** Returns the first number in a text if the month has such a day. `month` is 1–12. */
function parseDay(part: DatePart, year: number, month: number): number | null {
  const day = Number(/\d{1,2}/.exec(String(part ?? ''))?.[0] ?? 0)
  // Day 0 of the next month is the last day of this one.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return day >= 1 && day <= lastDay ? day : null
}

const padTwo = (number: number): string => String(number).padStart(2, '0')

/**
 * Matches `ca. 1910`, `circa 1910`, `c. 1910`, `约1910年`, and biblatex's `1910-05~`; captures what the doubt is about.
 */
const UNCERTAIN_YEAR =
  /^(?:ca?\.|ca\b|circa\b|about\b|[约約])\s*(\d{4}(?!\d)\S{0,12})$|^(\d{4}(?!\d)\S{0,12}?)\s?[~?%]$/i

/**
 * Returns a range of years as `1990/1998` or `1990/`, an uncertain year or range with `ca. ` in front; null for any
 * other text, among them every single date, which `normalizeDate` reads. Months and days are dropped.
 */
export function looseDate(text: string | null | undefined): string | null {
  // Catalogers put a date in brackets if the work does not state it.
  const date = (text ?? '').trim().replace(/^\[([^[\]]*)\]$/, '$1')
  const [, afterCirca, beforeMark] = UNCERTAIN_YEAR.exec(date) ?? []
  const uncertain = afterCirca ?? beforeMark
  return uncertain ? `ca. ${yearRange(uncertain) ?? uncertain.slice(0, 'YYYY'.length)}` : yearRange(date)
}

/** Matches a range of years, `1990/1998`, `1990--1998`; captures the first and the last. */
const YEAR_RANGE = /^(\d{4})\s*(?:\/|-{1,2}|[–—～~])\s*(\d{4})$/
/** Matches a range of dates as biblatex and ISO 8601 write it, `1990-03/1998-05`; captures the years. */
const DATE_RANGE = /^(\d{4})(?:-\d\d){0,2}\/(\d{4})(?:-\d\d){0,2}$/
/** Matches a range without an end: `1990/..` in ISO 8601-2 and biblatex, `1990-` in print; captures its year. */
const OPEN_RANGE = /^(\d{4})\s*(?:\/\.\.|-{1,2}|[–—～])$/

/**
 * Returns a range of years as `1990/1998`, one without an end as `1990/`; null for any other date, also for a range
 * that does not ascend.
 */
function yearRange(text: string): string | null {
  const since = OPEN_RANGE.exec(text)?.[1]
  if (since) return `${since}/`
  const [, from, to] = YEAR_RANGE.exec(text) ?? DATE_RANGE.exec(text) ?? []
  return from && to && Number(from) < Number(to) ? `${from}/${to}` : null
}

/** Returns the first date in a text as ISO date, of a range its start; null where there is no year. */
export function normalizeDate(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return null
  if (/^\d{4}$/.test(trimmed)) return isoDate(trimmed)
  // A time zone after a complete date is no month.
  const hasWords = /[a-z]{3}/i.test(trimmed) && !/^\d{4}-\d\d-\d\d/.test(trimmed)
  return hasWords ? parseWordedDate(trimmed) : (parseNumericDate(trimmed) ?? parseWordedDate(trimmed))
}

/** Parses `8 June 2004`, `JUN 8 2004`, `2010 Sep-Oct` or `2015/october`; without a month only the year. */
function parseWordedDate(text: string): string | null {
  const year = parseYear(text)
  for (const [word] of text.matchAll(/[a-z]{3,}\.?/gi)) {
    const month = parseMonth(word)
    if (month === null) continue
    // Without time of day, year and month.
    const rest = text
      .replace(/\d{1,2}:\d{2}(?::\d{2})?/, ' ')
      .replace(/\d{4}/, ' ')
      .replace(word, ' ')
    const days = rest.match(/(?<!\d)\d{1,2}(?!\d)/g) ?? []
    // With two numbers or two months, the text is a range: `12-14 June 2004`, `2010 Sep-Oct`.
    const isRange = days.length !== 1 || /[-–/]\s*[a-z]{3}/i.test(rest)
    return isoDate(year, month, isRange ? null : days[0])
  }
  return year === null ? null : String(year)
}

/** Parses `20040608`, `2004-6-8`, `2004/06`, `2004年6月8日`. */
function parseNumericDate(text: string): string | null {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (compact) return isoDate(compact[1], compact[2], compact[3])
  const ordered = /^(\d{4})(?:[-/.年\s]+(\d{1,2})(?!\d)(?:[-/.月\s]+(\d{1,2})(?!\d))?)?/.exec(text)
  return ordered && isoDate(ordered[1], ordered[2], ordered[3])
}

/** Returns a date in CSL's form, `{ "date-parts": [[2020, 5]] }`; undefined where there is none. */
export function toCslDate(text: string | null | undefined): { 'date-parts': number[][] } | undefined {
  const date = normalizeDate(text)
  return date === null ? undefined : { 'date-parts': [date.split('-').map(Number)] }
}
