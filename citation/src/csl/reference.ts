import { noteFields } from './note-fields.ts'
import { type PersonName, readPersonNames } from './person-names.ts'
import { asText, type ReferenceDate, readDate, type UnknownRecord } from './reference-date.ts'
import { isDateVariable, isNameVariable } from './variable-kinds.ts'

/** A reference in CSL-JSON with any fields; wrong types are tolerated. */
export interface CslRecord {
  id: string | number
  [field: string]: unknown
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
