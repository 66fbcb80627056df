import { foldLookalikes, isFuzzyMatch, normalizedWords } from './fuzzy-match.ts'

/** A journal reference as in entries that may have no title: `Phys. Rev. Lett. 77, 3865 (1996)`. */
export interface JournalReference {
  /** The text before the numbers that may be the journal; it may still begin with names of authors. */
  journal: string
  volume: string
  /** '' when the entry states none. */
  issue: string
  /** First and last page, as `436-444`. */
  pages: string
  year: number
  /** The text before `journal`. */
  names: string
}

const YEAR_GROUP = String.raw`(?<year>(?:1[89]|20)\d\d)`
const VOLUME_GROUPS = String.raw`(?<volume>\d{1,4})\s?(?:\((?<issue>\d{1,4})\))?`
const PAGE_GROUPS = String.raw`(?:pp?\.?\s?)?(?<first>[A-Z]?\d{1,7})(?:\s?[-–—]\s?(?<last>[A-Z]?\d{1,7}))?`
/** Volume, page and year in the order of physics, of chemistry and medicine, and with the year before the journal. */
const NUMBER_PATTERNS = [
  new RegExp(String.raw`\s${VOLUME_GROUPS}\s?[,:]?\s?${PAGE_GROUPS}\s?\(${YEAR_GROUP}\)`, 'u'),
  new RegExp(String.raw`[\s,]${YEAR_GROUP}\s?[,;:]\s?${VOLUME_GROUPS}\s?[,:]\s?${PAGE_GROUPS}`, 'u'),
  new RegExp(String.raw`\s${VOLUME_GROUPS}\s?[,:]?\s${PAGE_GROUPS}`, 'u'),
]
/** The year behind the names of authors: `Smith, 2019a`, `Smith (2019)`. */
const TRAILING_YEAR = /(?:^|[\s,(])((?:1[89]|20)\d\d)[a-z]?\)?,?$/u

