import {
  CSL_TYPES,
  type CslDate,
  type CslItem,
  type CslName,
  type CslType,
  DATE_FIELDS,
  NAME_FIELDS,
  TEXT_FIELDS,
} from './csl.ts'
import { parseDate } from './dates.ts'

/** CSL-JSON's mark for words whose capitals must be kept: `<span class="nocase">Homo sapiens</span>`. */
const NOCASE_SPAN = /<span class="nocase">([^<]{1,300})<\/span>/g

/**
 * Reads CSL-JSON from any source: unknown fields are dropped, numbers become text, dates are parsed, an unknown type
 * becomes `document`. Words of the title whose capitals must be kept lose their mark (`NOCASE_SPAN`) and are listed in
 * `custom.protected_words`. `id` is used where the record has none. Never throws.
 */
export function readCsl(value: unknown, id = ''): CslItem {
  const record = isRecord(value) ? value : {}
  const texts = readTexts(record)
  return {
    ...texts,
    ...(texts.title !== undefined && { title: texts.title.replace(NOCASE_SPAN, '$1') }),
    ...readNames(record),
    ...readDates(record),
    ...customFields(record, texts.title ?? ''),
    id: readText(record.id) ?? id,
    type: readType(record.type),
  }
}

type UnknownRecord = Record<string, unknown>

const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the text fields of a record; of a list, such as several ISSNs, the first element. */
function readTexts(record: UnknownRecord): Partial<CslItem> {
  const fields = TEXT_FIELDS.map((field) => {
    const value = record[field]
    return [field, readText(Array.isArray(value) ? value[0] : value)] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** Returns a text or number as trimmed text; undefined for other values and for blank text. */
function readText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/** Returns the fields of a record that are lists of names; those without any name are left out. */
function readNames(record: UnknownRecord): Partial<CslItem> {
  const fields = NAME_FIELDS.map((field) => {
    const value = record[field]
    return [field, Array.isArray(value) ? value.flatMap(readName) : []] as const
  })
  return Object.fromEntries(fields.filter(([, names]) => names.length > 0))
}

/** The parts of a name that are read. */
const NAME_PARTS = [
  'family',
  'given',
  'literal',
  'suffix',
  'non-dropping-particle',
  'dropping-particle',
] as const

/** Returns a list with the name; an empty one for anything that is no name. */
function readName(value: unknown): CslName[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ literal: value.trim() }]
  if (!isRecord(value)) return []
  const name: CslName = {}
  for (const part of NAME_PARTS) {
    const text = readText(value[part])
    if (text !== undefined) name[part] = text
  }
  return name.family === undefined && name.literal === undefined && name.given === undefined ? [] : [name]
}

/** Returns the fields of a record that are dates; unreadable ones are left out. */
function readDates(record: UnknownRecord): Partial<CslItem> {
  const fields = DATE_FIELDS.map((field) => [field, readDate(record[field])] as const)
  return Object.fromEntries(fields.filter(([, date]) => date !== undefined))
}

/** Returns a date from CSL's object of parts or text, or from a text or year in its place. */
function readDate(value: unknown): CslDate | undefined {
  if (typeof value === 'string' || typeof value === 'number') return parseDate(String(value))
  if (!isRecord(value)) return undefined
  const parts = readDateParts(value['date-parts'])
  if (parts.length > 0) return { 'date-parts': parts }
  const text = readText(value.literal) ?? readText(value.raw)
  return text === undefined ? undefined : parseDate(text)
}

/**
 * Returns the dates of `date-parts`: one, or the two of a range. Parts that are no whole numbers are dropped, and 0,
 * which stands for an unknown month or day; so is a date without parts.
 */
function readDateParts(value: unknown): number[][] {
  if (!Array.isArray(value)) return []
  const dates = value.map((date) => (Array.isArray(date) ? date.map(Number) : [Number(date)]))
  const knownParts = dates.map((date) => date.filter((part) => Number.isInteger(part) && part !== 0))
  return knownParts.filter((date) => date.length > 0)
}

/**
 * Returns the field `custom` of a record with the words of the title whose capitals must be kept; without either, an
 * empty object.
 */
function customFields(record: UnknownRecord, title: string): Pick<CslItem, 'custom'> {
  const protectedPhrases = Array.from(title.matchAll(NOCASE_SPAN), ([, phrase = '']) => phrase)
  const custom = {
    ...(isRecord(record.custom) ? readCustom(record.custom) : {}),
    ...(protectedPhrases.length > 0 && { protected_words: protectedPhrases.join('\n') }),
  }
  return isRecord(record.custom) || protectedPhrases.length > 0 ? { custom } : {}
}

/** Returns the texts and numbers of `custom`, as texts. */
function readCustom(custom: UnknownRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(custom).flatMap(([key, value]) => {
      const text = readText(value)
      return text === undefined ? [] : [[key, text]]
    }),
  )
}

/** Returns a type of CSL 1.0.2; `document` for any other value. */
function readType(value: unknown): CslType {
  return CSL_TYPES.find((type) => type === value) ?? 'document'
}

/**
 * Returns an item with the fields that Zotero keeps in the note, one `field: value` per line, because it has none of
 * its own for them. They override fields of the item; `CSTR` becomes `custom.cstr`. The note is then dropped as a
 * whole, with any other text in it. An item whose note has no such lines is returned as it is.
 */
export function withNoteFields(item: CslItem): CslItem {
  const noteFields = readNoteFields(item)
  if (Object.keys(noteFields).length === 0) return item
  const { note: _, ...rest } = item
  const fromNote = readCsl({ ...noteFields, type: noteFields.type ?? item.type })
  const custom =
    noteFields.CSTR === undefined ? item.custom : { ...item.custom, cstr: String(noteFields.CSTR) }
  const merged = { ...rest, ...fromNote, id: item.id, ...(custom === undefined ? {} : { custom }) }
  // The number of a journal article replaces missing pages.
  if (item.page === undefined && fromNote.number !== undefined && item.type === 'article-journal')
    merged.page = fromNote.number
  return merged
}

/** Matches a line of a note that holds a field, and captures its name and value: `original-date: 1949`. */
const NOTE_FIELD = /^([a-zA-Z_-]+):\s*(\S.*)$/

/**
 * Returns the fields in the `field: value` lines of a note. A book that was imported from BibTeX's `proceedings`, which
 * CSL has no type for, also gets the genre of one unless the note states another.
 */
function readNoteFields({ type, note = '' }: CslItem): UnknownRecord {
  const matches = note.split('\n').map((line) => line.match(NOTE_FIELD))
  const fields: UnknownRecord = {}
  for (const match of matches) if (match?.[1] && match[2]) fields[match[1]] = match[2]
  const isProceedings = type === 'book' && /^tex\.entrytype: proceedings$/m.test(note)
  return isProceedings ? { genre: 'proceedings', ...fields } : fields
}
