import { hasLetter, isQuote } from './characters.ts'
import { FIELD_NAMES, findField, isNumeric } from './fields.ts'
import { trimDoi } from './identifier.ts'
import type { SearchField } from './query.ts'
import { readBoundsAt } from './range.ts'

/** A field name with its comparison sign, in front of a value. */
export interface FieldHead {
  field: SearchField
  name: string
  comparator: string
  /** Index at which the value begins. */
  valueAt: number
}

const FIELD_HEAD = /([A-Za-z_]+|\p{Script=Han}{1,6})(\s*)(>=|<=|[:=<>])(\s*)/uy
const upperCodes = new Set(FIELD_NAMES.map(({ code }) => code))

/**
 * Reads the field that begins at `at`, or returns null. Codes in capitals and Chinese names may have spaces around the
 * sign; English words only in front of a number, a quote or a bracket, because `Language: a survey` is a title.
 */
export function readFieldAt(text: string, at: number): FieldHead | null {
  FIELD_HEAD.lastIndex = at
  const found = FIELD_HEAD.exec(text)
  if (!found) return null
  const [written, name = '', before = '', comparator = '', after = ''] = found
  const field = findField(name)
  if (!field) return null
  const valueAt = at + written.length
  const spaced = before !== '' || after !== ''
  const clear = upperCodes.has(name) || !/^[A-Za-z]/.test(name) || !spaced || opensValue(text, valueAt, field)
  return clear ? { field, name, comparator, valueAt } : null
}

function opensValue(text: string, at: number, field: SearchField): boolean {
  const next = text.charAt(at)
  return next === '(' || isQuote(next) || (isNumeric(field) && readBoundsAt(text, at) !== null)
}

const DOI_TEXT = /[^\s"“”„‟]+/y

/** Returns the end of a DOI that begins at `at`: a space, a quote, or trailing punctuation. */
export function doiEnd(text: string, at: number): number {
  DOI_TEXT.lastIndex = at
  const written = trimDoi(DOI_TEXT.exec(text)?.[0] ?? '')
  return hasLetter(written) ? at + written.length : at
}
