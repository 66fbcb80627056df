import { decorate } from './decorate.ts'
import type { Locale } from './locale.ts'
import { joinOutputs, type Output } from './output.ts'
import type { ReferenceDate } from './reference-date.ts'
import type { DateNode, DatePartNode, LocaleDate } from './style-tree.ts'

/** What a date needs for printing besides its parts. */
export interface DateSetting {
  locale: Locale
  /** Printed after the year. */
  yearSuffix: Output | undefined
}

/** Stands for the rank of a differing part when two dates are equal. */
const NO_DIFFERENCE = 3

/**
 * Renders a date or range by a date element or a format of the locale; nothing when none of the wanted parts is known.
 * In a range, parts that both dates share are printed once.
 *
 * Source: CSL 1.0.2, specification, "Date" and "Date Ranges".
 */
export function renderDate(node: DateNode, date: ReferenceDate, setting: DateSetting): Output[] {
  if (date.parts.length === 0) return date.literal === '' ? [] : [date.literal]
  const format = node.form && setting.locale.date(node.form)
  const parts = format ? localizedParts(node, format) : node.parts
  const delimiter = (format ? format.delimiter : '') || node.delimiter
  const [from = [], to] = date.parts
  if (!to || differingRank(from, to) === NO_DIFFERENCE)
    return joinOutputs(decorateAll(printParts(parts, from, setting.locale), setting), delimiter)
  // A range without an end has the year 0 as its end.
  if (to[0] === 0) {
    const open = decorateAll(printParts(parts, from, setting.locale), setting)
    return [...joinOutputs(open, delimiter), '–']
  }
  return renderRange(parts, [from, to], delimiter, setting)
}

/** Ranks of the parts of a date, the largest part first. */
const PART_RANKS = { year: 0, month: 1, day: 2 } as const
/** The smallest part that each value of `date-parts` shows. */
const SMALLEST_PARTS: ReadonlyMap<string, DatePartNode['name']> = new Map([
  ['year', 'year'],
  ['year-month', 'month'],
  ['year-month-day', 'day'],
])

/** Returns the parts of a localized date that are shown, with the attributes that the style overrides. */
function localizedParts(node: DateNode, format: LocaleDate): DatePartNode[] {
  const smallest = SMALLEST_PARTS.get(node.shown ?? '') ?? 'day'
  return format.parts
    .filter((part) => PART_RANKS[part.name] <= PART_RANKS[smallest])
    .map((part) => {
      const override = node.parts.find((candidate) => candidate.name === part.name)
      if (!override) return part
      return {
        ...part,
        form: override.form ?? part.form,
        rangeDelimiter: override.rangeDelimiter ?? part.rangeDelimiter,
        format: override.format ?? part.format,
        textCase: override.textCase ?? part.textCase,
        stripPeriods: override.stripPeriods || part.stripPeriods,
      }
    })
}

/** A date as its parts: `[year, month, day]`. */
type DateParts = readonly number[]

/** Returns the rank of the largest part in which two dates differ; `NO_DIFFERENCE` when they are equal. */
function differingRank(from: DateParts, to: DateParts): number {
  if (from[0] !== to[0]) return 0
  if (from[1] !== to[1]) return 1
  return from[2] === to[2] ? NO_DIFFERENCE : 2
}

/** A part of a date and its text without affixes. */
type PrintedPart = { part: DatePartNode; text: string }

/** Returns printed parts with the affixes and formats of their elements. */
const decorateAll = (printed: readonly PrintedPart[], setting: DateSetting): Output[] =>
  printed.map((part) => decoratePart(part, setting, undefined))

/** Returns a printed part; the last part of the start of a range has no suffix, the first of the end no prefix. */
function decoratePart(
  { part, text }: PrintedPart,
  setting: DateSetting,
  edge: 'start' | 'end' | undefined,
): Output {
  const content: Output[] = part.name === 'year' && setting.yearSuffix ? [text, setting.yearSuffix] : [text]
  const trimmed = {
    ...part,
    ...(edge === 'start' && { suffix: '' }),
    ...(edge === 'end' && { prefix: '' }),
  }
  return decorate(trimmed, content, setting.locale.language)
}

/** Returns the parts that a date has, with their texts. */
function printParts(parts: readonly DatePartNode[], date: DateParts, locale: Locale): PrintedPart[] {
  return parts.map((part) => ({ part, text: partText(part, date, locale) })).filter(({ text }) => text !== '')
}

/** Returns the text of one part of a date, without affixes; '' where the date lacks it. A season has no day. */
function partText(part: DatePartNode, date: DateParts, locale: Locale): string {
  const [year = 0, month = 0, day = 0] = date
  if (part.name === 'year') return date.length === 0 ? '' : yearText(year, part.form, locale)
  if (part.name === 'month') return monthText(month, part.form, locale)
  return seasonOf(month) === undefined ? dayText(day, month, part.form, locale) : ''
}

/** Years below this one get the term for Anno Domini. */
const FIRST_PLAIN_YEAR = 500

/** Returns a year; negative ones are years before Christ. */
function yearText(year: number, form: string | undefined, locale: Locale): string {
  if (year < 0) return `${-year}${locale.term('bc') ?? ''}`
  if (form === 'short') return String(year % 100).padStart(2, '0')
  return year < FIRST_PLAIN_YEAR && year > 0 ? `${year}${locale.term('ad') ?? ''}` : String(year)
}

