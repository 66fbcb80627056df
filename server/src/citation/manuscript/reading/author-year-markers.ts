import { anyOf } from '../../../language/phrases.ts'
import { type CitedNames, readNamesBefore, splitNames } from './cited-names.ts'
import { UNDATED } from './entry-names.ts'
import type { BlockSpan, ManuscriptBlock } from './manuscript.ts'

/** A work as a text cites it: by names and year. */
export interface CitedWork extends CitedNames {
  /** As printed. */
  text: string
  /** Four digits, or `UNDATED`. */
  year: string
  /** The letter after the year; '' without one. */
  suffix: string
}

/** A citation by names and year that has not been linked to entries yet. */
export interface AuthorYearMarker extends BlockSpan {
  text: string
  works: CitedWork[]
}

const NO_YEAR = anyOf('citations/undated')
/** A year, or what stands in its place. */
const CITED_DATE = new RegExp(`(?:1[5-9]|20)\\d\\d|${NO_YEAR}`, 'iu')
const LEADING_NO_YEAR = new RegExp(`^[\\s,，、;；&]{0,3}${NO_YEAR}`, 'iu')
/** Bounds the length of text in brackets, in UTF-16 units. */
const MAX_BRACKET_CHARS = 500
/** Length of the text before brackets in which names are looked for, in UTF-16 units. */
const MAX_BEFORE_CHARS = 120
/** Letters for further works of a year: `2021a, b`. */
const MORE_SUFFIXES = /^(?:\s?[,，、]\s?(?:and\s)?[a-h](?![\p{L}\d]))+/u

/**
 * Finds citations by names and year: `(Smith, 2020; Li et al., 2021a, b)`, `Smith et al. (2020)`, `张三等（2020）`; returns
 * them in the order of the text.
 */
export function findAuthorYear(block: number, { text }: ManuscriptBlock): AuthorYearMarker[] {
  return findBrackets(text).flatMap(({ start, end, inside }) => {
    if (!CITED_DATE.test(inside)) return []
    const narrative = readNarrative(text, start, inside)
    if (narrative) {
      const from = narrative.start
      return [{ block, start: from, end, text: text.slice(from, end), works: narrative.works }]
    }
    const works = readBracketed(inside)
    return works.length > 0 ? [{ block, start, end, text: text.slice(start, end), works }] : []
  })
}

/** A text in brackets. */
interface Bracketed {
  start: number
  end: number
  inside: string
}

/**
 * Returns the innermost texts in round and square brackets. A bracket may be open at the end of a block or closed at the
 * beginning of one, where a page breaks a paragraph.
 */
function findBrackets(text: string): Bracketed[] {
  const found: Bracketed[] = []
  const add = (start: number, end: number, inside: string) => {
    if (inside.length <= MAX_BRACKET_CHARS) found.push({ start, end, inside })
  }
  // The offset of the open bracket; -1 for one that was opened before the block.
  let open: number | null = text.length > 0 ? -1 : null
  for (const { 0: sign, index } of text.matchAll(/[()（）[\]［］]/g)) {
    if ('(（[［'.includes(sign)) open = index
    else if (open !== null) {
      add(Math.max(0, open), index + 1, text.slice(open + 1, index))
      open = null
    }
  }
  if (open !== null && open >= 0) add(open, text.length, text.slice(open + 1))
  return found
}

/** A year with its letters. */
interface CitedYear {
  year: string
  suffix: string
}

/** Returns the years at the beginning of a text, and the text after them. */
function readYears(text: string): { years: CitedYear[]; rest: string } {
  const years: CitedYear[] = []
  let rest = text
  for (let found = readYear(rest); found; found = readYear(rest)) {
    years.push(...found.years)
    rest = found.rest
  }
  return { years, rest }
}

