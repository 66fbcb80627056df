// Parses names from the forms in which sources print them into the parts that citing and comparing need.
import type { Creator } from '@scinav/contract'
import {
  BODY_WORD,
  COMPOUND_SURNAMES,
  NAME_PARTICLES,
  PINYIN_COMPOUND_SURNAMES,
  PINYIN_SURNAMES,
} from './name-words.ts'

/** The part that a person or body has in a work. */
export type CreatorRole = Creator['role']

/** Matches a text of Chinese characters alone, with the dots of transliterated names: `王利平`, `卡尔·马克思`. */
export const HAN_TEXT = /^[\p{Script=Han}々·•]+$/u

/** Returns whether a word is a suffix such as `Jr.` */
export const isSuffix = (word: string): boolean => /^(?:jr|sr|ii|iii|iv|2nd|3rd|4th)\.?$/i.test(word)

/** The parts of a name. Without `family`, the name is not divided. */
export interface NameParts {
  /** The complete name in its printed order. */
  name: string
  family?: string
  given?: string
  /** Set for the name of an institution, where that is certain; `toCreator` recognizes others by their words. */
  is_body?: boolean
}

/** Returns the name of an institution, which is not split. */
export const bodyName = (name: string): NameParts => ({ name, is_body: true })

/**
 * Joins the parts of a name in its printed order: in Chinese the family name first, elsewhere last, then the suffix. A
 * name with only one part has it as its family name; without any, the name is ''.
 */
export function nameFromParts(family: string, given: string): NameParts {
  const [familyName, suffixOfFamily] = cutSuffix(family.trim())
  const [givenName, suffixOfGiven] = cutSuffix(given.trim().replace(/(?<![\s,])[\s,]*\bet al\.?$/i, ''))
  if (familyName === '' || givenName === '') {
    const only = familyName || givenName
    return only === '' ? { name: '' } : { name: only, family: only }
  }
  const isChinese = HAN_TEXT.test(familyName) && HAN_TEXT.test(givenName)
  const name = isChinese ? familyName + givenName : `${givenName} ${familyName}`
  return withSuffix({ name, family: familyName, given: givenName }, suffixOfFamily || suffixOfGiven)
}

/** Splits a suffix such as `Jr.` off the end of several words; '' where there is none. */
function cutSuffix(part: string): [name: string, suffix: string] {
  const at = part.search(/\s\S+$/)
  const last = part.slice(at + 1)
  return at > 0 && isSuffix(last) ? [part.slice(0, at).replace(/,$/, ''), last] : [part, '']
}

/** Returns the parts with a suffix after the printed name; unchanged without one. */
export function withSuffix(parts: NameParts, suffix: string | null | undefined): NameParts {
  return suffix ? { ...parts, name: `${parts.name} ${suffix}` } : parts
}

/** Matches semicolons at the end, or an `et al.` with the comma before it. */
const TRAILING_SEPARATOR = /(?<![;；])[;；]+$|(?<![,\s])[,\s]+et al\.$/
/** Names of more words than this are taken for those of bodies. */
const MAX_PERSON_WORDS = 6

/**
 * Parses a printed name: `Ludwig van Beethoven`, `Smith, John, Jr.`, `Cao WX`, `Guo Zhiqiang`, `王利平`. One that cannot
 * be split, among them most names of bodies, has only `name`; a comma behind the words marks a body and sets `is_body`.
 * Never throws; '' gives an empty name.
 */
export function parseName(printed: string): NameParts {
  const trimmed = printed.trim()
  const name = /[;；.]$/.test(trimmed) ? trimmed.replace(TRAILING_SEPARATOR, '') : trimmed
  if (name === '') return { name }
  if (HAN_TEXT.test(name)) return parseHanName(name)
  if (name.includes(',')) return parseCommaName(name)
  const words = name.split(/\s+/)
  if (words.length > MAX_PERSON_WORDS || BODY_WORD.test(name) || /[()@\d]/.test(name)) return { name }
  return words.length < 2 ? { name, family: name } : parseNaturalName(words)
}

/** Lengths of a Chinese name of a person, in characters. */
const MIN_HAN_NAME_CHARS = 2
const MAX_HAN_NAME_CHARS = 4

/**
 * Parses a Chinese name of a person; longer ones are names of bodies, or transliterations with a dot, and are not
 * split.
 */
function parseHanName(name: string): NameParts {
  const characters = [...name]
  const isPersonLength = characters.length >= MIN_HAN_NAME_CHARS && characters.length <= MAX_HAN_NAME_CHARS
  if (!isPersonLength || /[·•]/.test(name) || BODY_WORD.test(name)) return { name }
  const family =
    COMPOUND_SURNAMES.has(name.slice(0, 2)) && characters.length > 2
      ? name.slice(0, 2)
      : (characters[0] ?? '')
  return { name, family, given: name.slice(family.length) }
}

// The lookbehinds let a match begin only where a run of signs does, so that matching takes linear time.
const TRAILING_COMMAS = /(?<![,\s])[,\s]+$/

/** Parses a name with commas; one with more than two commas, or with words of bodies, is kept whole. */
function parseCommaName(printed: string): NameParts {
  const name = printed.replace(TRAILING_COMMAS, '')
  const parts = name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length > 3 || (parts.length > 1 && BODY_WORD.test(name))) return { name }
  return parts.length < 2 ? parseCommaEndedName(parts[0] ?? '') : parseInvertedName(parts)
}

