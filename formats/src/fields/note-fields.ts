import type { Work } from '@scinav/contract'
import { toCslDate } from './dates.ts'

/**
 * Fields that Zotero keeps in a note because an item has no field for them: lines such as `PMID: 123`, `original-date:
 * 1790`.
 */
export interface NoteFields {
  /** Identifiers and bibliographic fields of the item itself, by name. */
  fields: Map<string, string>
  /** Values of CSL variables, by name. */
  csl: Record<string, Work['csl'][string]>
  /** The remaining lines. */
  note: string | null
}

/** Fields that an import reads into fields of the work, not into its CSL variables. */
const ITEM_FIELDS = new Set([
  'PMID',
  'PMCID',
  'DOI',
  'ISBN',
  'ISSN',
  'arXiv',
  'issued',
  'container-title',
  'page',
  'volume',
  'issue',
  'publisher',
  'publisher-place',
  'language',
  'type',
])

/** Matches `original-date: 1790` or `Original Date: 1790`; older versions of Zotero write `{:original-date: 1790}`. */
const NOTE_LINE = /^\{?:?\s*([A-Za-z][A-Za-z_-]{1,30}(?: [A-Z][a-z]+)?)\s*:\s*([^\s:].*?)\}?$/

/** Separates the fields in a note from its other lines; of a field that occurs twice, the last value counts. */
export function readNoteFields(note: string | null): NoteFields {
  const found: NoteFields = { fields: new Map(), csl: {}, note: null }
  const otherLines: string[] = []
  for (const line of (note ?? '').split('\n')) {
    const [, written = '', value = ''] = NOTE_LINE.exec(line.trim()) ?? []
    const name = normalizeFieldName(written)
    const variable = cslValue(name, value)
    if (ITEM_FIELDS.has(name)) found.fields.set(name, value)
    else if (variable !== undefined) found.csl[name] = variable
    else otherLines.push(line)
  }
  return { ...found, note: otherLines.join('\n').trim() || null }
}

/** Returns the normal form of a name: `Original Date` becomes `original-date`; identifiers keep their capitals. */
function normalizeFieldName(written: string): string {
  const itemField = [...ITEM_FIELDS].find((name) => name.toLowerCase() === written.toLowerCase())
  return itemField ?? written.toLowerCase().replaceAll(' ', '-')
}

/** CSL variables that hold a date. */
const DATE_FIELDS = new Set([
  'original-date',
  'available-date',
  'event-date',
  'accessed',
  'submitted',
  'issued',
])

/** CSL variables that hold a text. */
const TEXT_FIELDS = new Set(
  'original-title original-publisher original-publisher-place container-title-short title-short collection-title collection-number edition event-title event-place genre medium number-of-pages number-of-volumes archive archive_location archive-place call-number chapter-number division jurisdiction license part-number part-title printing-number references scale section source version volume-title year-suffix status authority dimensions citation-key'.split(
    ' ',
  ),
)

/** Returns the value of a CSL variable; undefined for any other name, or a date without a year. */
function cslValue(name: string, value: string): Work['csl'][string] | undefined {
  if (DATE_FIELDS.has(name)) return toCslDate(value)
  return TEXT_FIELDS.has(name) ? value : undefined
}
