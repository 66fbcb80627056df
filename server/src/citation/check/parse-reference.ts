import { extractIdentifiers } from '@scinav/documents'
import { areNames, type JournalReference, parseUntitledReference } from './journal-reference.ts'

/** The parts of an entry of a reference list, as far as they are recognized. */
export interface ParsedReference {
  doi: string | null
  arxiv: string | null
  year: number | null
  /** The likeliest title; null when nothing looks like one. */
  title: string | null
  /** Possible titles, likeliest first. */
  titles: string[]
  /** Journal, volume and pages in the form of entries without a title. */
  place: JournalReference | null
}

/** Bounds the part of an entry that is read, in UTF-16 units. */
const MAX_ENTRY_CHARS = 1_500
const MAX_TITLES = 20
const YEAR_NUMBER = /(?<!\d)(1[89]\d{2}|20\d{2})(?!\d)/g
const ENTRY_NUMBER = /^\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\d{1,4}[.、)])\s*/u
/** The number of a standard before its title: GB/T 20090.16—2016. */
export const STANDARD_NUMBER =
  /^[A-Z]{1,6}(?:\/[A-Z]{1,3})?\s?\d{1,6}(?:[.-]\d{1,4}){0,3}[—–:-](?:19|20)\d{2}(?:\s+|$)/
/** The GB/T 7714 mark of a document type: [J], [C]//, [EB/OL]. */
export const TYPE_MARK = /\[[A-Z]{1,2}(?:\/[A-Z]{2})?\]/
const QUOTED_TITLE = /[“"]([^“”"]{6,400}?)[,.]?[”"]|《([^》]{4,200})》/u
const TITLE_AFTER_YEAR = /\((?:1[89]|20)\d{2}[a-z]?\)[.,]?\s+(.{6,400}?)(?<!\b\p{Lu})[.?!](?:\s|$)/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu

/** Parses an entry of any style: GB/T 7714, APA, IEEE, Vancouver. */
export function parseReference(raw: string): ParsedReference {
  const text = raw
    .slice(0, MAX_ENTRY_CHARS)
    .normalize('NFKC')
    .replace(ENTRY_NUMBER, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(STANDARD_NUMBER, '')
  const { doi = null, arxiv = null } = extractIdentifiers(text)
  const titles = [...new Set(possibleTitles(text))].filter(isPossibleTitle).slice(0, MAX_TITLES)
  const place = parseUntitledReference(text)
  // Names, a journal and numbers only: there is no title.
  const title = place && areNames(place.names) ? null : (titles[0] ?? null)
  return { doi, arxiv, year: statedYear(text), title, titles, place }
}

/** Returns the year in brackets, else the first year that is not part of an identifier or an address. */
function statedYear(text: string): number | null {
  const plain = text.replace(/(?:https?:|doi:|arxiv:|\b10\.)\S+/gi, ' ')
  const years = [...plain.matchAll(YEAR_NUMBER)].map(([year]) => Number(year))
  const inBrackets = /\(((?:1[89]|20)\d{2})[a-z]?\)/.exec(plain)?.[1]
  return inBrackets ? Number(inBrackets) : (years[0] ?? null)
}

function* possibleTitles(text: string): Generator<string> {
  const kind = TYPE_MARK.exec(text)
  if (kind) {
    const before = titleBeforeMark(text.slice(0, kind.index))
    yield afterInitials(before)
    yield before
  }
  const quoted = QUOTED_TITLE.exec(text)
  if (quoted) yield (quoted[1] ?? quoted[2] ?? '').trim()
  const after = TITLE_AFTER_YEAR.exec(text)
  if (after) yield after[1]?.trim() ?? ''
  const parts = splitAtFullStops(text)
  for (const part of parts.toSorted((one, other) => other.length - one.length)) {
    yield afterInitials(part)
    yield part
  }
  // Some styles print a book's title after its authors and a comma.
  for (const part of parts.slice(0, MAX_TITLES)) yield afterLastComma(part.slice(0, MAX_LINE_CHARS))
  // A title may contain a full stop.
  for (const [at, part] of parts.entries()) if (at > 0) yield `${parts[at - 1]}. ${part}`
}

const MAX_LINE_CHARS = 400

/** Returns the text after the last comma; empty without a comma. */
const afterLastComma = (part: string): string =>
  /[,，]/.test(part) ? (part.split(/[,，]\s*/).at(-1) ?? '') : ''

/** In GB/T 7714 the title is between the names and the type mark. */
function titleBeforeMark(text: string): string {
  const parts = splitAtFullStops(text)
  return (parts.length > 1 ? parts.slice(1).join('. ') : (parts[0] ?? '')).trim()
}

/** Returns the text after initials, because the last name before a title may end with one. */
const afterInitials = (part: string): string =>
  part
    .split(/(?<=[\s.,]\p{Lu})\.\s+(?=\S{2,}|A\s\p{L}{2})/u)
    .at(-1)
    ?.trim() ?? part

/** Splits at full stops other than those of initials and abbreviations. */
const splitAtFullStops = (text: string): string[] =>
  text
    .split(/(?<![\s.(]\p{Lu}|^\p{Lu}|\bvol|\bpp|\bno|\beds?|\bproc)[.。?!]\s*(?=\p{L}|\p{N}|$|["“(])/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const MIN_TITLE_LENGTH = { letters: 12, han: 4 }

function isPossibleTitle(text: string): boolean {
  const letters = text.match(LETTER_OR_DIGIT)?.length ?? 0
  return /\p{Script=Han}/u.test(text) ? letters >= MIN_TITLE_LENGTH.han : letters >= MIN_TITLE_LENGTH.letters
}
