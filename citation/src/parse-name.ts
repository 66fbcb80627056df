import type { CslName } from './csl.ts'
import { isEastAsian } from './scripts.ts'

const PARTICLES = new Set(
  'van von der den de del della di da dos das du la le les ter ten af av zu al el bin ibn y'.split(' '),
)
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i
const BODY =
  /\b(?:universit|institut|organi[sz]ation|association|committee|society|department|ministry|cent(?:er|re)|agency|council|consortium|collaboration|group|team|inc|ltd|llc|corp|company|bureau|office|press|foundation|academy|college|school|hospital|laborator|commission|network|union|federation|initiative|project|program|library|museum|of|and|for|the)/i

const person = (family: string, given: string, suffix?: string): CslName => ({
  ...(family === '' ? {} : { family }),
  ...(given === '' ? {} : { given }),
  ...(suffix === undefined ? {} : { suffix }),
})

/** `Family, Given` or `Family, Jr., Given`. */
function fromCommas(parts: string[]): CslName {
  const [family = '', second = '', third] = parts
  if (third !== undefined) return person(family, third, second.replace(/\.$/, ''))
  return SUFFIX.test(second) ? { literal: parts.join(', ') } : person(family, second)
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

/**
 * A name as printed, taken apart: family and given name where it is plainly a person in an alphabet,
 * `literal` for bodies and for Chinese, Japanese and Korean names.
 */
export function parseName(written: string): CslName {
  const name = written.trim().replace(/\s+/g, ' ')
  const words = name.split(' ')
  if (isEastAsian(name) || words.length === 1 || BODY.test(name)) return { literal: name }
  const parts = name.split(/\s*,\s*/).filter((part) => part !== '')
  if (parts.length > 1) return fromCommas(parts)
  return words.length > 6 ? { literal: name } : fromWords(words)
}

/** Several names in one text: parted by semicolons, by 、or ，, or by commas that are not within names. */
export function parseNames(written: string): CslName[] {
  const strong = written.split(/[;；、\n]|\s+and\s+/).filter((part) => part.trim() !== '')
  if (strong.length > 1) return strong.map(parseName)
  const soft = (strong[0] ?? '').split(/[,，]/).filter((part) => part.trim() !== '')
  const whole = soft.length > 1 && soft.every((part) => isEastAsian(part) || /\S\s+\S/.test(part.trim()))
  if (whole) return soft.map(parseName)
  return strong.map(parseName)
}