/** The type mark after a title, or quotation marks around one. */
const TITLE_MARK = /\[[A-Z]{1,2}(?:\/[A-Z]{2})?\]|[“"《]/

/** Parses the journal reference of an entry without a title; null when it has a title mark or no such numbers. */
export const parseUntitledReference = (text: string): JournalReference | null =>
  TITLE_MARK.test(text) ? null : parseJournalReference(text)

/** The type mark or punctuation that ends a title. */
const TITLE_TAIL = /^[.,?!"”》\s]{0,4}(?:\[[A-Z]{1,2}(?:\/[A-Z]{2})?\])?[.,\s]{0,4}(?:\/\/)?\s{0,2}/u
const YEAR_NUMBER = /(?<!\d)(?:1[89]|20)\d\d(?!\d)/u

/** Parses the journal reference after a title; the year may precede the title. */
export function parseReferenceAfterTitle(text: string, title: string): JournalReference | null {
  const at = text.lastIndexOf(title)
  if (at < 0) return null
  const behind = text
    .slice(at + title.length)
    .replace(TITLE_TAIL, '')
    .replace(/,(?=\d)/gu, ', ')
    .replace(/[.\s]{1,4}$/u, '')
  const year = YEAR_NUMBER.test(behind) ? undefined : YEAR_NUMBER.exec(text.slice(0, at))?.[0]
  return parseJournalReference(year === undefined ? ` ${behind}` : ` ${behind} (${year})`)
}

function parseJournalReference(text: string): JournalReference | null {
  for (const numbers of NUMBER_PATTERNS) {
    const match = numbers.exec(text)
    const reference = match?.groups && buildJournalReference(text.slice(0, match.index), match.groups)
    if (reference) return reference
  }
  return null
}

/** Builds a journal reference from the text before its numbers and the named groups of `NUMBER_PATTERNS`. */
function buildJournalReference(
  before: string,
  groups: Record<string, string | undefined>,
): JournalReference | null {
  const { volume = '', issue = '', first = '', last, year: statedYear } = groups
  const at = journalStart(before)
  const journal = before.slice(at).trimEnd().replace(/,$/u, '')
  const names = before.slice(0, at).trim()
  const year = statedYear ?? TRAILING_YEAR.exec(names)?.[1]
  if (year === undefined || !isJournal(journal)) return null
  const pages = last === undefined ? first : `${first}-${last}`
  return { journal, volume, issue, pages, year: Number(year), names: names.replace(TRAILING_YEAR, '') }
}

/** Words within the names of journals that are not capitalized. */
const JOINING_WORDS = new Set([
  'of',
  'and',
  '&',
  'the',
  'in',
  'for',
  'on',
  'de',
  'der',
  'die',
  'für',
  'et',
  'la',
])
const CAPITAL_OR_HAN = /^[(\p{Lu}\p{Script=Han}]/u

/**
 * Returns the offset at which a possible journal begins: capitalized words and words that join them, back to a comma.
 */
function journalStart(before: string): number {
  let [at, end] = [before.trimEnd().length, before.trimEnd().length]
  const last = end
  while (end > 0) {
    const from = before.lastIndexOf(' ', end - 1) + 1
    const word = before.slice(from, end)
    const isJoin = JOINING_WORDS.has(word)
    if (!isJoin && !CAPITAL_OR_HAN.test(word)) break
    if (end < last && /[,;:)]$/u.test(word) && !word.startsWith('(')) break
    if (!isJoin) at = from
    // Chinese is written without spaces, so the text before this word is not part of the name.
    if (/^\p{Script=Han}/u.test(word)) break
    end = from - 1
  }
  return at
}

/** Returns whether a text has enough letters for the name of a journal. */
const isJournal = (text: string): boolean => /\p{L}{3}|\p{Script=Han}{2}|\p{Lu}\.\s?\p{L}{2}/u.test(text)

/** Particles of names, and words that join names. */
const NAME_PARTICLE =
  /^(?:and|&|et|al|von|van|der|den|de|la|le|du|di|da|dos|del|ter|zu|zur|el|bin|ibn|等|eds?)$/iu
/** The most words of a name between two commas. */
const MAX_NAME_WORDS = 3
const CHINESE_NAME = /^\p{Script=Han}{2,4}$/u

/** Returns whether a text consists of names of people only. */
export function areNames(text: string): boolean {
  const bare = text.replace(/^\s{0,4}[[(]?\d{1,4}[\]).]?(?=\s|$)/u, '')
  return bare.split(/[,;，；、]|\band\b|&/u).every((name) => {
    const words = name.match(/[\p{L}\p{N}’'-]+/gu) ?? []
    // Words other than particles and initials.
    const full = words.filter((word) => !NAME_PARTICLE.test(word) && word.length > 1)
    return full.length <= MAX_NAME_WORDS && full.every(isNameWord)
  })
}

const isNameWord = (word: string): boolean => /^\p{Lu}/u.test(word) || CHINESE_NAME.test(word)

/** Words that abbreviated names of journals omit. */
const ABBREVIATION_STOP_WORDS = new Set([
  ...JOINING_WORDS,
  'das',
  'und',
  'a',
  'an',
  'le',
  'les',
  'des',
  'du',
  'zur',
])

/** Returns the significant words of a journal, without those that abbreviations omit. */
export const journalWords = (name: string): string[] =>
  normalizedWords(name.replace(/\([^)]{1,40}\)/g, ' ')).filter((word) => !ABBREVIATION_STOP_WORDS.has(word))

/**
 * Returns the text before the name of a journal, in full or abbreviated, at the end of a text; null when it does not
 * end so.
 *
 * @param source the name of the journal in the record.
 */
export function textBeforeJournal(journal: string, source: string): string | null {
  const words = journalWords(source)
  if (words.length === 0) return null
  const pieces = journal.replace(/\([^)]{1,40}\)/g, ' ').split(/\s+/)
  for (let from = pieces.length - 1; from >= 0; from -= 1) {
    const tail = journalWords(pieces.slice(from).join(' '))
    if (tail.length > words.length) return null
    const isSame =
      tail.length === words.length && tail.every((each, at) => isAbbreviationOf(each, words[at] ?? ''))
    if (isSame) return pieces.slice(0, from).join(' ')
  }
  return null
}

/** Names that begin alike for fewer words may be of two journals: Nature and Nature Communications. */
const MIN_PREFIX_WORDS = 4
/** The same for Chinese names. */
const MIN_CHINESE_PREFIX_WORDS = 3

/**
 * Returns whether two names may be of one journal: equal, abbreviated (`Phys. Rev. Lett.`), an acronym (`PNAS`), or
 * equal without a subtitle after a colon or text in brackets. Names in different scripts cannot be compared and count
 * as equal.
 */
export function isSameJournal(one: string, other: string): boolean {
  const [a, b] = [journalWords(one), journalWords(other)]
  const isHan = [one, other].map((name) => /\p{Script=Han}/u.test(name))
  if (a.length === 0 || b.length === 0 || isHan[0] !== isHan[1]) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const isPrefix = short.every(
    (word, at) => isAbbreviationOf(word, long[at] ?? '') || isAbbreviationOf(long[at] ?? '', word),
  )
  if (isHan[0]) return isPrefix && (short.length === long.length || short.length >= MIN_CHINESE_PREFIX_WORDS)
  if (isPrefix && (short.length === long.length || short.length >= MIN_PREFIX_WORDS)) return true
  if (short.join('') === long.join('') || isAcronym(short, long)) return true
  return [withoutSubtitle(one, other), withoutSubtitle(other, one)].some(
    ([x, y]) => x !== null && isSameJournal(x, y),
  )
}

/** Returns a name without its subtitle, or null where it has none or both have one, and the other name. */
const withoutSubtitle = (name: string, other: string): [string | null, string] => {
  const [title = ''] = name.split(/[:：]/u)
  return [/[:：]/u.test(name) && !/[:：]/u.test(other) ? title : null, other]
}

/** Returns whether a single word consists of the first letters of the other name's words. */
const isAcronym = ([short = '', ...more]: readonly string[], long: readonly string[]): boolean =>
  more.length === 0 && long.length > 1 && short === long.map(([first]) => first).join('')

/**
 * Returns whether a word abbreviates another: its beginning (phys, physical), or some letters in order (natl,
 * national).
 */
function isAbbreviationOf(short: string, word: string): boolean {
  if (word.startsWith(short) || isFuzzyMatch(foldLookalikes(short), foldLookalikes(word))) return true
  if (short.length < 3 || short[0] !== word[0]) return false
  let at = 0
  for (const sign of word) if (sign === short[at]) at += 1
  return at === short.length
}
