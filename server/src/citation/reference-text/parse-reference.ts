import { extractIdentifiers } from '@scinav/documents'
import { BODY_END, type ReferenceFields, readReferenceFields } from '@scinav/formats'

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
/** A number that may be a year of publication: 1800 to 2099. */
const YEAR_NUMBER = /(?<!\d)(1[89]\d{2}|20\d{2})(?!\d)/g
/** The number before an entry: `[12] `, `(3) `, `4. `. */
const ENTRY_NUMBER = /^\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\d{1,4}[.、)])\s*/u
/** The number of a standard before its title: GB/T 20090.16—2016. */
export const STANDARD_NUMBER =
  /^[A-Z]{1,6}(?:\/[A-Z]{1,3})?\s?\d{1,6}(?:[.-]\d{1,4}){0,3}[—–:-](?:19|20)\d{2}(?:\s+|$)/
/** The GB/T 7714 mark of a document type: [J], [C]//, [EB/OL]. */
const TYPE_MARK = /\[[A-Z]{1,2}(?:\/[A-Z]{2})?\]/
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu

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

/** An address or identifier, up to the next space. */
const ADDRESS_OR_IDENTIFIER = /(?:https?:|www\.|doi:|arxiv:|\b10\.)\S+/giu
/** The fewest words or Chinese characters of a text that was read as no field and is taken for a title. */
const MIN_UNREAD_TITLE = { words: 4, han: 6 }

/**
 * Returns the longest sentence of an entry outside of its fields and before its journal, if it has the length of a
 * title; else null. A title that is overlooked cannot be compared with that of the work to which an identifier leads.
 */
function longestUnreadText(
  text: string,
  { author = [], editor = [], ...fields }: ReferenceFields,
): string | null {
  // Where no journal was read, the title may have been taken for a part of the names.
  const names = [...author, ...editor].filter((name) => fields.container || !hasTitleLength(name))
  // The longest first, because a shorter one may be a part of it.
  const values = [...names, ...Object.values(fields)].toSorted((a, b) => b.length - a.length)
  // Behind the journal stand notes.
  const end = fields.container ? text.indexOf(fields.container) : -1
  const unread = values.reduce(
    (remaining, value) => remaining.replace(value, () => '. '),
    end < 0 ? text : text.slice(0, end),
  )
  const sentences = splitAtFullStops(unread.replace(ADDRESS_OR_IDENTIFIER, '. '))
    // Without the signs at both ends.
    .map((sentence) => /[\p{L}\p{N}].*[\p{L}\p{N})]/u.exec(sentence)?.[0] ?? '')
    .filter(hasTitleLength)
  return sentences.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** Returns whether a text has the length of a title, and words that names do not have. */
function hasTitleLength(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0
  return (
    (han >= MIN_UNREAD_TITLE.han && !BODY_END.test(text)) ||
    (words >= MIN_UNREAD_TITLE.words && /\s\p{Ll}{4,}/u.test(text))
  )
}

/** Returns the journal reference; null when a part of it is missing. */
function placeOf(
  { container: journal, volume, pages }: ReferenceFields,
  year: number | null,
): JournalReference | null {
  const page = /[A-Z]?\d+/i.exec(pages ?? '')?.[0]
  return journal && volume && page && year !== null ? { journal, volume, page, year } : null
}

/** Yields the title that was read, the text before a type mark, and the sentences of the entry, longest first. */
function* possibleTitles(text: string, { title }: ReferenceFields): Generator<string> {
  if (title) yield title
  const typeMark = TYPE_MARK.exec(text)
  // In GB/T 7714 the title stands between the authors and the mark: `Authors. Title[J].`
  if (typeMark) yield splitAtFullStops(text.slice(0, typeMark.index)).slice(1).join('. ')
  for (const sentence of splitAtFullStops(text).toSorted((a, b) => b.length - a.length)) {
    yield afterInitials(sentence)
    yield sentence
  }
}

/** Returns the text after initials, because the last name before a title may end with one: `Smith J. A title`. */
const afterInitials = (sentence: string): string =>
  sentence
    .split(/(?<=[\s.,]\p{Lu})\.\s+(?=\S{2,}|A\s\p{L}{2})/u)
    .at(-1)
    ?.trim() ?? sentence

/** Splits at full stops other than those of initials and abbreviations: `Smith J. vol. 3`. */
const splitAtFullStops = (text: string): string[] =>
  text
    .split(/(?<![\s.(]\p{Lu}|^\p{Lu}|\bvol|\bpp|\bno|\beds?|\bproc)[.。?!]\s*(?=\p{L}|\p{N}|$|["“(])/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The fewest letters and digits of a title: `han` of a Chinese one, `letters` of any other. */
const MIN_TITLE_LENGTH = { letters: 12, han: 4 }

/** Returns whether a text has as many letters and digits as a title. */
function isPossibleTitle(text: string): boolean {
  const letters = text.match(LETTER_OR_DIGIT)?.length ?? 0
  return /\p{Script=Han}/u.test(text) ? letters >= MIN_TITLE_LENGTH.han : letters >= MIN_TITLE_LENGTH.letters
}
