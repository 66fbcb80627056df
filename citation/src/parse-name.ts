import type { CslName } from './csl.ts'
import { isEastAsian } from './scripts.ts'

const PARTICLES = new Set(
  'van von der den de del della di da dos das du la le les ter ten af av zu al el bin ibn y'.split(' '),
)
const SUFFIX = /^(?:jr|sr|ii|iii|iv|2nd|3rd|4th)\.?$/i
const STEMS =
  'universit|institut|organi[sz]ation|association|committee|societ|department|ministr|laborator|academ|librar'
const WORDS =
  'cent(?:er|re)|agency|council|consortium|collaboration|group|team|inc|ltd|llc|corp|corporation|company|bureau|office|foundation|college|school|hospital|commission|network|union|federation|initiative|project|program|museum|of|and|for'
/** What the name of a body has and that of a person has not. */
const BODY = new RegExp(`(?<![-\\p{L}])(?:(?:${STEMS})|(?:${WORDS})(?![-\\p{L}]))`, 'iu')

const person = (family: string, given: string, suffix?: string): CslName => ({
  ...(family === '' ? {} : { family }),
  ...(given === '' ? {} : { given }),
  ...(suffix === undefined ? {} : { suffix }),
})

/** `Family, Given`, `Family, Jr., Given` or `Given Family, Jr.` */
function fromCommas(parts: string[]): CslName {
  const [family = '', second = '', third] = parts
  if (third !== undefined) {
    const [given, suffix] = SUFFIX.test(third) ? [second, third] : [third, second]
    return person(family, given, suffix.replace(/\.$/, ''))
  }
  return SUFFIX.test(second) ? fromWords([...family.split(' '), second]) : person(family, second)
}

/** `Given van Family Jr.`; `Family GI` where the initials stand behind, as PubMed writes them. */
function fromWords(words: string[]): CslName {
  const last = words.at(-1) ?? ''
  const suffix = words.length > 2 && SUFFIX.test(last) ? last.replace(/\.$/, '') : undefined
  const rest = suffix === undefined ? words : words.slice(0, -1)
  const end = rest.at(-1) ?? ''
  const initials = /^\p{Lu}{1,3}$/u.test(end) && rest.slice(0, -1).every((word) => /\p{Ll}/u.test(word))
  if (initials) return person(rest.slice(0, -1).join(' '), [...end].join('. ').concat('.'), suffix)
  let start = rest.length - 1
  while (start > 1 && PARTICLES.has(rest[start - 1] ?? '')) start -= 1
  return person(rest.slice(start).join(' '), rest.slice(0, start).join(' '), suffix)
}

/** `国江 周` is 周国江 with the given name first; other spaces within a Chinese name stay as written. */
function chineseOrder(name: string): string {
  const [, given, family] = name.match(/^(\p{Script=Han}{2}) (\p{Script=Han})$/u) ?? []
  return given === undefined ? name : `${family}${given}`
}

/**
 * A name as printed, taken apart: family and given name where it is plainly a person in an alphabet,
 * `literal` for bodies and for Chinese, Japanese and Korean names.
 */
export function parseName(written: string): CslName {
  const name = written.trim().replace(/\s+/g, ' ').replace(/^and /, '')
  const words = name.split(' ')
  if (isEastAsian(name)) return { literal: chineseOrder(name) }
  if (words.length === 1 || BODY.test(name)) return { literal: name }
  const parts = name.split(/(?:(?<!\s)\s+)?,\s*/).filter((part) => part !== '')
  if (parts.length > 1) return fromCommas(parts)
  return words.length > 6 ? { literal: name } : fromWords(words)
}

const parts = (text: string, mark: RegExp): string[] => text.split(mark).filter((part) => part.trim() !== '')

/** Whether a piece between commas can be a name by itself. */
const isNameAlone = (part: string): boolean => isEastAsian(part) || /\S\s+\S/.test(part.trim())

/**
 * Several names in one text: parted by semicolons or 、, by "and" between `Family, Given`, or by commas that
 * are not within names. A body with "and" in its name stays whole.
 */
export function parseNames(written: string): CslName[] {
  const strong = parts(written, /[;；、\n]/)
  if (strong.length > 1) return strong.map(parseName)
  const inverted = parts(written, /(?<!\s)\s+and\s+/)
  if (inverted.length > 1 && inverted.every((part) => part.includes(','))) return inverted.map(parseName)
  const soft = parts(written, /(?:(?<!\s)\s+)?[,，]\s*(?:and\s+)?|(?<!\s)\s+(?:and|&)\s+/)
  const names = soft.length > 1 && soft.every(isNameAlone) && !soft.some((part) => BODY.test(part))
  return (names ? soft : strong).map(parseName)
}