/** Parses a name that ended in a comma, `World Bank,`, by which reference managers mark a name without given name. */
function parseCommaEndedName(name: string): NameParts {
  const words = name.split(/\s+/)
  return HAN_TEXT.test(name) || words.length < 2 || endsInInitials(words) ? parseName(name) : bodyName(name)
}

/**
 * Returns whether a name has the form of indexes, which put the family name first and bare initials last: `Kim Judy S`,
 * `Cao WX`, `Fanning E.`, `Ivanov Yu.`
 */
function endsInInitials(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  // `IV` is the suffix of a name, `LI` a Chinese surname.
  const isCapitals = /^(?:[A-Z]\.?-?){1,3}$/.test(last) && !/^[IVX]{2,}$/.test(last) && !isPinyinSurname(last)
  // A transliterated initial of two letters: `Yu.`
  const isInitials = isCapitals || (/^[A-Z][a-z]\.$/.test(last) && !isSuffix(last))
  return words.length > 1 && isInitials && /[a-z]/.test(before)
}

/** Returns whether a word is a Chinese surname in pinyin, as opposed to initials: `LI`, `Zhang`. */
function isPinyinSurname(word: string): boolean {
  return PINYIN_SURNAMES.has(word.toLowerCase())
}

/** Parses `Last, First`, `von Last, Jr, First` or `Last, First, Jr`. */
function parseInvertedName(parts: string[]): NameParts {
  const [family = '', second = '', third = ''] = parts
  // `Henry Louis Gates, Jr.`
  if (third === '' && isSuffix(second)) return withSuffix(parseName(family), second)
  if (third === '') return nameFromParts(family, second)
  const [junior, given] = isSuffix(second) ? [second, third] : [third, second]
  return withSuffix(nameFromParts(family, given), junior)
}

/** Parses a name without commas: `Given von Family Jr.`, or a form that puts the family name first. */
function parseNaturalName(words: readonly string[]): NameParts {
  if (isFamilyFirst(words) || isCapitalFamily(words)) return nameFromParts(words[0] ?? '', words[1] ?? '')
  const last = words.at(-1)
  const suffix = words.length > 2 && last && isSuffix(last) ? last : null
  const unsuffixed = suffix ? words.slice(0, -1) : words
  const parts = endsInInitials(unsuffixed) ? parseIndexName(unsuffixed) : splitGivenFirst(unsuffixed)
  return withSuffix(parts, suffix)
}

/** Source of a pattern for one syllable of pinyin: an initial that may be absent, then a final. */
const PINYIN_SYLLABLE =
  '(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?(?:i(?:a(?:ng?|o)?|e|ng?|ong|u)?|u(?:a(?:ng?|i)?|e|i|n|o)?|a(?:ng?|i|o)?|e(?:ng?|i|r)?|o(?:ng|u)?|ve?)'
/** Matches a given name of two syllables: `Zhiqiang`, `Yun-Xia`. */
const PINYIN_GIVEN_NAME = new RegExp(`^${PINYIN_SYLLABLE}-?${PINYIN_SYLLABLE}$`, 'i')

/**
 * Returns whether two words are a Chinese name with the surname first: `Guo Zhiqiang`, `Li Yun-Xia`. The second word
 * must be a given name of two syllables that is not itself a surname.
 */
function isFamilyFirst(words: readonly string[]): boolean {
  const [first = '', second = ''] = words
  return (
    words.length === 2 &&
    isPinyinSurname(first) &&
    PINYIN_GIVEN_NAME.test(second) &&
    !isPinyinSurname(second) &&
    !PINYIN_COMPOUND_SURNAMES.has(second.toLowerCase())
  )
}

/** Returns whether a surname in capitals precedes a given name with lower-case letters: `ZHANG Wei`. */
function isCapitalFamily([first = '', second = '', ...others]: readonly string[]): boolean {
  return (
    others.length === 0 && /^[A-Z]+$/.test(first) && isPinyinSurname(first) && /^[A-Z][a-z]+/.test(second)
  )
}

/** Parses a name in the form of indexes; particles before the family name belong to it: `van der Kooij Michael A`. */
function parseIndexName(words: readonly string[]): NameParts {
  const familyIndex = words.findIndex((word) => !NAME_PARTICLES.has(word.toLowerCase()))
  const givenStart = Math.max(familyIndex, 0) + 1
  return nameFromParts(words.slice(0, givenStart).join(' '), words.slice(givenStart).join(' '))
}

/** Splits `Given von Family`: the family name is the last word with the particles before it. */
function splitGivenFirst(words: readonly string[]): NameParts {
  let familyStart = words.length - 1
  while (familyStart > 1 && NAME_PARTICLES.has(words[familyStart - 1] ?? '')) familyStart--
  return nameFromParts(words.slice(familyStart).join(' '), words.slice(0, familyStart).join(' '))
}

/** Parses a printed name into a creator; a name that is not divided and has a word of bodies is that of a body. */
export function toCreator(
  printed: string,
  role: CreatorRole = 'author',
  affiliations: string[] = [],
): Creator {
  const parts = parseName(printed)
  const isBody = parts.family === undefined && BODY_WORD.test(parts.name)
  return { ...parts, ...(isBody ? { is_body: true } : {}), role, affiliations }
}
