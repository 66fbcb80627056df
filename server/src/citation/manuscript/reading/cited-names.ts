import { NAME_PARTICLES } from '@scinav/formats'
import { anyOf, wordSet } from '../../../language/phrases.ts'
import { foldName, nameForms } from './entry-names.ts'

/** The first name of a citation and those after it. */
export interface NameReading {
  first: string
  others: string[]
}

/** The authors as a citation names them. */
export interface CitedNames {
  /** Forms in which the names may be meant, likeliest first, folded. */
  readings: NameReading[]
  /** Whether there are more authors: `et al.`, 等. */
  hasMore: boolean
  /** Whether the text names the authors so clearly that an unknown work is one that the list lacks. */
  isCertain: boolean
}

/** The names before a year, and the offset at which they begin in the text that was read. */
export interface PlacedNames {
  start: number
  cited: CitedNames
}

/** Words within the names of organizations. */
const JOINING_WORDS = wordSet('en', 'citations/joining-words')
const MORE_AUTHORS = new RegExp(`\\s{0,2}(?:,?\\s?${anyOf('citations/more-authors')})[\\s,，’'s]{0,4}$`, 'iu')
/** The English names of the months, long and short: `september`, `sep`. */
const MONTHS = (['long', 'short'] as const).flatMap((month) => {
  const { format } = new Intl.DateTimeFormat('en', { month, timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, at) => format(Date.UTC(2000, at)).toLowerCase())
})
/** Words that begin sentences or name times, and no people. */
const NON_NAME_WORDS = new Set([...MONTHS, ...wordSet('en', 'citations/no-names')])
const isNonNameWord = (word: string): boolean => NON_NAME_WORDS.has(word.toLowerCase().replace(/\.$/, ''))
const isParticle = (word: string): boolean => NAME_PARTICLES.has(word.toLowerCase())
const isJoiningWord = (word: string): boolean => word === '&' || JOINING_WORDS.has(word.toLowerCase())
/** Bounds the names of a citation. */
const MAX_NAMES = 12

/** What separates names in brackets. */
const NAME_SEPARATOR =
  /\s?[,，、;；&]\s?(?:(?:and|y|und|et|&)\s)?|\s(?:and|y|und|et)\s|\s[和与及]\s|(?<=\p{Script=Latin})[和与及]|[和与及](?=\p{Script=Latin})/u
/** Initials of a name. */
const INITIALS = /^(?:(?:\p{Lu}\.[\s-]?){1,4}|\p{Lu}{1,2})$/u

