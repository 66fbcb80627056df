// Reads the fields of BibTeX entries.
import type { BibtexEntry } from './bibtex-parse.ts'
import { decodeVerbatim, latexToMarkup, latexToText } from './latex.ts'

/** The fields of an entry by name, in LaTeX. */
export type EntryFields = BibtexEntry['fields']

/** Returns the first non-blank field as plain text; null without one. */
export function plainField(fields: EntryFields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields.get(name)
    if (value !== undefined && value.trim() !== '') return latexToText(value).trim()
  }
  return null
}

/** Returns the first of the fields that is not empty, with only escapes removed, as for addresses and identifiers. */
export function verbatimField(fields: EntryFields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields.get(name)
    if (value) return decodeVerbatim(value)
  }
  return null
}

/** Appends a subtitle; null without a title. */
export function withSubtitle(title: string | null, subtitle: string | null): string | null {
  return title && subtitle ? `${title}: ${subtitle}` : title
}

/** Returns a field with light markup; null without one. */
export function markupField(fields: EntryFields, name: string): string | null {
  const value = fields.get(name)
  return value === undefined ? null : latexToMarkup(value).trim()
}
