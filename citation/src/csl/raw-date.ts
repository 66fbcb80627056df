import { parseDate } from '../dates.ts'

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const MIN_MONTH_CHARS = 3

/** Seasons by their numbers in CSL, which stand in place of the month. */
const SEASONS: ReadonlyMap<string, number> = new Map([
  ['spring', 21],
  ['summer', 22],
  ['fall', 23],
  ['autumn', 23],
  ['winter', 24],
])

/** What a date that is given as text says. */
export interface ReadDate {
  /**
   * `[year, month, day]` of one date or of the two ends of a range; day, or month and day, may be missing. In place of
   * the month, 21–24 stand for a season. [] when the text could not be read. Values are not checked against the calendar.
   */
  parts: number[][]
  /** Whether the text says that the date is uncertain. */
  isUncertain: boolean
}

/** Reads a date or range that is given as text, in English, Chinese or figures; no parts for anything else. */
export function readRawDate(raw: string): ReadDate {
  const isUncertain = raw.search(DOUBT) >= 0
  const text = raw.replace(DOUBT, '').trim()
  const whole = readOne(text)
  if (whole.length > 0) return { parts: [whole], isUncertain }
  const ends = splitRange(text).map(readOne)
  if (ends.length === 2 && ends.every((end) => end.length > 0)) return { parts: ends, isUncertain }
  // Other forms, such as Chinese dates.
  return { parts: parseDate(text)['date-parts'] ?? [], isUncertain }
}

/** Matches signs that a date is uncertain: `2001?`, `ca. 2001`. */
const DOUBT = /\?|~|\b(?:circa|ca|c)\b\.?/gi
/** Matches `2001-05-15`, `2001-05`, `2001`, and years before Christ, `-44`. */
const ISO_DATE = /^(-?\d{1,4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/
/** Matches `5/15/2001` or `5/2001`. */
const US_DATE = /^(\d{1,2})\/(?:(\d{1,2})\/)?(\d{4})$/

/** Reads `15 May 2001`, `May 15, 2001`, `May 2001` or `Summer 2001`. */
function readWords(text: string): number[] {
  const words = text.split(/[\s,]/).filter((word) => word !== '')
  const year = words.find((word) => /^\d{3,4}$/.test(word))
  const month = words.map(monthOf).find((found) => found !== undefined)
  if (words.length > 3 || year === undefined || month === undefined) return []
  const day = words.find((word) => /^\d{1,2}$/.test(word))
  return day === undefined ? [Number(year), month] : [Number(year), month, Number(day)]
}

/** Reads one date; returns no parts for anything else. */
function readOne(text: string): number[] {
  const iso = ISO_DATE.exec(text)
  if (iso) return iso.slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)]))
  const us = US_DATE.exec(text)
  if (us) return [us[3], us[1], us[2]].flatMap((part) => (part === undefined ? [] : [Number(part)]))
  return readWords(text)
}

/**
 * Returns the number of an English month, which may be abbreviated (`Sept.`), or of a season; undefined for other words.
 */
function monthOf(word: string): number | undefined {
  const name = word.toLowerCase().replace(/\.$/, '')
  const season = SEASONS.get(name)
  if (season !== undefined) return season
  if (name.length < MIN_MONTH_CHARS) return undefined
  const at = MONTHS.findIndex((month) => month.startsWith(name))
  return at < 0 ? undefined : at + 1
}

/** Returns the two ends of a range; the whole text alone when it is none. */
function splitRange(text: string): string[] {
  for (const sign of ['/', ' - ', '–', '--', '_']) {
    const ends = text.split(sign)
    if (ends.length === 2) return ends.map((end) => end.trim())
  }
  return [text]
}
