import type { api, OutputOf } from '@scinav/contract'

/** Matches the characters that have a meaning in regular expressions. */
const REGEX_SYNTAX = /[.*+?^${}()|[\]\\]/g

/**
 * A field that differs: its value in the entry (`given`) and in the record (`found`), and the record's value as the
 * style prints it (`printed`), where that is another text.
 */
type Field = OutputOf<typeof api.references.check>['list'][number]['fields'][number]

/**
 * Returns the pattern of a field's value where citation styles place it, so that no other number is taken for it: in
 * `2020, 12(3): 45-60` a volume stands before a parenthesis, an issue inside it, a year and pages between other
 * characters than digits. Returns null for values that cannot be located.
 */
function fieldPattern({ field, given, printed }: Field): RegExp | null {
  const value = given.replace(REGEX_SYNTAX, '\\$&')
  switch (field) {
    case 'year':
      return new RegExp(`(?<!\\d)${value}(?!\\d)`)
    case 'volume':
      return new RegExp(`(?<![\\d.])${value}(?= ?[(（])`)
    case 'issue':
      return new RegExp(`(?<=[(（])${value}(?=[)）])`)
    case 'pages':
      return new RegExp(`(?<!\\d)${value.replace('-', ' ?[-–—] ?')}(?!\\d)`)
    case 'doi':
    case 'journal':
    case 'title':
      return new RegExp(value, 'i')
    case 'authors':
      return printed === undefined ? null : new RegExp(value)
    default:
      return null
  }
}

/**
 * Replaces the differing fields in the text of an entry with the values of the record. `left` are the fields that are
 * not replaced: values that are not found in the entry, names that cannot be formatted reliably, and those in doubt.
 */
export function correctFields(text: string, fields: readonly Field[]): { text: string; left: Field[] } {
  const left: Field[] = []
  let corrected = text
  for (const field of fields) {
    const isCertain = field.given !== '' && field.found !== '' && !field.doubt
    const pattern = isCertain ? fieldPattern(field) : null
    if (pattern?.test(corrected)) corrected = corrected.replace(pattern, () => field.printed ?? field.found)
    else left.push(field)
  }
  return { text: corrected, left }
}
