import type { CslName } from '../csl.ts'
import { displayName, familyName, initials, isWhole } from '../names.ts'

type Given = 'full' | 'initials'

/** `Peyton Z.` → `P. Z.`, `Jung-Ran` → `J.-R.` */
function dotted(given: string): string {
  return initials(given, true)
    .map((letters) => `${letters.replaceAll('-', '.-')}.`)
    .join(' ')
}

function givenName(name: CslName, form: Given): string {
  const given = name.given ?? ''
  const printed = form === 'full' ? given : dotted(given)
  return [printed, name['dropping-particle']].filter(Boolean).join(' ')
}

/** `Smith, John, Jr.` or `Smith, J., Jr.` */
export function inverted(name: CslName, form: Given): string {
  if (isWhole(name)) return displayName(name)
  return [familyName(name), givenName(name, form), name.suffix && dotEnd(name.suffix)]
    .filter(Boolean)
    .join(', ')
}

/** `John Smith Jr.` or `J. Smith Jr.` */
export function natural(name: CslName, form: Given): string {
  if (isWhole(name)) return displayName(name)
  return [givenName(name, form), familyName(name), name.suffix && dotEnd(name.suffix)]
    .filter(Boolean)
    .join(' ')
}

/** `Smith JR` (Vancouver). */
export function compact(name: CslName): string {
  if (isWhole(name)) return displayName(name)
  const letters = initials(name.given ?? '', false).join('')
  return [familyName(name), letters, name.suffix?.replace(/\.$/, '')].filter(Boolean).join(' ')
}

const OTHERS = 'others'

/** Names, and that there are more. */
const andOthers = (names: readonly string[], comma: boolean): string =>
  `${names.join(', ')}${comma ? ',' : ''} et al.`

/** The same where the first name is inverted: `Smith, J., et al.`; null where a list names all. */
export const withOthers = (names: readonly string[]): string | null =>
  names.length > 1 && names.at(-1) === OTHERS ? andOthers(names.slice(0, -1), true) : null

const dotEnd = (suffix: string): string => (/^(?:jr|sr)$/i.test(suffix) ? `${suffix}.` : suffix)

/** `A`, `A and B`, `A, B, and C`; `A et al.`, `A, B, et al.` where a list goes on. */
export function listed(names: string[], and: string): string {
  if (names.length < 2) return names[0] ?? ''
  if (names.at(-1) === OTHERS) return andOthers(names.slice(0, -1), names.length > 2)
  const comma = names.length > 2 ? ',' : ''
  return `${names.slice(0, -1).join(', ')}${comma} ${and} ${names.at(-1)}`
}
