import { NAME_PARTICLES } from '@scinav/formats'
import { anyOf, wordSet } from '../../../language/phrases.ts'
import { foldName, nameForms, UNDATED } from './entry-names.ts'
import type { BlockSpan, ManuscriptBlock } from './manuscript.ts'

/** The first name of a citation and those after it. */
export interface NameReading {
  first: string
  others: string[]
}

/** A work as a text cites it: by names and year. */
export interface CitedWork {
  /** As printed. */
  text: string
  /** Forms in which the names may be meant, likeliest first, folded. */
  readings: NameReading[]
  /** Whether there are more authors: `et al.`, 等. */
  hasMore: boolean
  year: string
  suffix: string
  /** Whether the text names the authors so clearly that an unknown work is one that the list lacks. */
  isCertain: boolean
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

/** Finds citations by names and year: `(Smith, 2020; Li et al., 2021a, b)`, `Smith et al. (2020)`, `张三等（2020）`. */
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

/** A place in the cited work after its year: `, p. 5`, `: 15-17`, `，第3页`. */
const LOCATOR = new RegExp(`^\\s?(?:[,，:：]\\s?(?:§|\\d|${anyOf('citations/locator')}).{0,60})?$`, 'iu')

/** Reads a citation whose brackets hold years only, with the names before them. */
function readNarrative(
  text: string,
  start: number,
  inside: string,
): { start: number; works: CitedWork[] } | null {
  const { years, rest } = readYears(inside)
  if (years.length === 0 || !LOCATOR.test(rest)) return null
  const from = Math.max(0, start - MAX_BEFORE_CHARS)
  const before = text.slice(from, start)
  const names = readNamesBefore(before)
  if (!names) return null
  const printed = before.slice(names.start).trim()
  return {
    start: from + names.start,
    works: years.map((year) => ({
      ...names.cited,
      ...year,
      text: `${printed} (${year.year}${year.suffix})`,
    })),
  }
}

type CitedNames = Pick<CitedWork, 'readings' | 'hasMore' | 'isCertain'>

/** Words that stand before names within brackets. */
const LEAD_IN = new RegExp(`^(?:${anyOf('citations/lead-in')}[,，:：]?\\s{0,2})+`, 'iu')

/** Reads a citation whose brackets hold names and years. */
const readBracketed = (inside: string): CitedWork[] => inside.split(/[;；]/).flatMap(readCitedPart)

/** The beginning of a year. */
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
    const { names: own, printed: before } = named
    works.push(...years.map((year) => ({ ...own, ...year, text: `${before}, ${year.year}${year.suffix}` })))
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

/** Words within the names of organizations. */
const JOINING_WORDS = wordSet('en', 'citations/joining-words')
const MORE_AUTHORS = new RegExp(`\\s{0,2}(?:,?\\s?${anyOf('citations/more-authors')})[\\s,，’'s]{0,4}$`, 'iu')
/** Words that begin sentences or name times, and no people. */
const NON_NAME_WORDS = wordSet('en', 'citations/no-names')
const isNonNameWord = (word: string): boolean => NON_NAME_WORDS.has(word.toLowerCase().replace(/\.$/, ''))
const isParticle = (word: string): boolean => NAME_PARTICLES.has(word.toLowerCase())
const isJoiningWord = (word: string): boolean => word === '&' || JOINING_WORDS.has(word.toLowerCase())
/** Bounds the names of a citation. */
const MAX_NAMES = 12

/** What separates names in brackets. */
const NAME_SEPARATOR =
  /\s?[,，、;；&]\s?|\s(?:and|y|und|et)\s|\s[和与及]\s|(?<=\p{Script=Latin})[和与及]|[和与及](?=\p{Script=Latin})/u
/** Initials of a name. */
const INITIALS = /^(?:(?:\p{Lu}\.[\s-]?){1,4}|\p{Lu}{1,2})$/u

/** A title in quotation marks at the end of a text, by which a work without authors is cited. */
const QUOTED_TITLE = /[“"]([^“”"]{4,120}?)[,.]?[”"]\s{0,2}$/u

/** Returns the title in quotation marks at the end of a text in the place of names; null without one. */
function readQuotedTitle(text: string): { start: number; cited: CitedNames } | null {
  const found = QUOTED_TITLE.exec(text)
  const title = found?.[1]
  if (!found || !title || !/\p{L}{2}/u.test(title)) return null
  // The subtitle of a listed title does not count as its name.
  const readings = [title, title.split(/[:：]/)[0] ?? ''].map((each) => ({
    first: foldName(each),
    others: [],
  }))
  return { start: found.index, cited: { readings, hasMore: false, isCertain: false } }
}

/** A user name, such as `user42`. */
const HANDLE = /(?<![\p{L}\d._-])(?=\p{L}[\p{L}._-]{1,30}\d)[\p{L}\d._-]{3,40}\s{0,2}$/u

/** Returns the handle at the end of a text in the place of names, which cites what is listed under it; null without one. */
function readHandle(text: string): { start: number; cited: CitedNames } | null {
  const found = HANDLE.exec(text)
  if (!found) return null
  const readings = [{ first: foldName(found[0]), others: [] }]
  return { start: found.index, cited: { readings, hasMore: false, isCertain: false } }
}

/** Splits names in brackets; null when the text is none. */
function splitNames(text: string): CitedNames | null {
  const quoted = readQuotedTitle(text)
  if (quoted?.start === 0) return quoted.cited
  const hasMore = MORE_AUTHORS.test(text)
  const bare = text.replace(MORE_AUTHORS, '').trim()
  if (bare === '' || /[=<>%@{}\\]/.test(bare)) return null
  const parts = bare.split(NAME_SEPARATOR).slice(0, MAX_NAMES)
  const names = parts.filter((part) => part !== '' && !INITIALS.test(part))
  const [first] = names
  if (!first) return null
  if (/\d/.test(bare) || !names.every(isNameLike)) return looseNames(bare, first, { names, hasMore })
  const isHan = /\p{Script=Han}/u.test(first)
  return {
    readings: bracketedReadings(bare, names),
    hasMore,
    isCertain: hasMore || names.length > 1 || isHan || !/^\p{Lu}+$/u.test(first),
  }
}

/** Bounds the text that may name a body in words that no person has, in UTF-16 units. */
const MAX_LOOSE_CHARS = 120

/**
 * Reads a text that does not look like names, such as `The Open Group`, `Winter et al.`, `user42`, `Convention to Protect
 * Lakes`: it cites what is listed under exactly these words, and nothing else.
 */
function looseNames(
  bare: string,
  first: string,
  { names, hasMore }: { names: readonly string[]; hasMore: boolean },
): CitedNames | null {
  if (bare.length > MAX_LOOSE_CHARS || !/\p{L}{2}/u.test(first)) return null
  const readings = [
    { first: foldName(bare), others: [] },
    { first: foldName(first), others: names.slice(1).map(foldName) },
  ]
  return { readings, hasMore, isCertain: false }
}

/** Returns in which ways names in brackets may be meant. */
function bracketedReadings(bare: string, names: readonly string[]): NameReading[] {
  const [first = ''] = names
  const others = names.slice(1).map(foldName)
  return [
    // An organization may have a joining word in its name.
    { first: foldName(bare), others: [] },
    ...[foldName(first), ...surnameForms(first)].map((form) => ({ first: form, others })),
    // Two Chinese names may be joined without spaces.
    ...splitHanNames(first).map((pair) => ({ first: pair.first, others: [...pair.others, ...others] })),
  ]
}

/** Returns the forms of a Latin name that a citation may print with initials or a given name. */
const surnameForms = (name: string): string[] => (/\p{Script=Han}/u.test(name) ? [] : [...nameForms(name)])

/** Bounds the length of a name in Chinese, which may be of an organization. */
const MAX_HAN_CHARS = 24

/** Returns whether a text may be a name: capitalized words and particles, or Chinese without a sentence. */
function isNameLike(name: string): boolean {
  if (/\p{Script=Han}/u.test(name)) return name.length <= MAX_HAN_CHARS && !/[。？！：]|[了着过]$/u.test(name)
  const words = name.split(/\s+/)
  const [first = ''] = words
  if (words.length > MAX_NAMES || isNonNameWord(first)) return false
  return (
    words.every((word) => /^[\p{Lu}’'‘[(]/u.test(word) || isParticle(word) || isJoiningWord(word)) &&
    /\p{Lu}/u.test(name)
  )
}

/** Returns the ways in which a Chinese text splits into two names that 和, 与 or 及 joins. */
const splitHanNames = (text: string): NameReading[] =>
  Array.from(text.matchAll(/(?<=\p{Script=Han})[和与及](?=\p{Script=Han})/gu), ({ index }) => ({
    first: foldName(text.slice(0, index)),
    others: [foldName(text.slice(index + 1))],
  }))

/** Words of Latin letters, runs of Chinese, and single signs. */
const TOKEN = /\p{Script=Han}+(?:[·・]\p{Script=Han}+)*|(?:(?!\p{Script=Han})[\p{L}\p{M}'’.-])+|\S/gu

/** Reads the names at the end of the text before brackets that hold a year. */
function readNamesBefore(before: string): { start: number; cited: CitedNames } | null {
  const titleOrHandle = readQuotedTitle(before) ?? readHandle(before)
  if (titleOrHandle) return titleOrHandle
  const more = MORE_AUTHORS.exec(before)
  const hasMore = more !== null
  const text = (more ? before.slice(0, more.index) : before).replace(/(?:['’]s|的)?\s{0,3}$/u, '')
  const tokens = [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({ word, index }))
  const last = tokens.at(-1)
  if (!last || last.index + last.word.length < text.length) return null
  // In a text with spaces a Chinese name stands alone.
  const isAlone = HAN_NAME.test(last.word) && /\s/.test(text[last.index - 1] ?? '')
  return /\p{Script=Han}$/u.test(last.word) && !isAlone
    ? readHanNames(text, hasMore)
    : readLatinNames(tokens, hasMore)
}

/** A word of the text with its offset. */
interface Token {
  word: string
  index: number
}

/** A Chinese name that is a word of its own. */
const HAN_NAME = /^\p{Script=Han}{2,24}$/u
/** What joins names. */
const NAME_JOIN = /^(?:and|&|,|，|、|和|与|及)$/u

/** Returns the names at the end of a text by their words, from the last word back, and where the first begins. */
function collectLatinNames(tokens: readonly Token[]): { names: string[][]; start: number } {
  const names: string[][] = [[]]
  let start = -1
  for (const { word, index } of tokens.toReversed()) {
    const [current = []] = names
    if (isNameWord(word, current)) {
      current.unshift(word)
      start = index
    } else if (start < 0 || !NAME_JOIN.test(word) || names.length > MAX_NAMES) break
    else if (current.length > 0) names.unshift([])
  }
  return { names: names.filter(({ length }) => length > 0), start }
}

/** Returns whether a word may stand before the words of a name. */
const isNameWord = (word: string, after: readonly string[]): boolean =>
  (/^\p{Lu}/u.test(word) && !isNonNameWord(word)) ||
  (after.length > 0 ? isParticle(word) : HAN_NAME.test(word))

/** Reads Latin names from their last word back. */
function readLatinNames(
  tokens: readonly Token[],
  hasMore: boolean,
): { start: number; cited: CitedNames } | null {
  const { names, start } = collectLatinNames(tokens)
  const [words] = names
  if (!words) return null
  const others = names.slice(1).map((name) => foldName(name.join(' ')))
  const first = words.join(' ')
  // A sentence may begin with a capitalized word before the name.
  const tails = words.map((_, at) => foldName(words.slice(at).join(' ')))
  return {
    start,
    cited: {
      readings: [...tails, ...surnameForms(first)].map((form) => ({ first: form, others })),
      hasMore,
      isCertain: hasMore || others.length > 0 || (words.length === 1 && !/^\p{Lu}+$/u.test(first)),
    },
  }
}

/** What separates Chinese names. */
const HAN_SEPARATOR = /[、，,]|和|与|及/u
/** Bounds the Chinese names before brackets. */
const MAX_HAN_NAMES = 4
/** Text before a single Chinese name. */
const BEFORE_HAN_NAME = new RegExp(`${anyOf('citations/before-name')}$`, 'u')

/** Reads Chinese names at the end of a text; nothing separates the first from the words before it. */
function readHanNames(text: string, hasMore: boolean): { start: number; cited: CitedNames } | null {
  const run = /[\p{Script=Han}·・、，,]{2,40}$/u.exec(text.slice(-40))?.[0] ?? ''
  const offset = text.length - run.length
  const parts = run.split(HAN_SEPARATOR)
  const last = parts.at(-1) ?? ''
  if (last.length < 2) return null
  const readings: NameReading[] = []
  // With several names the first is at the end of an earlier part.
  for (const [at, part] of parts.slice(-MAX_HAN_NAMES).entries()) {
    const others = parts.slice(-MAX_HAN_NAMES).slice(at + 1)
    for (let length = Math.min(part.length, MAX_HAN_CHARS); length >= 2; length -= 1)
      readings.push({ first: foldName(part.slice(-length)), others })
  }
  // The name of a body may have a joining word in it.
  for (let length = Math.min(run.length, MAX_HAN_CHARS); length > last.length + 1; length -= 1)
    readings.push({ first: foldName(run.slice(-length)), others: [] })
  const printed = hasMore ? (/\p{Script=Han}{2,3}$/u.exec(last)?.[0] ?? last) : last
  const isBounded =
    last.length <= 4 && (last.length === run.length || BEFORE_HAN_NAME.test(run.slice(0, -last.length)))
  return {
    start: offset + run.length - printed.length,
    cited: { readings, hasMore, isCertain: hasMore && isBounded },
  }
}
