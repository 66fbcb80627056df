import { hasLetter, isQuote } from './characters.ts'
import { fieldNames, fieldOf, isNumeric } from './fields.ts'
import { trimDoi } from './identifier.ts'
import type { Field } from './query.ts'
import { boundsAt } from './range.ts'

/** A field's name with its sign, before a value. */
export interface FieldHead {
  field: Field
  name: string
  comparator: string
  /** Where the value begins. */
  valueAt: number
}

const head = /([A-Za-z_]+|\p{Script=Han}{1,6})(\s*)(>=|<=|[:=<>])(\s*)/uy
const upperCodes = new Set(fieldNames.map(({ code }) => code))

/**
 * The field that begins at `at`, if one does. Codes in capitals and Chinese names may have spaces around the sign;
 * English words only before a number, a quote or a bracket, for `Language: a survey` is a title.
 */
export function fieldAt(text: string, at: number): FieldHead | null {
  head.lastIndex = at
  const found = head.exec(text)
  if (!found) return null
  const [written, name = '', before = '', comparator = '', after = ''] = found
  const field = fieldOf(name)
  if (!field) return null
  const valueAt = at + written.length
  const spaced = before !== '' || after !== ''
  const clear = upperCodes.has(name) || !/^[A-Za-z]/.test(name) || !spaced || opensValue(text, valueAt, field)
  return clear ? { field, name, comparator, valueAt } : null
}

function opensValue(text: string, at: number, field: Field): boolean {
  const next = text.charAt(at)
  return next === '(' || isQuote(next) || (isNumeric(field) && boundsAt(text, at) !== null)
}

const doi = /[^\s"“”„‟]+/y

/** The end of a DOI that begins at `at`: a space, a quote, or the punctuation behind it. */
export function doiEnd(text: string, at: number): number {
  doi.lastIndex = at
  const written = trimDoi(doi.exec(text)?.[0] ?? '')
  return hasLetter(written) ? at + written.length : at
}
