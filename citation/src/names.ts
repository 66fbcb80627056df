import type { CslName } from './csl.ts'
import { isEastAsian } from './scripts.ts'

/** The whole of a name, in its own order: 王利平, Makoto Saito. */
export function displayName(name: CslName): string {
  if (name.literal !== undefined) return name.literal
  const family = familyName(name)
  if (isEastAsian(family)) return `${family}${name.given ?? ''}`
  return [name.given, name['dropping-particle'], family, name.suffix].filter(Boolean).join(' ')
}

/** The family name with the particle that belongs to it: van der Merwe. */
export function familyName(name: CslName): string {
  const family = name.family ?? name.given ?? ''
  const particle = name['non-dropping-particle']
  if (particle === undefined) return family
  return /['’-]$/.test(particle) ? `${particle}${family}` : `${particle} ${family}`
}

/** Whether a name prints as it stands: a body, or a name without alphabet. */
export function isWhole(name: CslName): boolean {
  return name.literal !== undefined || name.family === undefined || isEastAsian(name.family)
}

/** Initials of given names: `Peyton Z.` → P, Z; `Jung-Ran` → J-R where hyphens stay, else J, R. */
export function initials(given: string, keepHyphen: boolean): string[] {
  const spaced = given.replace(/\.(?=\S)(?!-)/g, '. ').trim()
  return spaced.split(/\s+/).flatMap((word) => {
    if (/^\p{Lu}{2,3}$/u.test(word)) return [...word]
    const letters = word
      .split(/[-‐]/)
      .map((part) => [...part.replace(/^[('"‘“]+/, '')][0] ?? '')
      .filter((letter) => /\p{L}/u.test(letter))
    return keepHyphen ? [letters.join('-')].filter((text) => text !== '') : letters
  })
}
