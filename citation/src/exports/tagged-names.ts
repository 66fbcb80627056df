import type { CslName } from '../csl.ts'
import { displayName, familyName, isUndividedName } from '../names.ts'
import { isEastAsian } from '../scripts.ts'

/**
 * Returns a name for tagged formats: `Dunbar, Kyle L.`, `Davis, Sammy, Jr.`, 王利平. Names of bodies end with a comma,
 * because programs would split them otherwise: `World Bank,`.
 */
export function taggedName(name: CslName): string {
  if (!isUndividedName(name)) return [familyName(name), name.given, name.suffix].filter(Boolean).join(', ')
  if (name.literal === 'others') return 'et al.'
  const whole = displayName(name)
  return isEastAsian(whole) ? whole : `${whole},`
}
