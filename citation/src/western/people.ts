import type { CslName } from '../csl.ts'
import { displayName, familyName, initials, isUndividedName } from '../names.ts'

type GivenNameForm = 'full' | 'initials'

/** `Peyton Z.` → `P. Z.`, `Jung-Ran` → `J.-R.` */
function dottedInitials(given: string): string {
  return initials(given, true)
    .map((letters) => `${letters.replaceAll('-', '.-')}.`)
    .join(' ')
}

function givenName(name: CslName, form: GivenNameForm): string {
  const given = name.given ?? ''
  const printed = form === 'full' ? given : dottedInitials(given)
  return [printed, name['dropping-particle']].filter(Boolean).join(' ')
}

/** `Smith, John, Jr.` or `Smith, J., Jr.` */
export function invertedName(name: CslName, form: GivenNameForm): string {
  if (isUndividedName(name)) return displayName(name)
  return [familyName(name), givenName(name, form), name.suffix && suffixWithDot(name.suffix)]
    .filter(Boolean)
    .join(', ')
}

/** `John Smith Jr.` or `J. Smith Jr.` */
export function naturalName(name: CslName, form: GivenNameForm): string {
  if (isUndividedName(name)) return displayName(name)
  return [givenName(name, form), familyName(name), name.suffix && suffixWithDot(name.suffix)]
    .filter(Boolean)
    .join(' ')
}

/** `Smith JR` (Vancouver). */
export function compactName(name: CslName): string {
  if (isUndividedName(name)) return displayName(name)
  const letters = initials(name.given ?? '', false).join('')
  return [familyName(name), letters, name.suffix?.replace(/\.$/, '')].filter(Boolean).join(' ')
}

const OTHERS_NAME = 'others'

/** Names, and that there are more. */
const withEtAl = (names: readonly string[], comma: boolean): string =>
  `${names.join(', ')}${comma ? ',' : ''} et al.`

/** The same where the first name is inverted: `Smith, J., et al.`; null where a list names all. */
export const invertedWithEtAl = (names: readonly string[]): string | null =>
  names.length > 1 && names.at(-1) === OTHERS_NAME ? withEtAl(names.slice(0, -1), true) : null

const suffixWithDot = (suffix: string): string => (/^(?:jr|sr)$/i.test(suffix) ? `${suffix}.` : suffix)

/** `A`, `A and B`, `A, B, and C`; `A et al.`, `A, B, et al.` where a list goes on. */
export function joinNames(names: string[], and: string): string {
  if (names.length < 2) return names[0] ?? ''
  if (names.at(-1) === OTHERS_NAME) return withEtAl(names.slice(0, -1), names.length > 2)
  const comma = names.length > 2 ? ',' : ''
  return `${names.slice(0, -1).join(', ')}${comma} ${and} ${names.at(-1)}`
}
