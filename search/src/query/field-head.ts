// Recognizes a field in a query: its name and the sign after it.
import { isQuote } from './characters.ts'
import { FIELD_NAMES, findField, isNumeric } from './fields.ts'
import type { SearchField } from './query.ts'
import { COMPARATORS, type Comparator, readBoundsAt } from './range.ts'

/** A field name and the sign after it, which a value follows. */
export interface FieldHead {
  field: SearchField
  /** The name as written: a code, or a Chinese or English name. */
  name: string
  /** Null for the signs `:` and `=`. */
  comparator: Comparator | null
  /** Index at which the value begins. */
  valueAt: number
}

/** Matches a name, a sign and the spaces around it: `TI:`, `年份 >= `. */
const FIELD_HEAD = /([A-Za-z_]+|\p{Script=Han}{1,6})(\s*)(>=|<=|[:=<>])(\s*)/uy
/** Codes of fields as they are written: `TI`, `AU`. */
const UPPER_CASE_CODES = new Set(FIELD_NAMES.map(({ code }) => code))

/**
 * Reads the field that begins at `at`, or returns null. Codes in capitals and Chinese names may have spaces around the
 * sign; English words only before a number, a quote or a bracket, because `Language: a survey` is a title.
 */
export function readFieldAt(text: string, at: number): FieldHead | null {
  FIELD_HEAD.lastIndex = at
  const match = FIELD_HEAD.exec(text)
  if (!match) return null
  const [head, name = '', before = '', sign, after = ''] = match
  const field = findField(name)
  if (!field) return null
  const comparator = COMPARATORS.find((known) => known === sign) ?? null
  const valueAt = at + head.length
  const isSpaced = before !== '' || after !== ''
  const isField =
    UPPER_CASE_CODES.has(name) || !/^[A-Za-z]/.test(name) || !isSpaced || opensValue(text, valueAt, field)
  return isField ? { field, name, comparator, valueAt } : null
}

/** Returns whether a quote, a bracket or, for a numeric field, a number begins at `at`. */
function opensValue(text: string, at: number, field: SearchField): boolean {
  const next = text.charAt(at)
  return next === '(' || isQuote(next) || (isNumeric(field) && readBoundsAt(text, at) !== null)
}
