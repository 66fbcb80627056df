// Reads the dates of references in CSL-JSON.
import { readRawDate } from './raw-date.ts'

/** A date as a reference gives it: one date, the two ends of a range, or a text. */
export interface ReferenceDate {
  /** `[year, month, day]`, of which only the year must be there; a month of 21 to 24 is a season. */
  parts: number[][]
  /** The text of what could not be read as a date, and then `parts` is empty; '' otherwise. */
  literal: string
  isUncertain: boolean
}

/** Fields of any type. */
export type UnknownRecord = Record<string, unknown>

/** Returns a value as text; of a list its first element, and '' for anything else. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? asText(value[0]) : ''
}

/** Reads a date; undefined when there is none. What cannot be read is kept as a text. */
export function readDate(value: unknown): ReferenceDate | undefined {
  if (typeof value === 'string' || typeof value === 'number') return rawDate(String(value))
  if (!isRecord(value)) return undefined
  // `circa` is a flag or a text; only the text `0` is a false one.
  const isUncertain = Boolean(value.circa) && value.circa !== '0'
  const parts = withSeason(readParts(value['date-parts']), value.season)
  if (parts.length > 0) return { parts, literal: '', isUncertain }
  const literal = asText(value.literal)
  if (literal !== '') return { parts: [], literal, isUncertain }
  const raw = asText(value.raw)
  if (raw === '') return undefined
  const date = rawDate(raw)
  return { ...date, isUncertain: isUncertain || date.isUncertain }
}

/** Reads a date that is written as a text. */
function rawDate(raw: string): ReferenceDate {
  const { parts, isUncertain } = readRawDate(raw)
  return { parts, literal: parts.length > 0 ? '' : raw, isUncertain }
}

const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Seasons 1 to 4 become months 21 to 24. */
const SEASON_MONTH_OFFSET = 20

/** Adds a season (1 to 4) to a date of which only the year is known; other dates and seasons change nothing. */
function withSeason(parts: number[][], season: unknown): number[][] {
  const number = Number(season)
  const [first, ...rest] = parts
  if (!first || first.length > 1 || !(number >= 1 && number <= 4)) return parts
  return [[...first, SEASON_MONTH_OFFSET + number], ...rest]
}

/** Returns the parts of up to two dates, as integers; each ends before its first part that is no number. */
function readParts(value: unknown): number[][] {
  if (!Array.isArray(value)) return []
  return value
    .slice(0, 2)
    .map((date) => {
      const parts = (Array.isArray(date) ? date : [date]).slice(0, 3)
      const numbers = parts.map((part) => (part === null || part === '' ? Number.NaN : Number(part)))
      const end = numbers.findIndex((part) => !Number.isFinite(part))
      return (end < 0 ? numbers : numbers.slice(0, end)).map(Math.trunc)
    })
    .filter((date) => date.length > 0)
}
