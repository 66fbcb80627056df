import { extractIdentifiers } from '@scinav/documents'
import { areNames, type JournalReference, parseUntitledReference } from './journal-reference.ts'

/** What stands in one entry of a list of references, as far as it can be told. */
export interface ParsedReference {
  doi: string | null
  arxiv: string | null
  year: number | null
  /** The likeliest title; null where nothing looks like one. */
  title: string | null
  /** What may be the title, the likeliest first. */
  titles: string[]
  /** Journal, volume and pages, where they stand as they do in entries without a title. */
  place: JournalReference | null
}

/** An entry is read so far. */
const MAX_ENTRY_CHARS = 1_500
const MAX_TITLES = 20
const YEAR_NUMBER = /(?<!\d)(1[89]\d{2}|20\d{2})(?!\d)/g
const ENTRY_NUMBER = /^\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\d{1,4}[.、)])\s*/u
/** The number of a standard, where it stands before the title: GB/T 20090.16—2016. */
export const STANDARD_NUMBER =
  /^[A-Z]{1,6}(?:\/[A-Z]{1,3})?\s?\d{1,6}(?:[.-]\d{1,4}){0,3}[—–:-](?:19|20)\d{2}(?:\s+|$)/
/** The mark of a kind of literature: [J], [C]//, [EB/OL]. */
export const TYPE_MARK = /\[[A-Z]{1,2}(?:\/[A-Z]{2})?\]/
const QUOTED_TITLE = /[“"]([^“”"]{6,400}?)[,.]?[”"]|《([^》]{4,200})》/u
const TITLE_AFTER_YEAR = /\((?:1[89]|20)\d{2}[a-z]?\)[.,]?\s+(.{6,400}?)(?<!\b\p{Lu})[.?!](?:\s|$)/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu

/** Reads an entry in whatever style: GB/T 7714, APA, IEEE, Vancouver. */
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
  // Names, a journal and numbers: nothing of that is a title.
  const title = place && areNames(place.names) ? null : (titles[0] ?? null)
  return { doi, arxiv, year: statedYear(text), title, titles, place }
}

/** The last year that is not part of an identifier or an address. */
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
  // Some styles write a book's title behind its authors and a comma.
  for (const part of parts.slice(0, MAX_TITLES)) yield afterLastComma(part.slice(0, MAX_LINE_CHARS))
  // A title may have a full stop in it.
  for (const [at, part] of parts.entries()) if (at > 0) yield `${parts[at - 1]}. ${part}`
}

const MAX_LINE_CHARS = 400

/** What stands behind the last comma; nothing where there is none. */
const afterLastComma = (part: string): string =>
  /[,，]/.test(part) ? (part.split(/[,，]\s*/).at(-1) ?? '') : ''

/** In GB/T 7714 the title stands between the names and the mark. */
function titleBeforeMark(text: string): string {
  const parts = splitAtFullStops(text)
  return (parts.length > 1 ? parts.slice(1).join('. ') : (parts[0] ?? '')).trim()
}

/** The last name before a title may end with an initial. */
const afterInitials = (part: string): string =>
  part
    .split(/(?<=[\s.,]\p{Lu})\.\s+(?=\S{2,}|A\s\p{L}{2})/u)
    .at(-1)
    ?.trim() ?? part

/** Between full stops that end something: not those of initials and abbreviations. */
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
