import type { CslName } from '../csl.ts'
import { displayName, familyName, isWhole } from '../names.ts'
import { isEastAsian } from '../scripts.ts'

/** `Dunbar, Kyle L.`, `Davis, Sammy, Jr.`, 王利平; bodies as they are. */
export function taggedName(name: CslName): string {
  if (isWhole(name)) return displayName(name)
  return [familyName(name), name.given, name.suffix].filter(Boolean).join(', ')
}

/** EndNote takes a name without comma apart: bodies end with one. */
export function endnoteName(name: CslName): string {
  const whole = taggedName(name)
  return isWhole(name) && !isEastAsian(whole) ? `${whole},` : whole
}
