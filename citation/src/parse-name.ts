import type { CslName } from './csl.ts'
import { isEastAsian } from './scripts.ts'

/** Beginnings of words that name a body. */
const BODY_STEMS =
  'universit|institut|organi[sz]ation|association|committee|societ|department|ministr|laborator|academ|librar'
/** Whole words that name a body. */
const BODY_WORDS =
  'cent(?:er|re)|agency|bank|panel|board|forum|fund|trust|alliance|survey|conference|congress|administration|government|authority|council|consortium|collaboration|group|team|inc|ltd|llc|corp|corporation|company|bureau|office|foundation|college|school|hospital|commission|network|union|federation|initiative|project|program|museum|of|and|for'
/** Words that occur in names of bodies and not in names of persons. */
const BODY_NAME = new RegExp(`(?<![-\\p{L}])(?:(?:${BODY_STEMS})|(?:${BODY_WORDS})(?![-\\p{L}]))`, 'iu')
/** Names of more words than this are taken for those of bodies. */
const MAX_PERSON_WORDS = 6

/**
 * Parses a printed name: into family and given name where it clearly is that of a person in an alphabet, into `literal`
 * for bodies, for names of one word, and for Chinese, Japanese and Korean names. Never throws; '' gives `literal: ''`.
 */
export function parseName(text: string): CslName {
  const name = text.trim().replace(/\s+/g, ' ').replace(/^and /, '')
  const words = name.split(' ')
  if (isEastAsian(name)) return { literal: chineseOrder(name) }
  if (words.length === 1 || BODY_NAME.test(name)) return { literal: name }
  const parts = name.split(/(?:(?<!\s)\s+)?,\s*/).filter((part) => part !== '')
  if (parts.length > 1) return parseCommaName(parts)
  return words.length > MAX_PERSON_WORDS ? { literal: name } : parseWordName(words)
}

/**
 * Returns a Chinese name with the surname first: `国江 周`, with the given name first, becomes 周国江. Other spaces within a
 * Chinese name are kept.
 */
function chineseOrder(name: string): string {
  const [, given, family] = name.match(/^(\p{Script=Han}{2}) (\p{Script=Han})$/u) ?? []
  return given === undefined ? name : `${family}${given}`
}

/** Words in lower case between given and family name that belong to the family name: `Lotte van der Meer`. */
const NAME_PARTICLES = new Set(
  'van von der den de del della di da dos das du la le les ter ten af av zu al el bin ibn y'.split(' '),
)
const NAME_SUFFIX = /^(?:jr|sr|ii|iii|iv|2nd|3rd|4th)\.?$/i

/** Parses `Family, Given`, `Family, Jr., Given` or `Given Family, Jr.` */
function parseCommaName(parts: string[]): CslName {
  const [family = '', second = '', third] = parts
  if (third !== undefined) {
    const [given, suffix] = NAME_SUFFIX.test(third) ? [second, third] : [third, second]
    return personName(family, given, suffix.replace(/\.$/, ''))
  }
  return NAME_SUFFIX.test(second) ? parseWordName([...family.split(' '), second]) : personName(family, second)
}

/** Returns a name without empty parts. */
const personName = (family: string, given: string, suffix?: string): CslName => ({
  ...(family === '' ? {} : { family }),
  ...(given === '' ? {} : { given }),
  ...(suffix === undefined ? {} : { suffix }),
})

/** Parses `Given van Family Jr.`, or `Family GI` with the initials at the end, as PubMed writes it. */
function parseWordName(words: string[]): CslName {
  const last = words.at(-1) ?? ''
  const suffix = words.length > 2 && NAME_SUFFIX.test(last) ? last.replace(/\.$/, '') : undefined
  const rest = suffix === undefined ? words : words.slice(0, -1)
  const end = rest.at(-1) ?? ''
  const endsInInitials = /^\p{Lu}{1,3}$/u.test(end) && rest.slice(0, -1).every((word) => /\p{Ll}/u.test(word))
  if (endsInInitials) return personName(rest.slice(0, -1).join(' '), [...end].join('. ').concat('.'), suffix)
  // The family name is the last word and the particles before it; the first word is always a given name.
  let familyAt = rest.length - 1
  while (familyAt > 1 && NAME_PARTICLES.has(rest[familyAt - 1] ?? '')) familyAt -= 1
  return personName(rest.slice(familyAt).join(' '), rest.slice(0, familyAt).join(' '), suffix)
}

/**
 * Parses several names in one text: separated by semicolons, 、 or line breaks, by "and" between `Family, Given` pairs,
 * or by commas that are not within names. A body with "and" in its name is not split.
 */
export function parseNames(text: string): CslName[] {
  const separated = splitParts(text, /[;；、\n]/)
  if (separated.length > 1) return separated.map(parseName)
  const inverted = splitParts(text, /(?<!\s)\s+and\s+/)
  if (inverted.length > 1 && inverted.every((part) => part.includes(','))) return inverted.map(parseName)
  const commaParts = splitParts(text, /(?:(?<!\s)\s+)?[,，]\s*(?:and\s+)?|(?<!\s)\s+(?:and|&)\s+/)
  const areNames =
    commaParts.length > 1 && commaParts.every(isNameAlone) && !commaParts.some((part) => BODY_NAME.test(part))
  return (areNames ? commaParts : separated).map(parseName)
}

/** Splits a text at a mark; blank parts are left out. */
const splitParts = (text: string, mark: RegExp): string[] =>
  text.split(mark).filter((part) => part.trim() !== '')

/** Returns whether a part between commas can be a complete name. */
const isNameAlone = (part: string): boolean => isEastAsian(part) || /\S\s+\S/.test(part.trim())