/** Returns the year at the beginning of a text with all its letters; null without one. */
function readYear(text: string): { years: CitedYear[]; rest: string } | null {
  const undated = LEADING_NO_YEAR.exec(text)?.[0]
  if (undated !== undefined)
    return { years: [{ year: UNDATED, suffix: '' }], rest: text.slice(undated.length) }
  // No year is a longer number, an amount (`2000 %`, `2000年`) or a range.
  const found = /^[\s,，、;；&]{0,3}(?:and\s|和)?((?:1[5-9]|20)\d\d)([a-z])?(?![\d%年\p{L}]|[–—-]\d)/u.exec(
    text,
  )
  const year = found?.[1]
  if (!found || !year) return null
  const rest = text.slice(found[0].length)
  const more = (found[2] && MORE_SUFFIXES.exec(rest)?.[0]) || ''
  const suffixes = [found[2] ?? '', ...(more.match(/[a-h](?![\p{L}])/gu) ?? [])]
  return { years: suffixes.map((suffix) => ({ year, suffix })), rest: rest.slice(more.length) }
}

/** A place in the cited work after its year: `, p. 5`, `: 15-17`, `，第3页`, or any word with a number that is no year. */
const LOCATOR = new RegExp(
  `^\\s?(?:[,，:：]\\s?(?:§|\\d|${anyOf('citations/locator')}|\\p{L}{1,12}\\.?\\s?(?!(?:1[5-9]|20)\\d\\d)\\d).{0,60})?$`,
  'iu',
)

/** Reads a citation whose brackets begin with years, with the names before them; null when it is none. */
function readNarrative(
  text: string,
  start: number,
  inside: string,
): { start: number; works: CitedWork[] } | null {
  const { years, rest } = readYears(inside)
  const others = years.length > 0 ? readBehindYears(rest) : null
  if (!others) return null
  const from = Math.max(0, start - MAX_BEFORE_CHARS)
  const before = text.slice(from, start)
  const names = readNamesBefore(before)
  if (!names) return null
  const printed = before.slice(names.start).trim()
  return {
    start: from + names.start,
    works: [
      ...years.map((year) => ({
        ...names.cited,
        ...year,
        text: `${printed} (${year.year}${year.suffix})`,
      })),
      ...others,
    ],
  }
}

/** Reads what brackets hold behind years: a place in the work, and other works; null for anything else. */
function readBehindYears(rest: string): CitedWork[] | null {
  const [ownPart = '', ...parts] = rest.split(/[;；]/)
  const others = parts.flatMap(readCitedPart)
  if (LOCATOR.test(ownPart)) return others
  const aside = readCitedPart(ownPart.replace(/^[\s,，]{1,4}/, '')).map((work) => ({
    ...work,
    isCertain: false,
  }))
  return aside.length > 0 ? [...aside, ...others] : null
}

/** Words that stand before names within brackets. */
const LEAD_IN = new RegExp(`^(?:${anyOf('citations/lead-in')}[,，:：]?\\s{0,2})+`, 'iu')

/** Reads a citation whose brackets hold names and years. */
const readBracketed = (inside: string): CitedWork[] => inside.split(/[;；]/).flatMap(readCitedPart)

/** The place before a year, or before what stands in its place. */
const YEAR_START = new RegExp(`(?<![\\p{Script=Latin}\\d.–—-])(?=(?:1[5-9]|20)\\d\\d)|(?=${NO_YEAR})`, 'iu')

/** Reads the works of one part of brackets: years after names, and years that follow for the same names. */
function readCitedPart(part: string): CitedWork[] {
  const works: CitedWork[] = []
  let rest = part.trim()
  let named: { names: CitedNames; printed: string } | null = null
  for (let at = rest.search(YEAR_START); at >= 0; at = rest.search(YEAR_START)) {
    const printed = trimNames(rest.slice(0, at))
    const names = splitNames(printed)
    if (printed !== '') named = names && { names, printed }
    const { years, rest: after } = readYears(rest.slice(at))
    if (!named || years.length === 0) return works
    const current = named
    works.push(
      ...years.map((year) => ({
        ...current.names,
        ...year,
        text: `${current.printed}, ${year.year}${year.suffix}`,
      })),
    )
    rest = after
  }
  return works
}

/** Removes what stands before names, and punctuation at both ends. */
function trimNames(text: string): string {
  const bare = text.trim().replace(LEAD_IN, '')
  const from = bare.search(/[^\s,，、]/)
  let end = bare.length
  while (end > 0 && /[\s,，(（[:：]/.test(bare[end - 1] ?? '')) end -= 1
  return from < 0 ? '' : bare.slice(from, Math.max(from, end))
}