/** A title in quotation marks at the end of a text, by which a work without authors is cited. */
const QUOTED_TITLE = /[“"]([^“”"]{4,120}?)[,.]?[”"]\s{0,2}$/u

/** Returns the title in quotation marks at the end of a text in the place of names; null without one. */
function readQuotedTitle(text: string): PlacedNames | null {
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
function readHandle(text: string): PlacedNames | null {
  const found = HANDLE.exec(text)
  if (!found) return null
  const readings = [{ first: foldName(found[0]), others: [] }]
  return { start: found.index, cited: { readings, hasMore: false, isCertain: false } }
}

/** Reads names that stand before a year within brackets; null when the text is none. */
export function splitNames(text: string): CitedNames | null {
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
 * Lakes`: it cites what is listed under exactly these words, or under the names at their end, and nothing else. Returns
 * null for a text that is too long or has no word.
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
  const atEnd = readLatinNames(tokensOf(bare), hasMore)?.cited.readings ?? []
  return { readings: [...readings, ...atEnd], hasMore, isCertain: false }
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
    // A word of the sentence may stand before the names.
    ...(names.length > 1 && COMMA_AFTER_FIRST.test(bare.slice(first.length))
      ? [{ first: foldName(names[1] ?? ''), others: others.slice(1) }]
      : []),
  ]
}

/** A comma that no joining word follows. */
const COMMA_AFTER_FIRST = /^\s?[,，]\s?(?!(?:and|y|und|et|&)\s)/u

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

/** Reads the names at the end of the text before brackets that hold a year; null when there are none. */
export function readNamesBefore(before: string): PlacedNames | null {
  const titleOrHandle = readQuotedTitle(before) ?? readHandle(before)
  if (titleOrHandle) return titleOrHandle
  const more = MORE_AUTHORS.exec(before)
  const hasMore = more !== null
  const text = (more ? before.slice(0, more.index) : before).replace(/(?:['’]s|的)?\s{0,3}$/u, '')
  const tokens = tokensOf(text)
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

const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), ({ 0: word, index }) => ({ word, index }))

/** A Chinese name that is a word of its own. */
const HAN_NAME = /^\p{Script=Han}{2,24}$/u
/** What joins names. */
const NAME_JOIN = /^(?:and|y|und|et|&|,|，|、|和|与|及)$/u

/**
 * Returns the names at the end of a text by their words, from the last word back, where the first begins, and what
 * joins it to the second.
 */
function collectLatinNames(tokens: readonly Token[]): { names: string[][]; start: number; join: string } {
  const names: string[][] = [[]]
  const joins: string[] = []
  let start = -1
  for (const { word, index } of tokens.toReversed()) {
    const [current = []] = names
    if (isNameWord(word, current)) {
      current.unshift(word)
      start = index
    } else if (start < 0 || !NAME_JOIN.test(word) || names.length > MAX_NAMES) break
    else if (current.length > 0) {
      names.unshift([])
      joins.unshift(word)
    }
  }
  const isOpen = names[0]?.length === 0
  return { names: isOpen ? names.slice(1) : names, start, join: joins[isOpen ? 1 : 0] ?? '' }
}

/** Returns whether a word may stand before the words of a name. */
const isNameWord = (word: string, after: readonly string[]): boolean =>
  (/^\p{Lu}/u.test(word) && !isNonNameWord(word)) ||
  (after.length > 0 ? isParticle(word) : HAN_NAME.test(word))

/** Reads Latin names from their last word back; null when the text ends in no name. */
function readLatinNames(tokens: readonly Token[], hasMore: boolean): PlacedNames | null {
  const { names, start, join } = collectLatinNames(tokens)
  const [words, second] = names
  if (!words) return null
  // In Spanish *y* joins two names, or two parts of one.
  const others = names.slice(1).flatMap((name) =>
    name
      .join(' ')
      .split(/(?:^|\s)y\s/)
      .filter(Boolean)
      .map(foldName),
  )
  const first = words.join(' ')
  const [one = '', ...more] = first.split(' y ').map(foldName)
  // A sentence may begin with a capitalized word before the name: `However Smith (2020)`.
  const tails = words.map((_, at) => foldName(words.slice(at).join(' ')))
  const isApart = second !== undefined && /^[,，]$/.test(join)
  return {
    start,
    cited: {
      readings: [
        ...[...tails, ...surnameForms(first)].map((form) => ({ first: form, others })),
        ...(more.length > 0 ? [{ first: one, others: [...more, ...others] }] : []),
        ...(isApart ? [{ first: foldName(second.join(' ')), others: others.slice(1) }] : []),
      ],
      hasMore,
      isCertain: hasMore || others.length > 0 || (words.length === 1 && !/^\p{Lu}+$/u.test(first)),
    },
  }
}

/** What separates Chinese names. */
const HAN_SEPARATOR = /[、，,]|和|与|及/u
/** The Chinese text before brackets that may hold names, and how much of it is read. */
const HAN_RUN = /[\p{Script=Han}·・、，,]{2,40}$/u
const MAX_HAN_RUN_CHARS = 40
/** Bounds the Chinese names before brackets. */
const MAX_HAN_NAMES = 4
/** Text before a single Chinese name. */
const BEFORE_HAN_NAME = new RegExp(`${anyOf('citations/before-name')}$`, 'u')

/**
 * Reads Chinese names at the end of a text, of which nothing separates the first from the words before it; null when
 * it ends in no name.
 */
function readHanNames(text: string, hasMore: boolean): PlacedNames | null {
  const run = HAN_RUN.exec(text.slice(-MAX_HAN_RUN_CHARS))?.[0] ?? ''
  const offset = text.length - run.length
  const parts = run.split(HAN_SEPARATOR)
  const last = parts.at(-1) ?? ''
  if (last.length < 2) return null
  const readings: NameReading[] = []
  // With several names the first is at the end of an earlier part.
  const lastParts = parts.slice(-MAX_HAN_NAMES)
  for (const [at, part] of lastParts.entries()) {
    const others = lastParts.slice(at + 1)
    for (let length = Math.min(part.length, MAX_HAN_CHARS); length >= 2; length -= 1)
      readings.push({ first: foldName(part.slice(-length)), others })
  }
  // The name of a body may have a joining word in it.
  for (let length = Math.min(run.length, MAX_HAN_CHARS); length > last.length + 1; length -= 1)
    readings.push({ first: foldName(run.slice(-length)), others: [] })
  // Before 等 nothing separates a name from the sentence; most names have two or three characters.
  const printed = hasMore ? (/\p{Script=Han}{2,3}$/u.exec(last)?.[0] ?? last) : last
  const isBounded =
    last.length <= 4 && (last.length === run.length || BEFORE_HAN_NAME.test(run.slice(0, -last.length)))
  return {
    start: offset + run.length - printed.length,
    cited: { readings, hasMore, isCertain: hasMore && isBounded },
  }
}
