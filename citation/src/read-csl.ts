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

type UnknownRecord = Record<string, unknown>

const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a text or number as trimmed text; undefined for other values and for blank text. */
function readText(value: unknown): string | undefined {
  const found = typeof value === 'number' ? String(value) : value
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : undefined
}

/** Returns one name, or none for anything that is no name. */
function readName(value: unknown): CslName[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ literal: value.trim() }]
  if (!isRecord(value)) return []
  const name: CslName = {}
  for (const part of [
    'family',
    'given',
    'literal',
    'suffix',
    'non-dropping-particle',
    'dropping-particle',
  ] as const) {
    const found = readText(value[part])
    if (found !== undefined) name[part] = found
  }
  return name.family === undefined && name.literal === undefined && name.given === undefined ? [] : [name]
}

/** Returns the dates of `date-parts`: one, or the two of a range; parts that are no numbers are dropped. */
function readParts(value: unknown): number[][] {
  if (!Array.isArray(value)) return []
  const dates = value.map((date) => (Array.isArray(date) ? date.map(Number) : [Number(date)]))
  const whole = dates.map((date) => date.filter((part) => Number.isInteger(part) && part !== 0))
  return whole.filter((date) => date.length > 0)
}

function readDate(value: unknown): CslDate | undefined {
  if (typeof value === 'string' || typeof value === 'number') return parseDate(String(value))
  if (!isRecord(value)) return undefined
  const parts = readParts(value['date-parts'])
  if (parts.length > 0) return { 'date-parts': parts }
  const written = readText(value.literal) ?? readText(value.raw)
  return written === undefined ? undefined : parseDate(written)
}

function readType(value: unknown): CslType {
  return CSL_TYPES.find((type) => type === value) ?? 'document'
}

function readTexts(record: UnknownRecord): Partial<CslItem> {
  const fields = TEXT_FIELDS.map((field) => {
    const value = record[field]
    return [field, readText(Array.isArray(value) ? value[0] : value)] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function readNames(record: UnknownRecord): Partial<CslItem> {
  const fields = NAME_FIELDS.map((field) => {
    const value = record[field]
    return [field, Array.isArray(value) ? value.flatMap(readName) : []] as const
  })
  return Object.fromEntries(fields.filter(([, names]) => names.length > 0))
}

function readDates(record: UnknownRecord): Partial<CslItem> {
  const fields = DATE_FIELDS.map((field) => [field, readDate(record[field])] as const)
  return Object.fromEntries(fields.filter(([, date]) => date !== undefined))
}

/**
 * Reads CSL-JSON from any source: unknown fields are dropped, numbers become text, dates are parsed, an unknown type
 * becomes `document`. `id` is used where the record has none. Never throws.
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

/** CSL-JSON's mark for words whose capitals must be kept: `<span class="nocase">Homo sapiens</span>`. */
const NOCASE_SPAN = /<span class="nocase">([^<]{1,300})<\/span>/g

/** Returns the field `custom`, with the words of the title whose capitals must be kept. */
function customFields(from: UnknownRecord, title: string): Pick<CslItem, 'custom'> {
  const words = Array.from(title.matchAll(NOCASE_SPAN), ([, phrase = '']) => phrase)
  const custom = {
    ...(isRecord(from.custom) ? readCustom(from.custom) : {}),
    ...(words.length > 0 && { protected_words: words.join('\n') }),
  }
  return isRecord(from.custom) || words.length > 0 ? { custom } : {}
}

function readCustom(from: UnknownRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(from).flatMap(([key, value]) => {
      const found = readText(value)
      return found === undefined ? [] : [[key, found]]
    }),
  )
}

/** Returns the `field: value` lines of a note, and the genre of an item that was imported as proceedings. */
function noteFields({ type, note = '' }: CslItem): UnknownRecord {
  const lines = note.split('\n').map((line) => line.match(/^([a-zA-Z_-]+):\s*(\S.*)$/))
  const found: UnknownRecord = {}
  for (const line of lines) if (line?.[1] && line[2]) found[line[1]] = line[2]
  const isProceedings = type === 'book' && /^tex\.entrytype: proceedings$/m.test(note)
  return isProceedings ? { genre: 'proceedings', ...found } : found
}

/**
 * Returns an item with the fields that Zotero keeps in the note, one `field: value` per line, because CSL-JSON has no
 * field for them.
 */
export function withNoteFields(item: CslItem): CslItem {
  const found = noteFields(item)
  if (Object.keys(found).length === 0) return item
  const { note: _, ...rest } = item
  const fromNote = readCsl({ ...found, type: found.type ?? item.type })
  const custom = found.CSTR === undefined ? item.custom : { ...item.custom, cstr: String(found.CSTR) }
  const merged = { ...rest, ...fromNote, id: item.id, ...(custom === undefined ? {} : { custom }) }
  // The number of a journal article replaces missing pages.
  if (item.page === undefined && fromNote.number !== undefined && item.type === 'article-journal')
    merged.page = fromNote.number
  return merged
}
