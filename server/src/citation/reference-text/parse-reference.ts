import { extractIdentifiers } from '@scinav/documents'
import { type ReferenceFields, readReferenceFields } from '@scinav/formats'
import { isPossibleTitle, longestUnreadText, possibleTitles } from './possible-titles.ts'

/** Where an entry says that a work stands in a journal: `Phys. Rev. Lett. 77, 3865 (1996)`. */
export interface JournalReference {
  journal: string
  volume: string
  /** The number of the first page, or of the article. */
  page: string
  year: number
}

/** The parts of an entry of a reference list, as far as they are recognized. */
export interface ParsedReference {
  doi: string | null
  arxiv: string | null
  year: number | null
  /** The likeliest title; null when the entry has no text that could be one. */
  title: string | null
  /** Possible titles, likeliest first. */
  titles: string[]
  /** The journal reference; null when journal, volume, page or year is missing. */
  place: JournalReference | null
  /** The fields as printed in the entry; a journal that was read as the title is the container. */
  fields: ReferenceFields
}

/** Length of the part of an entry that is read, in UTF-16 units. */
const MAX_ENTRY_CHARS = 1_500
/** Maximum number of possible titles. */
const MAX_TITLES = 20
/** The number before an entry: `[12] `, `(3) `, `4. `. */
const ENTRY_NUMBER = /^\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\d{1,4}[.、)])\s*/u
/** The number of a standard before its title: GB/T 20090.16—2016. */
export const STANDARD_NUMBER =
  /^[A-Z]{1,6}(?:\/[A-Z]{1,3})?\s?\d{1,6}(?:[.-]\d{1,4}){0,3}[—–:-](?:19|20)\d{2}(?:\s+|$)/

/** Parses an entry of any style: GB/T 7714, APA, IEEE, Vancouver. Never throws; what is not recognized is null. */
export function parseReference(raw: string): ParsedReference {
  const text = raw
    .slice(0, MAX_ENTRY_CHARS)
    .normalize('NFKC')
    // Normalization may lengthen the text.
    .slice(0, MAX_ENTRY_CHARS)
    .replace(ENTRY_NUMBER, '')
    .replace(/\s+/g, ' ')
    .trim()
  const { doi = null, arxiv = null } = extractIdentifiers(text)
  const fields = withJournal(readReferenceFields(text))
  const unnumbered = text.replace(STANDARD_NUMBER, '')
  const titles = [...new Set(possibleTitles(unnumbered, fields))].filter(isPossibleTitle).slice(0, MAX_TITLES)
  const year = yearsIn(fields.date ?? '')[0] ?? statedYear(text)
  const title = fields.title ?? longestUnreadText(unnumbered, fields)
  return { doi, arxiv, year, title, titles, place: placeOf(fields, year), fields }
}

/** A number that may be a year of publication: 1800 to 2099. */
const YEAR_NUMBER = /(?<!\d)(1[89]\d{2}|20\d{2})(?!\d)/g

/** Returns the numbers in a text that are years, 1800–2099. */
const yearsIn = (text: string): number[] => Array.from(text.matchAll(YEAR_NUMBER), ([year]) => Number(year))

/** Returns the year in brackets, else the first year that is not part of an identifier or an address; else null. */
function statedYear(text: string): number | null {
  const withoutAddresses = text.replace(/(?:https?:|doi:|arxiv:|\b10\.)\S+/gi, ' ')
  const inBrackets = /\(((?:1[89]|20)\d{2})[a-z]?\)/.exec(withoutAddresses)?.[1]
  return inBrackets ? Number(inBrackets) : (yearsIn(withoutAddresses)[0] ?? null)
}

/** A name whose longer words have capitals, as names of journals do: `Nature`, `Phys Rev Lett`, `Journal of Snow`. */
const CAPITALIZED_NAME = /^\p{Lu}(?!.*(?:\p{Script=Han}|(?<!\p{L})\p{Ll}{4}))/u

/**
 * Returns the fields with a title as the container if it is the name of a journal: volume and pages stand behind it,
 * and no other name does.
 */
function withJournal(fields: ReferenceFields): ReferenceFields {
  const { title, container, publisher, location, volume, pages, ...rest } = fields
  if (!title || container || publisher || location || !volume || !pages) return fields
  return CAPITALIZED_NAME.test(title) ? { ...rest, container: title, volume, pages } : fields
}

/** Returns the journal reference of an entry; null when a part of it is missing. */
function placeOf(
  { container: journal, volume, pages }: ReferenceFields,
  year: number | null,
): JournalReference | null {
  const page = /[A-Z]?\d+/i.exec(pages ?? '')?.[0]
  return journal && volume && page && year !== null ? { journal, volume, page, year } : null
}
