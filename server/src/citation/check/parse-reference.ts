import { identifiersIn } from '@scinav/documents'
import { areNames, type Place, placeIn } from './place.ts'

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
  place: Place | null
}

/** An entry is read so far. */
const LONGEST = 1_500
const MOST_TITLES = 20
const YEAR = /(?<!\d)(1[89]\d{2}|20\d{2})(?!\d)/g
const NUMBER = /^\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\d{1,4}[.、)])\s*/u
/** The number of a standard, where it stands before the title: GB/T 20090.16—2016. */
export const STANDARD_NUMBER =
  /^[A-Z]{1,6}(?:\/[A-Z]{1,3})?\s?\d{1,6}(?:[.-]\d{1,4}){0,3}[—–:-](?:19|20)\d{2}(?:\s+|$)/
/** The mark of a kind of literature: [J], [C]//, [EB/OL]. */
export const KIND = /\[[A-Z]{1,2}(?:\/[A-Z]{2})?\]/
const QUOTED = /[“"]([^“”"]{6,400}?)[,.]?[”"]|《([^》]{4,200})》/u
const AFTER_YEAR = /\((?:1[89]|20)\d{2}[a-z]?\)[.,]?\s+(.{6,400}?)(?<!\b\p{Lu})[.?!](?:\s|$)/u
const LETTERS = /[\p{L}\p{N}]/gu

/** Reads an entry in whatever style: GB/T 7714, APA, IEEE, Vancouver. */
export function parseReference(raw: string): ParsedReference {
  const text = raw
    .slice(0, LONGEST)
    .normalize('NFKC')
    .replace(NUMBER, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(STANDARD_NUMBER, '')
  const { doi = null, arxiv = null } = identifiersIn(text)
  const titles = [...new Set(titlesIn(text))].filter(isTitle).slice(0, MOST_TITLES)
  const place = placeIn(text)
  // Names, a journal and numbers: nothing of that is a title.
  const title = place && areNames(place.names) ? null : (titles[0] ?? null)
  return { doi, arxiv, year: yearIn(text), title, titles, place }
}

/** The last year that is not part of an identifier or an address. */
function yearIn(text: string): number | null {
  const plain = text.replace(/(?:https?:|doi:|arxiv:|\b10\.)\S+/gi, ' ')
  const years = [...plain.matchAll(YEAR)].map(([year]) => Number(year))
  const inBrackets = /\(((?:1[89]|20)\d{2})[a-z]?\)/.exec(plain)?.[1]
  return inBrackets ? Number(inBrackets) : (years[0] ?? null)
}

function* titlesIn(text: string): Generator<string> {
  const kind = KIND.exec(text)
  if (kind) {
    const before = lastPart(text.slice(0, kind.index))
    yield behindInitials(before)
    yield before
  }
  const quoted = QUOTED.exec(text)
  if (quoted) yield (quoted[1] ?? quoted[2] ?? '').trim()
  const after = AFTER_YEAR.exec(text)
  if (after) yield after[1]?.trim() ?? ''
  const parts = partsOf(text)
  for (const part of parts.toSorted((one, other) => other.length - one.length)) {
    yield behindInitials(part)
    yield part
  }
  // Some styles write a book's title behind its authors and a comma.
  for (const part of parts.slice(0, MOST_TITLES)) yield lastOf(part.slice(0, LONGEST_LINE))
  // A title may have a full stop in it.
  for (const [at, part] of parts.entries()) if (at > 0) yield `${parts[at - 1]}. ${part}`
}

const LONGEST_LINE = 400

/** What stands behind the last comma; nothing where there is none. */
const lastOf = (part: string): string => (/[,，]/.test(part) ? (part.split(/[,，]\s*/).at(-1) ?? '') : '')

/** In GB/T 7714 the title stands between the names and the mark. */
function lastPart(text: string): string {
  const parts = partsOf(text)
  return (parts.length > 1 ? parts.slice(1).join('. ') : (parts[0] ?? '')).trim()
}

/** The last name before a title may end with an initial. */
const behindInitials = (part: string): string =>
  part
    .split(/(?<=[\s.,]\p{Lu})\.\s+(?=\S{2,}|A\s\p{L}{2})/u)
    .at(-1)
    ?.trim() ?? part

/** Between full stops that end something: not those of initials and abbreviations. */
const partsOf = (text: string): string[] =>
  text
    .split(/(?<![\s.(]\p{Lu}|^\p{Lu}|\bvol|\bpp|\bno|\beds?|\bproc)[.。?!]\s*(?=\p{L}|\p{N}|$|["“(])/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const SHORTEST = { letters: 12, han: 4 }

function isTitle(text: string): boolean {
  const letters = text.match(LETTERS)?.length ?? 0
  return /\p{Script=Han}/u.test(text) ? letters >= SHORTEST.han : letters >= SHORTEST.letters
}
