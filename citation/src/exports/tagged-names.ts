import type { CslName } from '../csl.ts'
import { displayName, familyName, isUndividedName } from '../names.ts'
import { isEastAsian } from '../scripts.ts'

/** `Dunbar, Kyle L.`, `Davis, Sammy, Jr.`, 王利平; bodies end with a comma, or programs take them apart: `World Bank,`. */
export function taggedName(name: CslName): string {
  if (!isUndividedName(name)) return [familyName(name), name.given, name.suffix].filter(Boolean).join(', ')
  if (name.literal === 'others') return 'et al.'
  const whole = displayName(name)
  return isEastAsian(whole) ? whole : `${whole},`
}
