import type { CslName } from './csl.ts'
import { isEastAsian } from './scripts.ts'
import { isTransliterated } from './transliterated.ts'

/** Returns a whole name in its own order: 王利平, Makoto Saito. */
export function displayName(name: CslName): string {
  if (name.literal !== undefined) return name.literal
  const family = familyName(name)
  const { given = '' } = name
  if (isTransliterated(family, given)) return `${given}·${family}`
  if (isEastAsian(family)) return `${family}${given}`
  return [name.given, name['dropping-particle'], family, name.suffix].filter(Boolean).join(' ')
}

/** Returns the family name with the particle that belongs to it: van der Merwe. */
export function familyName(name: CslName): string {
  const family = name.family ?? name.given ?? ''
  const particle = name['non-dropping-particle']
  if (particle === undefined) return family
  return /['’-]$/.test(particle) ? `${particle}${family}` : `${particle} ${family}`
}

/**
 * Lower-case words, or one that ends in an apostrophe or hyphen, before a capitalized part: `van der `, `d’`, `al-`.
 */
const LEADING_PARTICLE = /^((?:\p{Ll}+\s+){1,4}|(?:\p{Ll}+\s+){0,3}\p{Ll}{1,3}['’-]\s*)(?=\p{Lu})/u

/**
 * Returns a name whose particle follows the given name where the family name comes first: `Meer, Lotte van der`. A
 * capitalized particle belongs to the family name, unless the record separates it.
 *
 * Source: CSL 1.0.2, `demote-non-dropping-particle`.
 */
export function withDemotedParticle(name: CslName): CslName {
  if (isUndividedName(name) || name.given === undefined) return name
  const { 'non-dropping-particle': parted, ...rest } = name
  const family = name.family ?? ''
  const leading = parted === undefined ? (LEADING_PARTICLE.exec(family)?.[0] ?? '') : ''
  const particle = [name['dropping-particle'], parted ?? leading.trim()].filter(Boolean).join(' ')
  if (particle === '') return name
  return { ...rest, family: family.slice(leading.length), 'dropping-particle': particle }
}

/** Returns whether a name prints unchanged: that of a body, or a Chinese, Japanese or Korean name. */
export function isUndividedName(name: CslName): boolean {
  return name.literal !== undefined || name.family === undefined || isEastAsian(name.family)
}

/**
 * Two or three letters that transliterate one letter of another alphabet or abbreviate a name: `Th.`, `Yu.`, `Chr.`,
 * `Shch.`
 */
const NAME_ABBREVIATION = /^\p{Lu}\p{Ll}{1,2}\.$|^Shch\.$/u
/** A word without a vowel is an abbreviation even if its full stop is missing: `Th`, `Zh`. */
const VOWELLESS_WORD = /^[B-DF-HJ-NP-TV-XZ][b-df-hj-np-tv-xz]{1,2}$/

/** Returns the initial of one part of a given name; an abbreviation is kept without its full stop. */
function initialOf(part: string): string {
  const bare = part.replace(/^[('"‘“]+/, '')
  if (NAME_ABBREVIATION.test(bare) || VOWELLESS_WORD.test(bare)) return bare.replace('.', '')
  const letter = [...bare][0] ?? ''
  return /\p{L}/u.test(letter) ? letter : ''
}

/** Returns whether a name represents further names that the source does not list. */
export const isOthersName = (name: CslName): boolean => name.literal === 'others'

/**
 * Returns the initials of given names: `Peyton Z.` → P, Z; `Jung-ran` → J-R with `keepHyphen`, else J, R; `Th. M.` →
 * Th, M.
 */
export function initials(given: string, keepHyphen: boolean): string[] {
  const spaced = given.replace(/\.(?=\S)(?![-‐‑–])/g, '. ').trim()
  const hasCapitals = /\p{Lu}/u.test(spaced)
  return spaced.split(/\s+/).flatMap((word) => {
    if (/^\p{Lu}{2,3}$/u.test(word)) return [...word]
    // Among capitalized names, a lower-case word is a particle: Ludwig van.
    const isName = !hasCapitals || /^\P{L}*\p{Lu}/u.test(word)
    const letters = word.split(/[-‐‑–]/).map(initialOf)
    const there = letters
      .filter((letter) => letter !== '')
      .map((letter) => (isName ? letter.charAt(0).toUpperCase() + letter.slice(1) : letter))
    return keepHyphen ? [there.join('-')].filter((text) => text !== '') : there
  })
}