/** Returns a month or season in a form of CSL; '' for a number that is neither. */
function monthText(month: number, form: string | undefined, locale: Locale): string {
  const season = seasonOf(month)
  if (season !== undefined) return locale.term(`season-0${season}`) ?? ''
  if (month < 1 || month > 12) return ''
  if (form === 'numeric') return String(month)
  const digits = String(month).padStart(2, '0')
  if (form === 'numeric-leading-zeros') return digits
  return locale.term(`month-${digits}`, form === 'short' ? 'short' : 'long') ?? digits
}

/** Months from 13 to 24 are seasons: 13, 17 and 21 are spring. */
const SEASONS = { first: 13, last: 24, perYear: 4 }

/** Returns the number of a season (1 to 4) that stands in place of the month; undefined for months. */
function seasonOf(month: number): number | undefined {
  if (month < SEASONS.first || month > SEASONS.last) return undefined
  return ((month - 1) % SEASONS.perYear) + 1
}

/** Returns a day in a form of CSL; ordinals agree with the gender of the month. '' for an unknown day (0). */
function dayText(day: number, month: number, form: string | undefined, locale: Locale): string {
  if (day < 1) return ''
  if (form === 'numeric-leading-zeros') return String(day).padStart(2, '0')
  const isOrdinal = form === 'ordinal' && (day === 1 || !locale.limitDayOrdinals)
  if (!isOrdinal) return String(day)
  return `${day}${locale.ordinalSuffix(day, locale.gender(`month-${String(month).padStart(2, '0')}`))}`
}

/**
 * Renders a range. From the largest part in which the two dates differ, parts are printed for both. The parts before
 * and after those are printed once: `May` and `2020` in `May 3–5, 2020`.
 */
function renderRange(
  parts: readonly DatePartNode[],
  [from, to]: readonly [DateParts, DateParts],
  delimiter: string,
  setting: DateSetting,
): Output[] {
  const { locale } = setting
  const rank = differingRank(from, to)
  const printedStart = printParts(parts, from, locale)
  const start = divideParts(printedStart, rank)
  const end = divideParts(printParts(parts, to, locale), rank)
  // The style prints none of the parts that differ: both ends look alike.
  if (start.repeated.length === 0 || end.repeated.length === 0)
    return joinOutputs(decorateAll(printedStart, setting), delimiter)
  const largest = start.repeated.reduce((a, b) =>
    PART_RANKS[a.part.name] <= PART_RANKS[b.part.name] ? a : b,
  )
  const startOutputs = start.repeated.map((part, at) =>
    decoratePart(part, setting, at === start.repeated.length - 1 ? 'start' : undefined),
  )
  const endOutputs = end.repeated.map((part, at) => decoratePart(part, setting, at === 0 ? 'end' : undefined))
  const range: Output = {
    children: [
      ...joinOutputs(startOutputs, delimiter),
      largest.part.rangeDelimiter ?? '–',
      ...joinOutputs(endOutputs, delimiter),
    ],
  }
  return joinOutputs(
    [...decorateAll(start.before, setting), range, ...decorateAll(end.after, setting)],
    delimiter,
  )
}

/** The printed parts of one end of a range. */
interface RangeEnd {
  /** Parts before those that are repeated. */
  before: PrintedPart[]
  /** From the first to the last part that is printed for both ends. */
  repeated: PrintedPart[]
  after: PrintedPart[]
}

/**
 * Divides printed parts around those of the given or a smaller part (a higher rank), which both ends of a range
 * print.
 */
function divideParts(printed: PrintedPart[], rank: number): RangeEnd {
  const isRepeated = ({ part }: PrintedPart) => PART_RANKS[part.name] >= rank
  const first = printed.findIndex(isRepeated)
  if (first < 0) return { before: printed, repeated: [], after: [] }
  const end = printed.findLastIndex(isRepeated) + 1
  return { before: printed.slice(0, first), repeated: printed.slice(first, end), after: printed.slice(end) }
}

/** Added to years in sort keys, so that years before Christ are positive and sort as text. */
const SORT_YEAR_OFFSET = 100_000

/**
 * Returns a key that sorts dates by time when compared as text: `10202006` is June 2020, with parts of fixed width and
 * 00 for missing ones. Years before Christ come first; a range (`START-END`) sorts behind its first day alone. Of a
 * date that is only a text, the key is the text.
 *
 * @param node limits the key to the parts that this element prints.
 */
export function dateSortKey(date: ReferenceDate, node?: DateNode): string {
  if (date.parts.length === 0) return date.literal
  const names = node ? sortedNames(node) : ['year', 'month', 'day']
  return date.parts
    .map(([year = 0, month = 0, day = 0]) => {
      const values = { year: year + SORT_YEAR_OFFSET, month, day }
      return names.map((name) => padPart(name, values)).join('')
    })
    .join('-')
}

/** Returns the parts that a date element prints, the largest first. */
function sortedNames(node: DateNode): string[] {
  const printed = node.form
    ? (node.shown ?? 'year-month-day').split('-')
    : node.parts.map((part) => part.name)
  return ['year', 'month', 'day'].filter((name) => printed.includes(name))
}

type PartName = DatePartNode['name']

/** Returns a part in figures of equal length. */
function padPart(name: string, values: Record<PartName, number>): string {
  const value = values[name as PartName]
  return String(value).padStart(name === 'year' ? 6 : 2, '0')
}
