import { noteFields } from './note-fields.ts'
import { type PersonName, readPersonNames } from './person-names.ts'
import { readRawDate } from './raw-date.ts'

/** A reference in CSL-JSON with any fields; wrong types are tolerated. */
export interface CslRecord {
  id: string | number
  [field: string]: unknown
}

/** A date as a reference gives it: one date, the two ends of a range, or a text. */
export interface ReferenceDate {
  /** `[year, month, day]`, of which only the year must be there; a month of 21 to 24 is a season. */
  parts: number[][]
  /** The text of what could not be read as a date, and then `parts` is empty; '' otherwise. */
  literal: string
  isUncertain: boolean
}

/** A reference with its fields read: every value has the type that rendering needs. */
export interface Reference {
  id: string
  type: string
  language: string
  texts: ReadonlyMap<string, string>
  names: ReadonlyMap<string, PersonName[]>
  dates: ReadonlyMap<string, ReferenceDate>
}

/** The date variables of CSL 1.0.2. */
const DATE_VARIABLES = new Set([
  'accessed',
  'available-date',
  'event-date',
  'issued',
  'original-date',
  'submitted',
])

/** Returns whether a variable holds a date. */
export const isDateVariable = (name: string): boolean => DATE_VARIABLES.has(name)

/** The name variables of CSL 1.0.2, and both spellings of `editortranslator`. */
const NAME_VARIABLES = new Set([
  'author',
  'chair',
  'collection-editor',
  'compiler',
  'composer',
  'container-author',
  'contributor',
  'curator',
  'director',
  'editor',
  'editor-translator',
  'editorial-director',
  'editortranslator',
  'executive-producer',
  'guest',
  'host',
  'illustrator',
  'interviewer',
  'narrator',
  'organizer',
  'original-author',
  'performer',
  'producer',
  'recipient',
  'reviewed-author',
  'script-writer',
  'series-creator',
  'translator',
])

/** Returns whether a variable holds names. */
export const isNameVariable = (name: string): boolean => NAME_VARIABLES.has(name)

/** Fields of a reference by what they hold. */
interface Fields {
  texts: Map<string, string>
  names: Map<string, PersonName[]>
  dates: Map<string, ReferenceDate>
}

/**
 * Reads a reference in CSL-JSON, with the further fields in its note. Fields of the wrong type and empty ones are left
 * out. Never throws.
 */
export function readReference(record: CslRecord): Reference {
  const fields: Fields = { texts: new Map(), names: new Map(), dates: new Map() }
  for (const [field, value] of Object.entries(addNoteFields(record))) readField(fields, field, value)
  addDerivedTexts(fields.texts)
  return {
    id: String(record.id ?? ''),
    type: fields.texts.get('type') ?? '',
    language: fields.texts.get('language') ?? '',
    ...fields,
  }
}

type UnknownRecord = Record<string, unknown>

/** Matches names of variables as CSL-JSON spells them, so that other notes with a colon are no fields. */
const CSL_FIELD = /^(?:[a-z][a-z_-]*|DOI|ISBN|ISSN|PMID|PMCID|URL)$/

/** Returns a record with the fields in its note that it does not have itself. */
function addNoteFields(record: CslRecord): UnknownRecord {
  const note = asText(record.note)
  if (!note.includes(':')) return record
  const added: UnknownRecord = {}
  for (const [name, value] of noteFields(note)) {
    if (!CSL_FIELD.test(name) || record[name] !== undefined) continue
    if (isNameVariable(name)) added[name] = [...((added[name] as unknown[]) ?? []), noteName(value)]
    else added[name] = value
  }
  return { ...record, ...added }
}

/** Returns a value as text; of a list its first element, and '' for anything else. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? asText(value[0]) : ''
}

/** Reads a name in a note: `Ruud || Ada`, or the name of a body. */
function noteName(value: string): UnknownRecord {
  const [family = '', given] = value.split('||').map((part) => part.trim())
  return given === undefined ? { literal: family } : { family, given }
}

/** Reads a field, and adds it to the others by what it holds. */
function readField({ texts, names, dates }: Fields, field: string, value: unknown): void {
  if (isDateVariable(field)) {
    const date = readDate(value)
    if (date) dates.set(field, date)
    return
  }
  if (isNameVariable(field)) {
    const people = readPersonNames(value)
    if (people.length > 0) names.set(field, people)
    return
  }
  const text = asText(value)
  if (text.trim() !== '') texts.set(field, text)
}

/** Reads a date; undefined when there is none. What cannot be read is kept as a text. */
function readDate(value: unknown): ReferenceDate | undefined {
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

/** Variables whose value is copied to another name, by which other versions of CSL and CSL-JSON know them. */
const ALIASES: Record<string, string> = {
  shortTitle: 'title-short',
  journalAbbreviation: 'container-title-short',
  'event-title': 'event',
  event: 'event-title',
}

/** Adds the names under which a style may ask for the same text, and the first page. */
function addDerivedTexts(texts: Map<string, string>): void {
  for (const [from, to] of Object.entries(ALIASES)) {
    const text = texts.get(from)
    if (text !== undefined && !texts.has(to)) texts.set(to, text)
  }
  const page = texts.get('page')
  if (page !== undefined && !texts.has('page-first'))
    texts.set('page-first', page.split(/[-–—,&]/)[0]?.trim() ?? '')
}
